import { createHash } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { BulkAssignment, BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import type { AssignmentType, CareEvent, RelationTeamType } from '@vigil/contract/registry-relations.values';
import type { Sql } from '#platform/postgres/database.ts';

/** A bulk assignment as it was sent. Times in milliseconds since 1970. */
export interface BulkRequestRow {
  readonly byId: string | null;
  /** What names everything that was asked for; null of one from before it was kept. */
  readonly content: Buffer | null;
  readonly at: number;
  /** When its undo began; null while it stands. */
  readonly undoneAt: number | null;
}

const columns = 'by_id, content, at, undone_at';

/** The same for the same members, in the same order, and the same target with all that it says. */
export const contentOf = ({ memberIds, to }: Pick<BulkAssignment, 'memberIds' | 'to'>): Buffer => {
  const target = to.kind === 'careTeam' ? [to.kind, to.careTeamId] : [to.kind, to.clinicianId, to.teamType, to.assignmentType];
  return createHash('sha256')
    .update(JSON.stringify([target, memberIds]))
    .digest();
};

/** Keeps a request unless one of its id was sent before, and answers the one that was sent first. */
export async function keepRequest(
  sql: Sql,
  tenantId: string,
  id: string,
  { byId, content, at }: Omit<BulkRequestRow, 'undoneAt'>,
): Promise<BulkRequestRow> {
  await sql.query(
    'insert into vigil.bulk_assignments (tenant_id, id, by_id, content, at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [...[tenantId, id, byId, content, new Date(at)]],
  );
  const [first] = await sql.query<BulkRequestRow>(`select ${columns} from vigil.bulk_assignments where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  return first as BulkRequestRow;
}

/** Within a transaction that does a part of it: no undo begins before that has ended. Throws conflict where one has. */
export async function holdRequest(sql: Sql, tenantId: string, id: string): Promise<void> {
  const [row] = await sql.query<Pick<BulkRequestRow, 'undoneAt'>>(
    'select undone_at from vigil.bulk_assignments where tenant_id = $1 and id = $2 for share',
    [tenantId, id],
  );
  if (row && row.undoneAt !== null) throw isUndone();
}

/** Within the transaction that begins its undo: waits for what is being done of it, and nothing more is done of it afterwards. */
export async function lockRequest(sql: Sql, tenantId: string, id: string): Promise<BulkRequestRow | undefined> {
  const [row] = await sql.query<BulkRequestRow>(
    `select ${columns} from vigil.bulk_assignments where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  );
  return row;
}

export const markUndone = (sql: Sql, tenantId: string, id: string, atMs: number) =>
  sql.query('update vigil.bulk_assignments set undone_at = $3 where tenant_id = $1 and id = $2 and undone_at is null', [
    ...[tenantId, id, new Date(atMs)],
  ]);

export const isUndone = () => new VigilError('conflict', 'This assignment was undone. Nothing was changed; assign the members anew.');

/** A line of the history that a bulk assignment wrote. Times in milliseconds since 1970. */
export interface RequestLine {
  readonly event: CareEvent;
  readonly patientId: string;
  readonly clinicianId: string | null;
  readonly teamType: RelationTeamType | null;
  readonly assignmentType: AssignmentType | null;
  readonly withClinicianId: string | null;
  readonly careTeamId: string | null;
  readonly since: number | null;
  readonly at: number;
  readonly executedBy: string | null;
}

/** Which lines did a bulk assignment write, about all of its members or only these? In the order in which they were written. */
export const linesOf = (sql: Sql, tenantId: string, requestId: string, patientIds: readonly string[] | null): Promise<RequestLine[]> =>
  sql.query<RequestLine>(
    `select event, patient_id, clinician_id, team_type, assignment_type, with_clinician_id, care_team_id, since, at, executed_by
     from vigil.care_history where tenant_id = $1 and request_id = $2 and ($3::uuid[] is null or patient_id = any($3)) order by id`,
    [tenantId, requestId, patientIds],
  );

/** The members whom an undo of this bulk assignment has set back. */
export async function undoneOf(sql: Sql, tenantId: string, requestId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ patientId: string }>(
    'select distinct patient_id from vigil.care_history where tenant_id = $1 and undoes_request_id = $2',
    [tenantId, requestId],
  );
  return new Set(rows.map(({ patientId }) => patientId));
}

const sameSide: Readonly<Record<BulkTarget['kind'], string>> = {
  clinician: "h.event in ('ASSIGNED', 'UNASSIGNED') and h.team_type = one.team_type",
  careTeam: "h.event in ('TEAM_JOINED', 'TEAM_LEFT') and h.care_team_id = one.care_team_id",
};

/** Those of these members about whom nothing was written since, in the same team of theirs or in the same care team. */
export async function untouchedSince(
  sql: Sql,
  tenantId: string,
  requestId: string,
  kind: BulkTarget['kind'],
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ patientId: string }>(
    `select one.patient_id
     from (select patient_id, max(team_type) as team_type, (array_agg(care_team_id order by id))[1] as care_team_id, max(id) as last
       from vigil.care_history where tenant_id = $1 and request_id = $2 and patient_id = any($3::uuid[]) group by patient_id) one
     where not exists (select from vigil.care_history h
       where h.tenant_id = $1 and h.patient_id = one.patient_id and h.id > one.last and ${sameSide[kind]})`,
    [tenantId, requestId, patientIds],
  );
  return new Set(rows.map(({ patientId }) => patientId));
}
