import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';

/** A refused call would be refused again; a server that is starting or a lost connection is worth two more tries. */
export function worthRetrying(failures: number, reason: unknown): boolean {
  if (!(reason instanceof ApiError)) return false;
  return failures < 2 && (reason.status === 0 || reason.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
