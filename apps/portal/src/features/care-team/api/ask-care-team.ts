import { factuaryActions, registryCareTeam, registryTeams } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

export const caseloadsQuery = () => endpointQuery(registryCareTeam.getCaseloads, {});
/** How many actions each has or had, by id; with `ended` those that were completed or closed. A failure is shown by nobody. */
export const actionCountsQuery = (ended: boolean) =>
  endpointQuery(factuaryActions.countActions, { query: ended ? { status: 'COMPLETED|CLOSED' } : {} }, { quiet: true });
export const teamsQuery = () => endpointQuery(registryTeams.listTeams, {});
export const teamQuery = (id: string) => endpointQuery(registryTeams.getTeam, { params: { id } });
