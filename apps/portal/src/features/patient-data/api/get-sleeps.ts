import { eventsProcessor } from '@vigil/contract';
import type { TimeSpan } from '#charts/series.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { selfHealing } from './self-healing.ts';

/** Sleeps with their smoothed stages; asked for only on the 1-day range, as specified. */
export const sleepsQuery = (memberId: string, span: TimeSpan) => ({
  ...endpointQuery(
    eventsProcessor.getSleeps,
    { params: { userId: memberId }, query: { from_ts: span.from, to_ts: span.to, tz: 'UTC' } },
    { quiet: true },
  ),
  staleTime: 60_000,
  ...selfHealing,
});
