import { useQueryClient } from '@tanstack/react-query';
import { metaresources } from '@vigil/contract';
import type { PanelSet } from '@vigil/contract/metaresources.contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

const touches = [metaresources.listPanelSets];

/** The person's panels, the Default Panel first. A failure is told where panels are chosen. */
export const panelSetsQuery = (userId: string) => ({
  ...endpointQuery(metaresources.listPanelSets, { params: { userId } }, { quiet: true }),
  staleTime: 60_000,
});

/** What is known of the panels after a change, until they are asked for again: a new one can be shown at once. */
function useKnownPanels(userId: string) {
  const client = useQueryClient();
  return (change: (sets: readonly PanelSet[]) => PanelSet[]) =>
    client.setQueryData(panelSetsQuery(userId).queryKey, (before) => before && change(before));
}

/** Makes a panel, or changes the one of its id. */
export function usePutPanelSet(userId: string) {
  const known = useKnownPanels(userId);
  return useEndpointMutation(metaresources.putPanelSet, {
    touches,
    quiet: true,
    onSuccess: (set) =>
      void known((sets) => (sets.some(({ id }) => id === set.id) ? sets.map((one) => (one.id === set.id ? set : one)) : [...sets, set])),
  });
}

export function useDeletePanelSet(userId: string) {
  const known = useKnownPanels(userId);
  return useEndpointMutation(metaresources.deletePanelSet, {
    touches,
    quiet: true,
    onSuccess: (set) => void known((sets) => sets.filter(({ id }) => id !== set.id)),
  });
}
