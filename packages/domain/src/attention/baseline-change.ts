import type { MetricId } from '../metrics/catalogue.ts';
import { median, robustDeviation } from '../statistics/robust.ts';

/** One day of a metric: days since 1970-01-01 in the member's own calendar, and the day's mean in the metric's unit. */
export interface DayMean {
  readonly day: number;
  readonly mean: number;
}

interface Watched {
  /** The direction that is worth a look. */
  readonly worse: 'up' | 'down';
  /** No deviation is taken to be smaller, so that a very regular member is not flagged for nothing. In the metric's unit. */
  readonly leastDeviation: number;
  /** Measured once a night: today's value is whole as soon as it is there. */
  readonly wholeAtOnce: boolean;
}

/**
 * Metrics that are compared with the member's own usual days. Movement is not among them: a day without the band looks
 * like a day in bed.
 */
const watched = {
  rhr: { worse: 'up', leastDeviation: 1.5, wholeAtOnce: true },
  rmssd: { worse: 'down', leastDeviation: 4, wholeAtOnce: false },
  resp_rate: { worse: 'up', leastDeviation: 0.5, wholeAtOnce: false },
  skin_temp: { worse: 'up', leastDeviation: 0.3, wholeAtOnce: false },
  spo2: { worse: 'down', leastDeviation: 0.7, wholeAtOnce: false },
} as const satisfies Partial<Record<MetricId, Watched>>;

export type WatchedMetric = keyof typeof watched;
export const watchedMetrics = Object.keys(watched) as readonly WatchedMetric[];

/** Days before the run that say what is usual, and how many of them must have data. */
export const baselineDays = 28;
export const fewestBaselineDays = 7;
/** A run is looked for this far back; before it lie the days that it is compared with. */
export const longestRunDays = 7;

/** The days that say what is usual, as of the newest day: both inclusive, in days since 1970-01-01. */
export function usualDaysBefore(newestDay: number): { readonly first: number; readonly last: number } {
  const last = newestDay - longestRunDays;
  return { first: last - baselineDays + 1, last };
}

export interface BaselineChange {
  /** Mean of the newest whole day. */
  readonly value: number;
  /** Median of the usual days. */
  readonly usual: number;
  /** How many robust standard deviations lie between the two; always positive. */
  readonly deviations: number;
  /** First day of the run of days beyond two deviations. */
  readonly sinceDay: number;
}

/**
 * Whether the newest whole day of a member is unlike their own usual days: beyond three robust standard deviations
 * (1.4826 × MAD around the median of the 28 days before), or two such days on the same side beyond two (the rules of
 * control charts, Western Electric 1956). Null without seven usual days, or when the newest whole day is older than yesterday.
 */
export function baselineChange(metric: WatchedMetric, days: readonly DayMean[], today: number): BaselineChange | null {
  const { worse, leastDeviation, wholeAtOnce }: Watched = watched[metric];
  const whole = days.filter(({ day }) => (wholeAtOnce ? day <= today : day < today)).sort((a, b) => a.day - b.day);
  const newest = whole.at(-1);
  if (!newest || newest.day < today - 1) return null;
  const { first: firstUsualDay, last: lastUsualDay } = usualDaysBefore(newest.day);
  const before = whole.filter(({ day }) => day >= firstUsualDay && day <= lastUsualDay).map(({ mean }) => mean);
  if (before.length < fewestBaselineDays) return null;
  const usual = median(before);
  const deviation = Math.max(leastDeviation, robustDeviation(before, usual));
  const worseBy = ({ mean }: DayMean) => ((worse === 'up' ? 1 : -1) * (mean - usual)) / deviation;
  const recent = whole.filter(({ day }) => day > lastUsualDay);
  const usualAgain = recent.findLastIndex((day) => worseBy(day) <= 2);
  const run = recent.slice(usualAgain + 1);
  const [first] = run;
  if (!first || !(worseBy(newest) > 3 || run.length >= 2)) return null;
  return { value: newest.mean, usual, deviations: worseBy(newest), sinceDay: first.day };
}
