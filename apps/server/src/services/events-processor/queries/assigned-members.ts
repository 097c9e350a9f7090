import type { PanelAssignmentType } from '@vigil/contract/events-processor.values';
import { among } from './measure-conditions.ts';

interface Assigned {
  readonly clinicianId?: string | undefined;
  readonly assignmentType?: PanelAssignmentType | undefined;
}

/**
 * That rows `u` of vigil.users are looked after in this way; nothing where that is everybody. With ALL those in a care team of the
 * clinician's are among them; without a clinician it is whoever anybody looks after in that way.
 */
export function assignedCondition({ clinicianId, assignmentType = 'ALL' }: Assigned, parameter: (value: unknown) => string): string[] {
  const relations = 'select r.patient_id from vigil.care_relations r where r.tenant_id = $1';
  const ofType = assignmentType === 'ALL' ? '' : ` and r.assignment_type = ${parameter(assignmentType)}`;
  if (clinicianId === undefined) return ofType ? [among(`${relations}${ofType}`)] : [];
  const clinician = parameter(clinicianId);
  const assigned = `${relations} and r.clinician_id = ${clinician}::uuid${ofType}`;
  if (ofType) return [among(assigned)];
  return [
    among(`${assigned} union all
      select p.user_id from vigil.care_team_people c
      join vigil.care_team_people p on p.tenant_id = c.tenant_id and p.care_team_id = c.care_team_id and p.side = 'PATIENT'
      where c.tenant_id = $1 and c.side = 'CLINICIAN' and c.user_id = ${clinician}::uuid`),
  ];
}
