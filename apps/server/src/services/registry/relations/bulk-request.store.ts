import type { BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import type { AssignmentType, CareEvent, RelationTeamType } from '@vigil/contract/registry-relations.values';
import type { Sql } from '#platform/postgres/database.ts';

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

/** Whether these lines are of another assignment than this one. */
export const isOfAnother = (lines: readonly RequestLine[], to: BulkTarget): boolean =>
  lines.some((line) =>
    to.kind === 'careTeam'
      ? line.event !== 'TEAM_JOINED' || line.careTeamId !== to.careTeamId
      : line.teamType !== to.teamType || (line.event === 'ASSIGNED' && line.clinicianId !== to.clinicianId),
  );
