import type { Database, Sql } from '#platform/postgres/database.ts';
import { type BulkBy, beginWithin, endWithin } from './bulk-assignment.store.ts';
import { type BulkRequestRow, linesOf, lockRequest, markUndone, type RequestLine, undoneOf, untouchedSince } from './bulk-request.store.ts';
import { addHistory } from './history.store.ts';
import { begun, ended, lockPatients, type RelationRow, type SayRelations } from './relations.store.ts';
import { leaveTeamWithin, lockTeams } from './teams.store.ts';

/** Who is as before, also by the same undo sent a moment earlier, and who looks after somebody else since. */
export interface BulkUndone {
  readonly undone: ReadonlySet<string>;
  readonly changed: readonly string[];
}

export interface BulkDeed {
  readonly lines: readonly RequestLine[];
  readonly undone: ReadonlySet<string>;
}

export interface BulkUndoStore {
  /**
   * What a bulk assignment did, and for whom it was undone already. From now on nothing of it is done any more, unless `judge` throws, which
   * is told of the request and of what it did.
   */
  begin(
    tenantId: string,
    by: BulkBy,
    judge: (request: BulkRequestRow | undefined, lines: readonly RequestLine[]) => void,
  ): Promise<BulkDeed>;
  /** In one transaction: ends what the request began for these members and restores what it ended, of those clinicians who can look after members still. */
  undoClinician(tenantId: string, by: BulkBy, patientIds: readonly string[], canReturn: ReadonlySet<string>): Promise<BulkUndone>;
  undoTeam(tenantId: string, by: BulkBy, teamId: string, patientIds: readonly string[]): Promise<BulkUndone>;
}

export function createBulkUndoStore(database: Database, say: SayRelations): BulkUndoStore {
  return {
    begin: (tenantId, by, judge) =>
      database.tenant(tenantId, async (sql) => {
        const { id } = by.request;
        const request = await lockRequest(sql, tenantId, id);
        const lines = await linesOf(sql, tenantId, id, null);
        judge(request, lines);
        await markUndone(sql, tenantId, id, by.atMs);
        return { lines, undone: await undoneOf(sql, tenantId, id) };
      }),
    undoClinician: (tenantId, by, patientIds, canReturn) =>
      database.tenant(tenantId, async (sql) => {
        await lockPatients(sql, tenantId, patientIds);
        const before = await undoneOf(sql, tenantId, by.request.id);
        const untouched = await untouchedSince(sql, tenantId, by.request.id, 'clinician', patientIds);
        const lines = (await linesOf(sql, tenantId, by.request.id, [...untouched])).flatMap(relationOf);
        const removed = await endWithin(
          sql,
          tenantId,
          lines.filter(({ event }) => event === 'ASSIGNED').map(({ row }) => row),
        );
        const assigned = await beginWithin(
          sql,
          tenantId,
          lines.filter(({ event, row }) => event === 'UNASSIGNED' && canReturn.has(row.clinicianId)).map(({ row }) => row),
        );
        await addHistory(sql, tenantId, by, [...removed.map(ended), ...assigned.map(begun)]);
        await say(sql, tenantId, { assigned, removed });
        return { undone: new Set([...before, ...untouched]), changed: [...assigned, ...removed].map(({ clinicianId }) => clinicianId) };
      }),
    undoTeam: (tenantId, by, teamId, patientIds) => database.tenant(tenantId, (sql) => leaveAgain(sql, tenantId, by, teamId, patientIds)),
  };
}

async function leaveAgain(sql: Sql, tenantId: string, by: BulkBy, teamId: string, patientIds: readonly string[]): Promise<BulkUndone> {
  await lockTeams(sql, tenantId);
  const before = await undoneOf(sql, tenantId, by.request.id);
  const untouched = await untouchedSince(sql, tenantId, by.request.id, 'careTeam', patientIds);
  const changed = untouched.size > 0 ? await leaveTeamWithin(sql, tenantId, by, { teamId, patientIds: [...untouched] }) : [];
  return { undone: new Set([...before, ...untouched]), changed };
}

/** The relation that a line of the history is about, as it was. */
function relationOf(line: RequestLine): { readonly event: RequestLine['event']; readonly row: RelationRow }[] {
  const { event, patientId, clinicianId, teamType, assignmentType, withClinicianId, careTeamId, since, at } = line;
  if (!clinicianId || !teamType || !assignmentType) return [];
  return [{ event, row: { patientId, clinicianId, teamType, assignmentType, withClinicianId, careTeamId, assignedAt: since ?? at } }];
}
