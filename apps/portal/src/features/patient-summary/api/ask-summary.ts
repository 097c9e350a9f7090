import {
  activities,
  compliance,
  eventsProcessorFacts,
  factuaryActions,
  factuaryUserFacts,
  fhirRecords,
  notary,
  registryCareTeam,
} from '@vigil/contract';
import { activitiesOfAnswer } from '@vigil/contract/activities.values';
import { liveStatuses } from '@vigil/contract/factuary-actions.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';
import { factNames } from '../facts.ts';

/** The four that the page cannot do without; a refusal is told and leads away, as everywhere. */
export const factsQuery = (userId: string) => ({
  ...endpointQuery(eventsProcessorFacts.getFacts, { params: { userId }, query: { facts: factNames.join(',') } }),
  staleTime: 60_000,
});
export const complianceQuery = (userId: string) => ({
  ...endpointQuery(compliance.getCompliance, { params: { userId } }),
  staleTime: 60_000,
});

/** What was logged on two days and all between, MM-dd-yyyy. */
export const activitiesQuery = (userId: string, from: string, to: string) => ({
  ...endpointQuery(activities.listActivities, { params: { userId }, query: { from, to, size: activitiesOfAnswer.most } }),
  staleTime: 60_000,
});

/** What is open about the member, the worst first. */
export const openActionsQuery = (userId: string) => ({
  ...endpointQuery(factuaryActions.listActions, { query: { user_id: userId, status: liveStatuses.join(',') } }, { quiet: true }),
  refetchInterval: 60_000,
});
/** What was typed in elsewhere on the same days. It fails in its own place. */
export const readingsByHandQuery = (userId: string, from: string, to: string) => ({
  ...endpointQuery(activities.listReadingsByHand, { params: { userId }, query: { from, to } }, { quiet: true }),
  staleTime: 60_000,
});

/** Each of these fails in its own place. */
export const teamQuery = (patientId: string) =>
  endpointQuery(registryCareTeam.getCareTeamOfPatient, { params: { patientId } }, { quiet: true });
export const lastNoteQuery = (patientId: string) =>
  endpointQuery(notary.getLast, { params: { tenantId: session.get()?.tenant.tenant_ID ?? '', patientId } }, { quiet: true });

/** A record has some dozens of each; a page holds as many as one may ask for, so that nothing that stands is on the next. */
const whole = { size: 500 };
export const conditionsQuery = (id: string) => endpointQuery(fhirRecords.listConditions, { params: { id }, query: whole }, { quiet: true });
export const prescriptionsQuery = (id: string) =>
  endpointQuery(fhirRecords.listPrescriptions, { params: { id }, query: whole }, { quiet: true });
export const proceduresQuery = (id: string) => endpointQuery(fhirRecords.listProcedures, { params: { id }, query: whole }, { quiet: true });
export const ordersQuery = (id: string) => endpointQuery(fhirRecords.listOrders, { params: { id }, query: whole }, { quiet: true });
export const measuresQuery = (userId: string) => ({
  ...endpointQuery(factuaryUserFacts.getUserFacts, { params: { userId } }, { quiet: true }),
  staleTime: 60_000,
});
