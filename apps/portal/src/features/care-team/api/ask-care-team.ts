import { registryCareTeam, registryTeams } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

export const caseloadsQuery = () => endpointQuery(registryCareTeam.getCaseloads, {});
export const teamsQuery = () => endpointQuery(registryTeams.listTeams, {});
export const teamQuery = (id: string) => endpointQuery(registryTeams.getTeam, { params: { id } });
