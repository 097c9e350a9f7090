import { registryCareTeam } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

export const careTeamQuery = (patientId: string) => endpointQuery(registryCareTeam.getCareTeamOfPatient, { params: { patientId } });
export const endedQuery = (patientId: string) => endpointQuery(registryCareTeam.clinicianUnassignmentDetails, { params: { patientId } });
