import { infiniteQueryOptions } from '@tanstack/react-query';
import { privacy } from '@vigil/contract';
import { call } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** Who has looked at the member's data, the newest days first; each further page 30 days earlier. */
export function accessQuery(userId: string) {
  const { queryKey } = endpointQuery(privacy.listAccess, { params: { userId }, query: {} }, { quiet: true });
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(privacy.listAccess, { params: { userId }, query: pageParam === null ? {} : { before: pageParam } }, { signal, quiet: true }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? page.from : undefined),
  });
}

export const erasureQuery = (userId: string) => endpointQuery(privacy.getErasure, { params: { userId } }, { quiet: true });

const touches = [privacy.getErasure] as const;
export const useRequestErasure = () => useEndpointMutation(privacy.requestErasure, { touches, quiet: true });
export const useWithdrawErasure = () => useEndpointMutation(privacy.withdrawErasure, { touches, quiet: true });

export const downloadOwnData = (userId: string, how: Parameters<typeof download>[2]) =>
  download(privacy.exportMember, { params: { userId } }, how);
