import type { UseQueryOptions } from '@tanstack/react-query';
import { keepPreviousData } from '@tanstack/react-query';
import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { movingAverageHours } from '@vigil/domain/timeframe/granularity';
import type { TimeSpan } from '#charts/series.ts';
import { factsQuery, heartRateHistogramQuery, sleepsQuery, ticksQuery } from '#lib/member-readings.ts';
import { loggedQuery } from '../api/ask-logged.ts';
import {
  averageFact,
  averagesAreRead,
  bandLookBackSeconds,
  bodyMetrics,
  dayMetrics,
  factsOf,
  usualDays,
  usualFacts,
  wholeSteps,
} from '../panels/data-asked.ts';
import type { TimeWindow } from '../time-window.ts';
import { granularityOf, type PatientView } from '../view.ts';

/** How the answer of a source is kept current while readings arrive. */
export type Refreshed =
  | { readonly by: 'readings'; readonly metrics: readonly MetricId[]; readonly span: TimeSpan }
  /** Steps that a reading takes part in for `lingerSeconds` after it; only readings of `metrics` where they are named. */
  | {
      readonly by: 'steps';
      readonly facts: readonly string[];
      readonly granularity: Granularity;
      readonly span: TimeSpan;
      readonly metrics?: readonly MetricId[];
      readonly lingerSeconds?: number;
    }
  /** Asked again as a whole; with `whenStale` only once the answer is old anyway. */
  | { readonly by: 'asking'; readonly metrics: readonly MetricId[]; readonly whenStale?: true };

interface Source {
  readonly query: object;
  /** The view needs it at all. A function decides by what another source has answered. */
  readonly wanted: boolean | ((answered: (name: 'sleeps') => readonly SleepRecord[] | undefined) => boolean);
  /** The charts stand without it: nobody waits for it, and its failure is not shown. */
  readonly inBackground?: true;
  /** How live readings reach it; absent: not at all. */
  readonly refreshed?: Refreshed;
}

/** Kept apart so that the entries below stay one line a question. */
const source = <const S extends Source>(one: S): S => one;

interface Parts {
  /** The stretch that the histogram counts, where it is not the whole range. */
  readonly zoom?: TimeSpan | null;
  /** What was logged, which the newer page has as well. */
  readonly newer?: boolean;
  /** Anomaly scores, which serve the clinic alone. */
  readonly scored?: boolean;
}

/**
 * Every call that one view of a member is made of: what is asked, when, and how it stays current. This list is all that a new
 * source of data needs; what the panels get (`PanelInput`), what is waited for and what is refreshed follow from it.
 */
export function sourcesOf(
  memberId: string,
  view: Pick<PatientView, 'range' | 'detail'>,
  { span }: Pick<TimeWindow, 'span'>,
  zone: string,
  { zoom = null, newer = false, scored = false }: Parts = {},
) {
  const { days } = view.range;
  const day = days === 1;
  const granularity = granularityOf(view);
  const hourly = { facts: [averageFact], granularity: 'HOURLY', zone } as const;
  const usual = { facts: usualFacts, granularity: day ? 'HOURLY' : 'DAILY', zone } as const;
  // Rounded to the day, so that the live day does not ask anew for what was usual each time its end moves on.
  const until = wholeSteps({ from: span.from, to: span.from + 1 }, 'DAILY', zone).from;
  const bandSpan = { from: span.from - bandLookBackSeconds, to: span.to };
  const facts = factsOf(days);
  return {
    ticks: source({
      query: ticksQuery(memberId, dayMetrics, span),
      wanted: day,
      refreshed: { by: 'readings', metrics: dayMetrics, span },
    }),
    bodyTicks: source({
      query: ticksQuery(memberId, bodyMetrics, span),
      wanted: true,
      refreshed: { by: 'readings', metrics: bodyMetrics, span },
    }),
    bandTicks: source({
      query: ticksQuery(memberId, ['band_removed'], bandSpan),
      wanted: day,
      refreshed: { by: 'readings', metrics: ['band_removed'], span: bandSpan },
    }),
    facts: source({
      query: factsQuery(memberId, { facts, granularity, zone }, wholeSteps(span, granularity, zone)),
      wanted: true,
      refreshed: { by: 'steps', facts, granularity, span },
    }),
    averages: source({
      query: factsQuery(memberId, hourly, wholeSteps(span, 'HOURLY', zone)),
      wanted: averagesAreRead(days, granularity),
      refreshed: { by: 'steps', ...hourly, span, metrics: ['heart_rate'], lingerSeconds: movingAverageHours * 3600 },
    }),
    sleeps: source({
      query: sleepsQuery(memberId, span),
      wanted: day,
      refreshed: { by: 'asking', metrics: ['sleep_depth'] },
    }),
    depths: source({
      query: ticksQuery(memberId, ['sleep_depth'], span),
      // The raw depths stand in where no stages were smoothed.
      wanted: (answered) => day && answered('sleeps')?.some((sleep) => sleep.smoothed_stages.length > 0) === false,
    }),
    histogram: source({
      // While a zoom is counted, the count of before stays in its place.
      query: { ...heartRateHistogramQuery(memberId, zoom ?? span), ...(zoom === null ? {} : { placeholderData: keepPreviousData }) },
      wanted: true,
      // Counted over the whole range, so a reading more or less can wait until the count is stale anyway.
      refreshed: { by: 'asking', metrics: ['heart_rate'], whenStale: true },
    }),
    logged: source({ query: loggedQuery(memberId, span, zone), wanted: newer }),
    anomalies: source({
      // Always daily, whatever the range is read in (specification, business constants).
      query: factsQuery(memberId, { facts: ['anomaly_score'], granularity: 'DAILY', zone }, wholeSteps(span, 'DAILY', zone)),
      wanted: scored,
      inBackground: true,
    }),
    before: source({
      query: factsQuery(memberId, usual, { from: until - usualDays * 86_400, to: until }),
      wanted: true,
      inBackground: true,
    }),
  };
}

export type Sources = ReturnType<typeof sourcesOf>;

/** The calls that panels are made of; a panel waits for its own and shows their failure. */
export type SourceName = keyof Sources;

type AnswerOf<Query> = Query extends { readonly select: (answer: never) => infer Read }
  ? Read
  : Query extends { readonly queryFn?: infer Asked }
    ? Awaited<ReturnType<Extract<Asked, (...given: never[]) => unknown>>>
    : never;

/** What the sources have answered; a list is empty until its call has answered. */
export type Answers = { readonly [Name in SourceName]: Readonly<AnswerOf<Sources[Name]['query']>> };

/** The sources one by one, in the order of the list. */
export function sourceList(sources: Sources): readonly (Source & { readonly name: SourceName; readonly query: UseQueryOptions })[] {
  return Object.entries(sources).map(([name, one]) => ({
    ...(one as Source),
    name: name as SourceName,
    query: one.query as UseQueryOptions,
  }));
}
