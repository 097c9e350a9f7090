import type { BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { assigned, type BulkResultRow, refused, relationsToEnd, replacedIn, unchanged } from './bulk-assignment.rules.ts';
import { type BulkRequestRow, holdRequest, keepRequest, linesOf, type RequestLine } from './bulk-request.store.ts';
import { addHistory, type Executor } from './history.store.ts';
import { begun, ended, lockPatients, type RelationRow, relationColumns, type SayRelations } from './relations.store.ts';
import { joinManyWithin, lockTeams } from './teams.store.ts';

export type ClinicianTarget = Extract<BulkTarget, { kind: 'clinician' }>;

/** What was done for some members, and who looks after somebody else since. */
export interface BulkDone {
  readonly results: readonly BulkResultRow[];
  readonly changed: readonly string[];
}

/** A bulk assignment that is being done. */
export interface BulkBy extends Executor {
  readonly request: NonNullable<Executor['request']>;
}

export interface BulkStore {
  /** Keeps a request unless one of its id was sent before, and answers the one that was sent first. */
  begin(tenantId: string, by: BulkBy, content: Buffer): Promise<BulkRequestRow>;
  /** Relations of these members, of all at once. */
  relationsOf(tenantId: string, patientIds: readonly string[]): Promise<RelationRow[]>;
  /** In one transaction. Whom the same request has assigned before is answered as then. Throws conflict once its undo has begun. */
  assignToClinician(tenantId: string, by: BulkBy, to: ClinicianTarget, patientIds: readonly string[]): Promise<BulkDone>;
  /** The same for a care team; undefined where there is no such team. */
  joinTeam(tenantId: string, by: BulkBy, teamId: string, patientIds: readonly string[]): Promise<BulkDone | undefined>;
}

export function createBulkStore(database: Database, say: SayRelations): BulkStore {
  return {
    begin: (tenantId, by, content) =>
      database.tenant(tenantId, (sql) => keepRequest(sql, tenantId, by.request.id, { byId: by.userId, content, at: by.atMs })),
    relationsOf: (tenantId, patientIds) => database.tenant(tenantId, (sql) => readRelations(sql, tenantId, patientIds)),
    assignToClinician: (tenantId, by, to, patientIds) =>
      database.tenant(tenantId, async (sql) => {
        await holdRequest(sql, tenantId, by.request.id);
        await lockPatients(sql, tenantId, patientIds);
        const before = Map.groupBy(await linesOf(sql, tenantId, by.request.id, patientIds), ({ patientId }) => patientId);
        const rows = Map.groupBy(await readRelations(sql, tenantId, patientIds), ({ patientId }) => patientId);
        const due = patientIds.flatMap((patientId) => {
          const toEnd = before.has(patientId) ? undefined : relationsToEnd(rows.get(patientId) ?? [], to);
          return toEnd ? [{ patientId, toEnd, replacedIds: replacedIn(toEnd, to.clinicianId) }] : [];
        });
        const change = await assignWithin(sql, tenantId, by, to, due);
        await say(sql, tenantId, change);
        const made = new Map(due.map((one) => [one.patientId, assigned(one.patientId, one.replacedIds)]));
        return {
          results: patientIds.map((id) => made.get(id) ?? answeredBefore(id, before.get(id), to.clinicianId) ?? unchanged(id)),
          changed: [...change.assigned, ...change.removed].map(({ clinicianId }) => clinicianId),
        };
      }),
    joinTeam: (tenantId, by, teamId, patientIds) =>
      database.tenant(tenantId, async (sql) => {
        await holdRequest(sql, tenantId, by.request.id);
        await lockTeams(sql, tenantId);
        const before = new Set((await linesOf(sql, tenantId, by.request.id, patientIds)).map(({ patientId }) => patientId));
        const asked = patientIds.filter((id) => !before.has(id));
        const done = await joinManyWithin(sql, tenantId, by, { teamId, patientIds: asked });
        if (!done) return undefined;
        const [joined, noRoom] = [new Set(done.joined), new Set(done.noRoom)];
        return {
          results: patientIds.map((id) =>
            noRoom.has(id) ? refused(id, 'TEAM_FULL') : joined.has(id) || before.has(id) ? assigned(id) : unchanged(id),
          ),
          changed: done.joined.length > 0 ? done.clinicianIds : [],
        };
      }),
  };
}

function answeredBefore(patientId: string, lines: readonly RequestLine[] | undefined, clinicianId: string): BulkResultRow | undefined {
  if (!lines) return undefined;
  const removed = lines.flatMap((line) => (line.event === 'UNASSIGNED' && line.clinicianId ? [{ clinicianId: line.clinicianId }] : []));
  return assigned(patientId, replacedIn(removed, clinicianId));
}

const readRelations = (sql: Sql, tenantId: string, patientIds: readonly string[]) =>
  sql.query<RelationRow>(
    `select ${relationColumns} from vigil.care_relations where tenant_id = $1 and patient_id = any($2::uuid[])
     order by assigned_at, clinician_id, team_type`,
    [tenantId, patientIds],
  );

/** Ends relations, by their member, clinician and team. */
export const endWithin = (
  sql: Sql,
  tenantId: string,
  rows: readonly Pick<RelationRow, 'patientId' | 'clinicianId' | 'teamType'>[],
): Promise<RelationRow[]> =>
  sql.query<RelationRow>(
    `delete from vigil.care_relations r using unnest($2::uuid[], $3::uuid[], $4::text[]) as one (patient, clinician, team)
     where r.tenant_id = $1 and r.patient_id = one.patient and r.clinician_id = one.clinician and r.team_type = one.team
     returning ${relationColumns}`,
    [tenantId, rows.map((row) => row.patientId), rows.map((row) => row.clinicianId), rows.map((row) => row.teamType)],
  );

/** Makes relations as they are given; one that is there already stays. */
export const beginWithin = (sql: Sql, tenantId: string, rows: readonly RelationRow[]): Promise<RelationRow[]> =>
  sql.query<RelationRow>(
    `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, with_clinician_id, care_team_id, assigned_at)
     select $1, one.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::timestamptz[]) as one
     on conflict do nothing returning ${relationColumns}`,
    [
      ...[tenantId, rows.map((row) => row.patientId), rows.map((row) => row.clinicianId), rows.map((row) => row.teamType)],
      ...[rows.map((row) => row.assignmentType), rows.map((row) => row.withClinicianId), rows.map((row) => row.careTeamId)],
      rows.map((row) => new Date(row.assignedAt)),
    ],
  );

async function assignWithin(
  sql: Sql,
  tenantId: string,
  by: BulkBy,
  { clinicianId, teamType }: ClinicianTarget,
  due: readonly { readonly patientId: string; readonly toEnd: readonly RelationRow[]; readonly replacedIds: readonly string[] }[],
) {
  const removed = await endWithin(
    sql,
    tenantId,
    due.flatMap(({ toEnd }) => toEnd),
  );
  const assignedNow = await beginWithin(
    sql,
    tenantId,
    due.map(({ patientId, replacedIds }) => ({
      ...{ patientId, clinicianId, teamType, withClinicianId: null, careTeamId: null, assignedAt: by.atMs },
      assignmentType: replacedIds.length > 0 ? 'TRANSFER_ASSIGNMENT' : 'DIRECT_ASSIGNMENT',
    })),
  );
  await addHistory(sql, tenantId, by, [...removed.map(ended), ...assignedNow.map(begun)]);
  return { assigned: assignedNow, removed };
}
