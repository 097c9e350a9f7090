import { queryOptions } from '@tanstack/react-query';
import { ticksStore } from '@vigil/contract';
import type { TimeSpan } from '#charts/series.ts';
import { call } from '#lib/api.ts';
import { selfHealing } from './self-healing.ts';

/** How often the heart rate lay in each bucket of 10 bpm. */
export const heartRateHistogramQuery = (memberId: string, span: TimeSpan) =>
  queryOptions({
    queryKey: ['patient-data', memberId, 'histogram', span.from, span.to],
    queryFn: async ({ signal }) => {
      const query = { metrics: 'heart_rate', start_time: span.from, end_time: span.to, reduce: 'hist' as const };
      const answer = await call(ticksStore.getAggregate, { params: { userId: memberId }, query }, { signal, quiet: true });
      return answer.heart_rate ?? [];
    },
    staleTime: 60_000,
    ...selfHealing,
  });
