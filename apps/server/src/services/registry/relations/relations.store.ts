import type { AssignmentType, RelationTeamType } from '@vigil/contract/registry-relations.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { addHistory, type Executor, type NewHistory } from './history.store.ts';

/** One clinician and one member. Times in milliseconds since 1970. */
export interface RelationRow {
  readonly patientId: string;
  readonly clinicianId: string;
  readonly teamType: RelationTeamType;
  readonly assignmentType: AssignmentType;
  readonly withClinicianId: string | null;
  readonly careTeamId: string | null;
  readonly assignedAt: number;
}

export interface RelationChange {
  readonly assigned: RelationRow[];
  readonly removed: RelationRow[];
}

/** Within the transaction that changes who looks after a member: says so where the member and the care team write to each other. */
export type SayRelations = (sql: Sql, tenantId: string, change: RelationChange) => Promise<void>;

export interface NewRelations {
  readonly patientId: string;
  readonly teamType: RelationTeamType;
  readonly people: readonly Pick<RelationRow, 'clinicianId' | 'assignmentType' | 'withClinicianId' | 'careTeamId'>[];
  /** Everybody else in that team of the member goes. */
  readonly takeOver: boolean;
}

export interface Ending {
  readonly patientId: string;
  readonly clinicianId: string;
  readonly teamType: RelationTeamType;
  /** Those who came along with the clinician go as well. */
  readonly full: boolean;
}

export interface CaseloadRow {
  readonly clinicianId: string;
  readonly caseload: number;
  readonly primary: number;
  readonly support: number;
}

export interface RelationsStore {
  /** Who looks after a member, in the order in which they were assigned. */
  ofPatient(tenantId: string, patientId: string): Promise<RelationRow[]>;
  ofClinician(tenantId: string, clinicianId: string): Promise<RelationRow[]>;
  /** The primary clinician of each of these members who has one. */
  primaryOf(tenantId: string, patientIds: readonly string[]): Promise<Pick<RelationRow, 'patientId' | 'clinicianId'>[]>;
  /** Members of everybody who has any, those of care teams counted in `caseload`, `without` these. */
  caseloads(tenantId: string, without: ReadonlySet<string>): Promise<CaseloadRow[]>;
  /** Makes relations and notes them in the history; what is so already stays. One change of a member's relations at a time. */
  assign(tenantId: string, by: Executor, relations: NewRelations): Promise<RelationChange>;
  /** Ends relations and notes it. Nothing is removed when the clinician has none of this kind. */
  end(tenantId: string, by: Executor, ending: Ending): Promise<RelationRow[]>;
}

export const relationColumns = 'patient_id, clinician_id, team_type, assignment_type, with_clinician_id, care_team_id, assigned_at';

export function createRelationsStore(database: Database, say: SayRelations): RelationsStore {
  return {
    ofPatient: (tenantId, patientId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<RelationRow>(
          `select ${relationColumns} from vigil.care_relations where tenant_id = $1 and patient_id = $2 order by assigned_at, clinician_id, team_type`,
          [tenantId, patientId],
        ),
      ),
    ofClinician: (tenantId, clinicianId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<RelationRow>(`select ${relationColumns} from vigil.care_relations where tenant_id = $1 and clinician_id = $2`, [
          tenantId,
          clinicianId,
        ]),
      ),
    primaryOf: (tenantId, patientIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<Pick<RelationRow, 'patientId' | 'clinicianId'>>(
          `select distinct on (patient_id) patient_id, clinician_id from vigil.care_relations
           where tenant_id = $1 and team_type = 'PRIMARY' and patient_id = any($2::uuid[])
           order by patient_id, assignment_type = 'TEAM_ASSIGNMENT', assigned_at, clinician_id`,
          [tenantId, patientIds],
        ),
      ),
    caseloads: (tenantId, without) => database.tenant(tenantId, (sql) => readCaseloads(sql, tenantId, [...without])),
    assign: (tenantId, by, relations) => database.tenant(tenantId, (sql) => assignWithin(sql, tenantId, by, relations, say)),
    end: (tenantId, by, ending) =>
      database.tenant(tenantId, async (sql) => {
        await lockPatient(sql, tenantId, ending.patientId);
        const removed = await sql.query<RelationRow>(
          `delete from vigil.care_relations
           where tenant_id = $1 and patient_id = $2 and team_type = $4
             and (clinician_id = $3 or ($5 and with_clinician_id = $3))
             and exists (select 1 from vigil.care_relations own
               where own.tenant_id = $1 and own.patient_id = $2 and own.clinician_id = $3 and own.team_type = $4)
           returning ${relationColumns}`,
          [tenantId, ending.patientId, ending.clinicianId, ending.teamType, ending.full],
        );
        await addHistory(sql, tenantId, by, removed.map(ended));
        await say(sql, tenantId, { assigned: [], removed });
        return removed;
      }),
  };
}

/** Within a transaction of the tenant: see `assign`. */
export async function assignWithin(
  sql: Sql,
  tenantId: string,
  by: Executor,
  relations: NewRelations,
  say: SayRelations,
): Promise<RelationChange> {
  const { patientId, teamType, people, takeOver } = relations;
  await lockPatient(sql, tenantId, patientId);
  const removed = takeOver
    ? await sql.query<RelationRow>(
        `delete from vigil.care_relations where tenant_id = $1 and patient_id = $2 and team_type = $3 and clinician_id <> all($4::uuid[])
         returning ${relationColumns}`,
        [tenantId, patientId, teamType, people.map(({ clinicianId }) => clinicianId)],
      )
    : [];
  // Whoever came along with somebody else and is now assigned by name stays when that one goes.
  const assigned = await sql.query<RelationRow>(
    `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, with_clinician_id, care_team_id, assigned_at)
     select $1, $2, one.clinician_id, $3, one.assignment_type, one.with_clinician_id, one.care_team_id, $8
     from unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[]) as one (clinician_id, assignment_type, with_clinician_id, care_team_id)
     on conflict (tenant_id, patient_id, clinician_id, team_type) do update
       set assignment_type = excluded.assignment_type, with_clinician_id = null, care_team_id = excluded.care_team_id, assigned_at = excluded.assigned_at
       where care_relations.assignment_type = 'TEAM_ASSIGNMENT' and excluded.assignment_type <> 'TEAM_ASSIGNMENT'
     returning ${relationColumns}`,
    [
      ...[tenantId, patientId, teamType, people.map((one) => one.clinicianId), people.map((one) => one.assignmentType)],
      ...[people.map((one) => one.withClinicianId), people.map((one) => one.careTeamId), new Date(by.atMs)],
    ],
  );
  await addHistory(sql, tenantId, by, [...removed.map(ended), ...assigned.map(begun)]);
  await say(sql, tenantId, { assigned, removed });
  return { assigned, removed };
}

/** Within a transaction of the tenant: ends every relation of somebody, and notes it. Answers what has ended. */
export async function endAllWithin(sql: Sql, tenantId: string, by: Executor, userId: string): Promise<RelationRow[]> {
  await lockPatient(sql, tenantId, userId);
  const removed = await sql.query<RelationRow>(
    `delete from vigil.care_relations where tenant_id = $1 and (patient_id = $2 or clinician_id = $2) returning ${relationColumns}`,
    [tenantId, userId],
  );
  await addHistory(sql, tenantId, by, removed.map(ended));
  return removed;
}

/** How many members has everybody? Directly, and with those of their care teams; each member counts once. */
const readCaseloads = (sql: Sql, tenantId: string, without: readonly string[]) =>
  sql.query<CaseloadRow>(
    `with direct as (
       select clinician_id, patient_id, team_type from vigil.care_relations where tenant_id = $1 and patient_id <> all($2::uuid[])
     ), everyone as (
       select clinician_id, patient_id from direct
       union
       select c.user_id, p.user_id from vigil.care_team_people c
       join vigil.care_team_people p on p.tenant_id = $1 and p.care_team_id = c.care_team_id and p.side = 'PATIENT'
       where c.tenant_id = $1 and c.side = 'CLINICIAN' and p.user_id <> all($2::uuid[])
     ), sides as (
       select clinician_id, count(*) filter (where team_type = 'PRIMARY')::int as primary_count,
         count(*) filter (where team_type = 'SUPPORT')::int as support_count
       from direct group by clinician_id
     )
     select everyone.clinician_id, count(*)::int as caseload, coalesce(max(primary_count), 0) as primary, coalesce(max(support_count), 0) as support
     from everyone left join sides using (clinician_id) group by everyone.clinician_id`,
    [tenantId, without],
  );

/** Changes of who looks after a member come one after the other, so that two administrators cannot both take over. */
const lockPatient = (sql: Sql, tenantId: string, patientId: string) => lockPatients(sql, tenantId, [patientId]);

/** The same for many members, in one order, so that two who change the same ones never wait for each other. */
export const lockPatients = (sql: Sql, tenantId: string, patientIds: readonly string[]) =>
  sql.query(
    `select pg_advisory_xact_lock(hashtextextended($1 || '/' || locked.id, 15))
     from (select id from unnest($2::text[]) as one (id) order by id) locked`,
    [tenantId, patientIds],
  );

const told = ({ patientId, clinicianId, teamType, assignmentType, careTeamId }: RelationRow) => ({
  patientId,
  clinicianId,
  teamType,
  assignmentType,
  careTeamId,
});
export const begun = (row: RelationRow): NewHistory => ({ event: 'ASSIGNED', ...told(row) });
export const ended = (row: RelationRow): NewHistory => ({
  event: 'UNASSIGNED',
  ...told(row),
  since: row.assignedAt,
  withClinicianId: row.withClinicianId,
});
