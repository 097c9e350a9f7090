import type { Database } from '#platform/postgres/database.ts';

/** Which members somebody looks after: directly, or in a care team. What access asks in tenants that show staff only those. */
export interface AssignmentsStore {
  isAssigned(tenantId: string, staffUserId: string, memberId: string): Promise<boolean>;
  membersOf(tenantId: string, staffUserId: string): Promise<string[]>;
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
  };
}
