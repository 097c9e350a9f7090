import { queryOptions } from '@tanstack/react-query';
import { ticksStore } from '@vigil/contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TimeSpan } from '#charts/series.ts';
import { call } from '#lib/api.ts';
import { selfHealing } from './self-healing.ts';

/** Readings of a member in a span, one value per metric and moment. Failures are shown where the charts are. */
export function fetchTicks(memberId: string, metrics: readonly MetricId[], span: TimeSpan, signal?: AbortSignal) {
  const query = { metrics: metrics.join(','), start_time: span.from, end_time: span.to, deduplicate: 'true' as const };
  return call(ticksStore.getTicks, { params: { userId: memberId }, query }, { signal, quiet: true });
}

export const ticksQuery = (memberId: string, metrics: readonly MetricId[], span: TimeSpan) =>
  queryOptions({
    queryKey: ['patient-data', memberId, 'ticks', metrics.join(','), span.from, span.to],
    queryFn: ({ signal }) => fetchTicks(memberId, metrics, span, signal),
    staleTime: 60_000,
    ...selfHealing,
  });
