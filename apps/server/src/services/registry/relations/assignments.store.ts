import type { Database, Sql } from '#platform/postgres/database.ts';

/** Which members somebody looks after: directly, or in a care team. What access asks in tenants that show staff only those. */
/** Who looks after a member. */
export interface CaretakerRow {
  readonly patientId: string;
  readonly clinicianId: string;
  /** Of the primary clinicians, or in a care team that has the member; not in support alone. */
  readonly isPrimary: boolean;
}

/** Within a transaction: everybody who looks after these members, directly or in a care team. */
export const caretakersOf = (sql: Sql, tenantId: string, memberIds: readonly string[]): Promise<CaretakerRow[]> =>
  sql.query<CaretakerRow>(
    `select patient_id, clinician_id, bool_or(is_primary) as is_primary from (
       select patient_id, clinician_id, team_type = 'PRIMARY' as is_primary from vigil.care_relations
       where tenant_id = $1 and patient_id = any($2::uuid[])
       union all
       select p.user_id, c.user_id, true from vigil.care_team_people p
       join vigil.care_team_people c on c.tenant_id = p.tenant_id and c.care_team_id = p.care_team_id and c.side = 'CLINICIAN'
       where p.tenant_id = $1 and p.side = 'PATIENT' and p.user_id = any($2::uuid[])
     ) who group by patient_id, clinician_id order by patient_id, clinician_id`,
    [tenantId, memberIds],
  );

export interface AssignmentsStore {
  isAssigned(tenantId: string, staffUserId: string, memberId: string): Promise<boolean>;
  membersOf(tenantId: string, staffUserId: string): Promise<string[]>;
  /** Those of them whom somebody looks after directly, or those of the care teams that they are in. */
  membersBy(way: 'directly' | 'in_teams', tenantId: string, staffUserId: string): Promise<string[]>;
}

const inCareTeam = `vigil.care_team_people c
  join vigil.care_team_people p on p.tenant_id = c.tenant_id and p.care_team_id = c.care_team_id and p.side = 'PATIENT'
  where c.tenant_id = $1 and c.side = 'CLINICIAN' and c.user_id = $2`;

export function createAssignmentsStore(database: Database): AssignmentsStore {
  return {
    async isAssigned(tenantId, staffUserId, memberId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(
          `select 1 where exists (select 1 from vigil.care_relations where tenant_id = $1 and clinician_id = $2 and patient_id = $3)
             or exists (select 1 from ${inCareTeam} and p.user_id = $3)`,
          [tenantId, staffUserId, memberId],
        ),
      );
      return rows.length > 0;
    },
    async membersOf(tenantId, staffUserId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ userId: string }>(
          `select patient_id as user_id from vigil.care_relations where tenant_id = $1 and clinician_id = $2
           union select p.user_id from ${inCareTeam}`,
          [tenantId, staffUserId],
        ),
      );
      return rows.map(({ userId }) => userId);
    },
    async membersBy(way, tenantId, staffUserId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ userId: string }>(
          way === 'directly'
            ? 'select patient_id as user_id from vigil.care_relations where tenant_id = $1 and clinician_id = $2'
            : `select distinct p.user_id from ${inCareTeam}`,
          [tenantId, staffUserId],
        ),
      );
      return rows.map(({ userId }) => userId);
    },
  };
}
