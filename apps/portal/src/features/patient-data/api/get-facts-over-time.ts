import { eventsProcessor } from '@vigil/contract';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { TimeSpan } from '#charts/series.ts';
import { call } from '#lib/api.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { selfHealing } from './self-healing.ts';

interface FactsAsked {
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  /** IANA name of the zone whose hours, days, weeks and months the steps are. */
  readonly zone: string;
}

const asked = (memberId: string, { facts, granularity, zone }: FactsAsked, span: TimeSpan) => ({
  params: { userId: memberId },
  query: { facts: facts.join(','), granularity, tz: zone, from_ts: span.from, to_ts: span.to },
});

/** Facts of a part of a span, to be laid over those that are kept. */
export const fetchFacts = (...question: Parameters<typeof asked>) =>
  call(eventsProcessor.getFactsOverTime, asked(...question), { quiet: true });

export const factsQuery = (...question: Parameters<typeof asked>) => ({
  ...endpointQuery(eventsProcessor.getFactsOverTime, asked(...question), { quiet: true }),
  staleTime: 60_000,
  ...selfHealing,
});
