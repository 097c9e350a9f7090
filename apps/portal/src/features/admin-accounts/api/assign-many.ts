import { registry, registryBulkAssignment, registryCareTeam, registryTeams } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import type { BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import { call } from '#lib/api.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of who looks after whom makes old. */
const touched = [
  registry.listUsers,
  registryCareTeam.getCaseloads,
  registryCareTeam.cliniciansByTeamType,
  registryCareTeam.getCareTeamOfPatient,
  registryCareTeam.clinicianUnassignmentDetails,
  registryTeams.listTeams,
  registryTeams.getTeam,
] as const;

export const careTeamQuery = () => endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true });
export const teamsQuery = () => endpointQuery(registryTeams.listTeams, {}, { quiet: true });

/** What an assignment would come to now. Whoever asks shows the failure. */
export const previewQuery = (memberIds: readonly string[], to: BulkTarget | null) => ({
  queryKey: [registryBulkAssignment.previewBulkAssignment.id, memberIds, to] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(
      registryBulkAssignment.previewBulkAssignment,
      { body: { memberIds: [...memberIds], to: to as BulkTarget } },
      { signal, quiet: true },
    ),
  enabled: to !== null,
  // Who looks after whom may change at any time: it is asked each time the dialog comes to it.
  gcTime: 0,
});
export type Preview = BulkResult;
export type PreviewFailure = ApiError;

export const useAssignMany = () => useEndpointMutation(registryBulkAssignment.assignMany, { touches: touched, quiet: true });
export const useUndoAssignMany = () => useEndpointMutation(registryBulkAssignment.undoBulkAssignment, { touches: touched, quiet: true });
