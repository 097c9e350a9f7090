import type { PanelAssignmentType } from '@vigil/contract/events-processor.values';
import type { Database } from '#platform/postgres/database.ts';
import type { WhichMembers } from './which-members.ts';

export interface AssignmentQuestion extends Pick<WhichMembers, 'scope'> {
  readonly tenantId: string;
  /** Whoever looks after them; absent: anybody. */
  readonly clinicianId?: string | undefined;
  readonly assignmentType: PanelAssignmentType;
}

/**
 * Which members of the scope are looked after in this way? With ALL those in a care team of the clinician's as well; without a
 * clinician and with ALL the scope stays what it is. Asked before the list, in a statement of its own: joined into the list's, a
 * store without statistics went through all assignments once for each member.
 */
export async function assignedScope(database: Database, question: AssignmentQuestion): Promise<WhichMembers['scope']> {
  const { tenantId, scope, clinicianId = null, assignmentType } = question;
  const type = assignmentType === 'ALL' ? null : assignmentType;
  if (clinicianId === null && type === null) return scope;
  const rows = await database.tenant(tenantId, (sql) =>
    clinicianId === null
      ? sql.query<{ id: string }>(
          'select distinct patient_id as id from vigil.care_relations where tenant_id = $1 and assignment_type = $2',
          [tenantId, type],
        )
      : sql.query<{ id: string }>(
          `select patient_id as id from vigil.care_relations
           where tenant_id = $1 and clinician_id = $2 and ($3::text is null or assignment_type = $3)
           union
           select p.user_id from vigil.care_team_people c
           join vigil.care_team_people p on p.tenant_id = c.tenant_id and p.care_team_id = c.care_team_id and p.side = 'PATIENT'
           where c.tenant_id = $1 and c.side = 'CLINICIAN' and c.user_id = $2 and $3::text is null`,
          [tenantId, clinicianId, type],
        ),
  );
  const ids = rows.map(({ id }) => id);
  if (scope === 'tenant') return ids;
  const allowed = new Set(scope);
  return ids.filter((id) => allowed.has(id));
}
