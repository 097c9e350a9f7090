import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { reportLastFailure } from './failures.ts';

/** A refused call would be refused again; a server that is starting or a lost connection is worth two more tries. */
function worthRetrying(failures: number, reason: unknown): boolean {
  if (!(reason instanceof ApiError)) return false;
  return failures < 2 && (reason.status === 0 || reason.status === 503);
}

const onError = (reason: Error) => {
  if (reason instanceof ApiError) reportLastFailure(reason);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
