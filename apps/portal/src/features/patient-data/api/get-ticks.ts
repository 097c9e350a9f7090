import { ticksStore } from '@vigil/contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TimeSpan } from '#charts/series.ts';
import { call } from '#lib/api.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { selfHealing } from './self-healing.ts';

/** One value per metric and moment; of a day with more than a chart can hold, the lowest and highest of each step. */
const asked = (memberId: string, metrics: readonly MetricId[], span: TimeSpan) => ({
  params: { userId: memberId },
  query: { metrics: metrics.join(','), start_time: span.from, end_time: span.to, deduplicate: 'true' as const, thin: 'true' as const },
});

/** Readings of a member in a part of a span, to be laid over those that are kept. */
export const fetchTicks = (...question: Parameters<typeof asked>) => call(ticksStore.getTicks, asked(...question), { quiet: true });

/** Readings of a member in a span. Failures are shown where the charts are. */
export const ticksQuery = (...question: Parameters<typeof asked>) => ({
  ...endpointQuery(ticksStore.getTicks, asked(...question), { quiet: true }),
  staleTime: 60_000,
  ...selfHealing,
});
