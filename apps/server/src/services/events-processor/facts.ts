import { VigilError } from '@vigil/contract/errors';
import { isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import { median } from '@vigil/domain/statistics/robust';

const reductions = ['mean', 'median', 'min', 'max', 'sum', 'count'] as const;
export type Reduction = (typeof reductions)[number];

const sleepFigures = ['efficiency', 'total', 'awake', 'light', 'rem', 'deep', 'latency', 'awakenings', 'onset'] as const;
export type SleepFigure = (typeof sleepFigures)[number];

const bandTimes = ['wearing', 'removed', 'charge'] as const;
const daysEnding = '_days';
export type BandTimeKind = (typeof bandTimes)[number];

/**
 * What a fact's name means:
 * - `<metric>_<mean|median|min|max|sum|count>`: of the metric's values in the step, one value per moment.
 * - `<metric>_mean_sma_12h`: the moving average over 12 hours (see `movingAverages`).
 * - `sleep_<figure>_<reduction>`: of the sleeps that end in the step; efficiency in percent, awakenings a number, onset in
 *   seconds of the day (12:00 to 36:00), everything else in seconds.
 * - `sleep_<metric>_<reduction>`: of the metric's values between falling asleep and the end of the sleeps that end in the step.
 * - `band_<wearing|removed|charge>_time`: seconds of the step.
 * - `<metric>_days`, `band_days`: calendar days of the step that have data of it, the one under way as far as it has come.
 *   What is given per day is divided by these: days before the first reading, or without any, say nothing.
 */
export type Fact =
  | { readonly kind: 'metric'; readonly name: string; readonly metric: MetricId; readonly reduction: Reduction }
  | { readonly kind: 'movingAverage'; readonly name: string; readonly metric: MetricId }
  | { readonly kind: 'sleep'; readonly name: string; readonly figure: SleepFigure; readonly reduction: Reduction }
  | { readonly kind: 'asleep'; readonly name: string; readonly metric: MetricId; readonly reduction: Reduction }
  | { readonly kind: 'band'; readonly name: string; readonly state: BandTimeKind }
  | { readonly kind: 'days'; readonly name: string; readonly metric: MetricId }
  | { readonly kind: 'bandDays'; readonly name: string };

const movingAverageEnding = '_mean_sma_12h';

/** Reads a fact's name. Throws invalid_input, naming it, when there is no such fact. */
export function parseFact(name: string): Fact {
  const state = bandTimes.find((one) => name === `band_${one}_time`);
  if (state) return { kind: 'band', name, state };
  if (name === 'band_days') return { kind: 'bandDays', name };
  const counted = name.endsWith(daysEnding) ? name.slice(0, -daysEnding.length) : '';
  if (isMetricId(counted)) return { kind: 'days', name, metric: counted };
  const averaged = name.endsWith(movingAverageEnding) ? name.slice(0, -movingAverageEnding.length) : '';
  if (isMetricId(averaged)) return { kind: 'movingAverage', name, metric: averaged };
  const end = name.lastIndexOf('_');
  const reduction = reductions.find((one) => one === name.slice(end + 1));
  const base = reduction === undefined ? '' : name.slice(0, end);
  const figure = sleepFigures.find((one) => base === `sleep_${one}`);
  if (figure) return { kind: 'sleep', name, figure, reduction: reduction as Reduction };
  if (isMetricId(base)) return { kind: 'metric', name, metric: base, reduction: reduction as Reduction };
  const asleep = base.startsWith('sleep_') ? base.slice('sleep_'.length) : '';
  if (isMetricId(asleep)) return { kind: 'asleep', name, metric: asleep, reduction: reduction as Reduction };
  throw new VigilError('invalid_input', `There is no fact "${name}". A fact is named metric_reduction, as in heart_rate_mean.`, {
    fields: [{ field: 'facts', message: `Not known: ${name}` }],
  });
}

/**
 * The metric that a fact is read from. Sleep efficiency is one of the figures of a sleep, and a metric too, for devices that
 * send no stages: it stands in where a step has no sleep of its own.
 */
export function metricOf(fact: Fact): { readonly metric: MetricId; readonly reduction: Reduction } | null {
  if (fact.kind === 'metric') return fact;
  if (fact.kind === 'sleep' && fact.figure === 'efficiency') return { metric: 'sleep_efficiency', reduction: fact.reduction };
  return null;
}

/** Whether a fact is read from the states of the band. */
export const isOfBand = ({ kind }: Fact): boolean => kind === 'band' || kind === 'bandDays';

/** Reduces values; null when there are none. */
export function reduce(values: readonly number[], reduction: Reduction): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (reduction) {
    case 'mean':
      return sum / values.length;
    case 'median':
      return median(values);
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'sum':
      return sum;
    case 'count':
      return values.length;
  }
}
