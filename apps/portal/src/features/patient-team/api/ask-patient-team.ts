import { keepPreviousData } from '@tanstack/react-query';
import { registryCareTeam, registryTimeline } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

export const careTeamQuery = (patientId: string) => endpointQuery(registryCareTeam.getCareTeamOfPatient, { params: { patientId } });
export const endedQuery = (patientId: string) => endpointQuery(registryCareTeam.clinicianUnassignmentDetails, { params: { patientId } });

/** What happened between two times, Unix milliseconds, the end exclusive. */
export const timelineQuery = (patientId: string, startDate: number, endDate: number) => ({
  ...endpointQuery(registryTimeline.getTimeline, { params: { patientId }, query: { startDate, endDate } }),
  placeholderData: keepPreviousData,
});
