import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { reportLastFailure } from './failures.ts';
import { isAway, waitBefore } from './server-away.ts';

/** Of a question that has no answer yet; then whoever asks says that it failed, and it is asked again once the server is back. */
const triesWithoutAnswer = 2;
const longestWaitMs = 8_000;

const keptWhileAway = new WeakSet<object>();

/** Says of a failure that there is an older answer to show: it stays, and the question is asked until the server is back. */
export function keepAnswer(failure: ApiError): void {
  keptWhileAway.add(failure);
}

/** A refused call would be refused again; a server that is away is worth waiting for. */
function worthRetrying(failures: number, reason: unknown): boolean {
  if (!isAway(reason)) return false;
  return failures < triesWithoutAnswer || keptWhileAway.has(reason as ApiError);
}

const report = (reason: Error) => {
  if (reason instanceof ApiError) reportLastFailure(reason);
};
/** A question that is asked again by itself is not complained about each time. */
const reportOnce = (reason: Error, { state }: Query<unknown, unknown, unknown>) => {
  if (!isAway(reason) || state.errorUpdateCount <= 1) report(reason);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportOnce }),
  mutationCache: new MutationCache({ onError: report }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: worthRetrying,
      retryDelay: (attempt) => waitBefore(attempt, longestWaitMs),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
