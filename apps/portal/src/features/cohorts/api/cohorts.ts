import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { eventsProcessor, factuaryCohorts } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { ReceivedOf, SentOf } from '@vigil/contract/endpoint';
import { call } from '#lib/api.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of a cohort makes old. */
const touches = [factuaryCohorts.listCohorts, factuaryCohorts.getCohort, eventsProcessor.listMembers] as const;

export const cohortsQuery = () => endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: 'once-answered' });
export const cohortQuery = (id: string) => endpointQuery(factuaryCohorts.getCohort, { params: { id } }, { quiet: true });

export type PreviewAsked = SentOf<typeof factuaryCohorts.postPreview>['body'];
export type Preview = ReceivedOf<typeof factuaryCohorts.postPreview>;

/** A question with a body. What it was about stays on screen while the next answer is awaited. */
export const previewQuery = (body: PreviewAsked, enabled: boolean) =>
  queryOptions<Preview, ApiError>({
    queryKey: [factuaryCohorts.postPreview.id, body],
    queryFn: ({ signal }) => call(factuaryCohorts.postPreview, { body }, { signal, quiet: true }),
    placeholderData: (before) => before,
    enabled,
    staleTime: 30_000,
    // Nobody keeps what members were found by any longer than it is on screen.
    gcTime: 0,
  });

/** What the cohort has become is known at once. */
export function usePutCohort() {
  const client = useQueryClient();
  return useEndpointMutation(factuaryCohorts.postCohort, {
    touches,
    quiet: true,
    onSuccess: (saved) =>
      client.setQueryData(cohortQuery(saved.cohort.id).queryKey, (before) => ({
        ...saved,
        meta: { ...saved.meta, used_in: before?.meta.used_in ?? [] },
      })),
  });
}

/** The cohort itself is not asked for again: there is none. */
export const useDeleteCohort = () =>
  useEndpointMutation(factuaryCohorts.deleteCohort, { touches: [factuaryCohorts.listCohorts], quiet: true });
