import { useQueryClient } from '@tanstack/react-query';
import { triage } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

export const news2Query = (userId: string) => ({
  ...endpointQuery(triage.getNews2, { params: { userId } }, { quiet: true }),
  staleTime: 60_000,
});

/** What the score has become is known at once. */
export function useSayForNews2() {
  const client = useQueryClient();
  return useEndpointMutation(triage.postNews2Statement, {
    touches: [],
    quiet: true,
    onSuccess: (news2, { params: { userId } }) => client.setQueryData(news2Query(userId).queryKey, news2),
  });
}
