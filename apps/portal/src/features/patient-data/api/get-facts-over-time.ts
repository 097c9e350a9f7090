import { queryOptions } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { TimeSpan } from '#charts/series.ts';
import { call } from '#lib/api.ts';
import { selfHealing } from './self-healing.ts';

interface FactsAsked {
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  /** IANA name of the zone whose hours, days, weeks and months the steps are. */
  readonly zone: string;
}

export function fetchFacts(memberId: string, asked: FactsAsked, span: TimeSpan, signal?: AbortSignal) {
  const query = {
    facts: asked.facts.join(','),
    granularity: asked.granularity,
    tz: asked.zone,
    from_ts: span.from,
    to_ts: span.to,
  };
  return call(eventsProcessor.getFactsOverTime, { params: { userId: memberId }, query }, { signal, quiet: true });
}

export const factsQuery = (memberId: string, asked: FactsAsked, span: TimeSpan) =>
  queryOptions({
    queryKey: ['patient-data', memberId, 'facts', asked.granularity, asked.zone, asked.facts.join(','), span.from, span.to],
    queryFn: ({ signal }) => fetchFacts(memberId, asked, span, signal),
    staleTime: 60_000,
    ...selfHealing,
  });
