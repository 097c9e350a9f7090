import type { PanelAssignmentType } from '@vigil/contract/events-processor.values';
import { among, found, type LookUp } from './measure-conditions.ts';

interface Assigned {
  readonly clinicianId?: string | undefined;
  readonly assignmentType?: PanelAssignmentType | undefined;
}

/**
 * That rows `u` of vigil.users are looked after in this way; nothing where that is everybody. With ALL those in a care team of the
 * clinician's are among them; without a clinician it is whoever anybody looks after in that way.
 */
export function assignedCondition(
  { clinicianId, assignmentType = 'ALL' }: Assigned,
  lookUp: LookUp,
  parameter: (value: unknown) => string,
): string[] {
  const rows = 'vigil.care_relations r where r.tenant_id = $1';
  const isIn = (where: string) =>
    lookUp === 'one-by-one' ? found(`${rows}${where}`, 'r.patient_id') : among(`select r.patient_id from ${rows}${where}`);
  const ofType = assignmentType === 'ALL' ? '' : ` and r.assignment_type = ${parameter(assignmentType)}`;
  if (clinicianId === undefined) return ofType ? [isIn(ofType)] : [];
  const clinician = parameter(clinicianId);
  const assigned = isIn(` and r.clinician_id = ${clinician}::uuid${ofType}`);
  if (ofType) return [assigned];
  const inTheirTeams = among(
    `select p.user_id from vigil.care_team_people c
     join vigil.care_team_people p on p.tenant_id = c.tenant_id and p.care_team_id = c.care_team_id and p.side = 'PATIENT'
     where c.tenant_id = $1 and c.side = 'CLINICIAN' and c.user_id = ${clinician}::uuid`,
  );
  return [`(${assigned} or ${inTheirTeams})`];
}
