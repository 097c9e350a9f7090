import { queryOptions } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import { call } from './api.ts';

/** One user account: the member whose page is open, or the signed-in person. Shared by the shell and the screens under it. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId],
    queryFn: ({ signal }) => call(registry.getUser, { params: { id: userId } }, { signal }),
    staleTime: 60_000,
  });
