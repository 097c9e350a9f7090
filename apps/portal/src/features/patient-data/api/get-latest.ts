import { eventsProcessor } from '@vigil/contract';
import { endpointQuery } from '#lib/endpoint-query.ts';

/** The last reading of every metric the member ever had, and the state of the band. */
export const latestQuery = (memberId: string) => ({
  ...endpointQuery(eventsProcessor.getLatest, { params: { userId: memberId }, query: {} }, { quiet: true }),
  staleTime: 30_000,
  refetchInterval: 60_000,
});
