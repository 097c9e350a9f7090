import { eventsProcessor, ticksStore } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { call } from './api.ts';
import { endpointQuery } from './endpoint-query.ts';

/** Unix seconds, the end exclusive. */
export interface ReadSpan {
  readonly from: number;
  readonly to: number;
}

/** The last reading of every metric of a member, and the state of the band. */
export type Latest = ReceivedOf<typeof eventsProcessor.getLatest>;

/** A call that failed is made again this often until it succeeds: its place on the page says so. Milliseconds. */
const retryEveryMs = 15_000;
/** Whoever asks shows the failure where the answer would stand. */
const shownInPlace = {
  staleTime: 60_000,
  refetchInterval: (query: { readonly state: { readonly status: string } }) => (query.state.status === 'error' ? retryEveryMs : false),
} as const;

/** What was last heard of a member; asked again every minute. */
export const latestQuery = (memberId: string) => ({
  ...endpointQuery(eventsProcessor.getLatest, { params: { userId: memberId }, query: {} }, { quiet: true }),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

interface FactsAsked {
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  /** IANA name of the zone whose hours, days, weeks and months the steps are. */
  readonly zone: string;
}

const factsAsked = (memberId: string, { facts, granularity, zone }: FactsAsked, span: ReadSpan) => ({
  params: { userId: memberId },
  query: { facts: facts.join(','), granularity, tz: zone, from_ts: span.from, to_ts: span.to },
});

/** Facts of a member in steps. The span should hold whole steps, or the first and last are of a part of their readings. */
export const factsQuery = (...question: Parameters<typeof factsAsked>) => ({
  ...endpointQuery(eventsProcessor.getFactsOverTime, factsAsked(...question), { quiet: true }),
  ...shownInPlace,
});

/** Facts of a part of a span, to be laid over those that are kept. */
export const fetchFacts = (...question: Parameters<typeof factsAsked>) =>
  call(eventsProcessor.getFactsOverTime, factsAsked(...question), { quiet: true });

const ticksAsked = (memberId: string, metrics: readonly MetricId[], span: ReadSpan) => ({
  params: { userId: memberId },
  query: { metrics: metrics.join(','), start_time: span.from, end_time: span.to, deduplicate: 'true' as const, thin: 'true' as const },
});

/** Readings of a member, one value per metric and moment; of more than a chart can hold, the lowest and highest of each step. */
export const ticksQuery = (...question: Parameters<typeof ticksAsked>) => ({
  ...endpointQuery(ticksStore.getTicks, ticksAsked(...question), { quiet: true }),
  ...shownInPlace,
});

/** Readings of a member in a part of a span, to be laid over those that are kept. */
export const fetchTicks = (...question: Parameters<typeof ticksAsked>) =>
  call(ticksStore.getTicks, ticksAsked(...question), { quiet: true });

/** Sleeps of a member with their smoothed stages. */
export const sleepsQuery = (memberId: string, span: ReadSpan) => ({
  ...endpointQuery(
    eventsProcessor.getSleeps,
    { params: { userId: memberId }, query: { from_ts: span.from, to_ts: span.to, tz: 'UTC' } },
    { quiet: true },
  ),
  ...shownInPlace,
});

/** How often the heart rate lay in each bucket of 10 bpm. */
export const heartRateHistogramQuery = (memberId: string, span: ReadSpan) => ({
  ...endpointQuery(
    ticksStore.getAggregate,
    { params: { userId: memberId }, query: { metrics: 'heart_rate', start_time: span.from, end_time: span.to, reduce: 'hist' } },
    { quiet: true },
  ),
  select: (answer: ReceivedOf<typeof ticksStore.getAggregate>) => answer.heart_rate ?? [],
  ...shownInPlace,
});
