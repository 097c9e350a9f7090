import { registryCareTeam, registryRelations } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of who looks after whom makes old. */
const touched = [
  registryCareTeam.cliniciansByTeamType,
  registryCareTeam.getCareTeamOfPatient,
  registryCareTeam.clinicianUnassignmentDetails,
  registryCareTeam.getCaseloads,
] as const;

export const cliniciansQuery = (patientId: string) =>
  endpointQuery(registryCareTeam.cliniciansByTeamType, { params: { patientId } }, { quiet: true });
export const careTeamQuery = () => endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true });

export const useAssign = () => useEndpointMutation(registryRelations.assignClinician, { touches: touched, quiet: true });
export const useAssignFully = () => useEndpointMutation(registryRelations.assignFully, { touches: touched, quiet: true });
export const useUnassign = () => useEndpointMutation(registryRelations.unassignClinician, { touches: touched, quiet: true });
