import { queryOptions } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import { call } from '#lib/api.ts';

/** The last reading of every metric the member ever had, and the state of the band. */
export const latestQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['patient-data', memberId, 'latest'],
    queryFn: ({ signal }) => call(eventsProcessor.getLatest, { params: { userId: memberId }, query: {} }, { signal, quiet: true }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
