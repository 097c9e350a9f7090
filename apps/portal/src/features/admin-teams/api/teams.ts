import { useQueryClient } from '@tanstack/react-query';
import { registry, registryCareTeam, registryTeams } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of a care team makes old. */
const touched = [
  registryTeams.listTeams,
  registryTeams.getTeam,
  registryCareTeam.getCaseloads,
  registryCareTeam.getCareTeamOfPatient,
] as const;
/** Members that a search shows: whoever is not among them is found by more of the name. */
const mostFound = 20;

export const teamsQuery = () => endpointQuery(registryTeams.listTeams, {});
export const teamQuery = (id: string) => endpointQuery(registryTeams.getTeam, { params: { id } }, { quiet: true });
export const careTeamQuery = () => endpointQuery(registryCareTeam.getCaseloads, {});
export const membersQuery = (partOfName: string) => ({
  ...endpointQuery(registry.listUsers, { query: { teamType: 'PATIENT', partOfName, size: mostFound } }),
  enabled: partOfName !== '',
});

export const useCreateTeam = () => useEndpointMutation(registryTeams.createTeam, { touches: touched, quiet: true });
/** What the team has become is shown at once, and not as it was until it has been asked for again. */
export function useChangeTeam() {
  const client = useQueryClient();
  return useEndpointMutation(registryTeams.changeTeam, {
    touches: touched,
    quiet: true,
    onSuccess: (saved) => client.setQueryData(teamQuery(saved.id).queryKey, saved),
  });
}
/** The team itself is not asked for again: there is none. */
export const useDeleteTeam = () =>
  useEndpointMutation(registryTeams.deleteTeam, { touches: touched.filter((one) => one !== registryTeams.getTeam), quiet: true });
