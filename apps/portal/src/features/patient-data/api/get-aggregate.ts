import { ticksStore } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import type { Bucket } from '#charts/kinds/histogram.ts';
import type { TimeSpan } from '#charts/series.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { selfHealing } from './self-healing.ts';

/** How often the heart rate lay in each bucket of 10 bpm. */
export const heartRateHistogramQuery = (memberId: string, span: TimeSpan) => ({
  ...endpointQuery(
    ticksStore.getAggregate,
    { params: { userId: memberId }, query: { metrics: 'heart_rate', start_time: span.from, end_time: span.to, reduce: 'hist' } },
    { quiet: true },
  ),
  select: (answer: ReceivedOf<typeof ticksStore.getAggregate>): readonly Bucket[] => answer.heart_rate ?? [],
  staleTime: 60_000,
  ...selfHealing,
});
