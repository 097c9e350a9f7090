import type { MetricKind } from '../metrics/catalogue.ts';
import { median } from '../statistics/robust.ts';

/** What the values of a stretch of time are reduced to, in one go. `count` is how many there are. */
export const reductions = ['mean', 'median', 'min', 'max', 'sum', 'count'] as const;
export type Reduction = (typeof reductions)[number];

/**
 * Every statistic of a fact. `daily_mean` and `hourly_mean` first say what each calendar day or hour with data was (its mean, or
 * its total where the metric is counted) and then take the mean of those, so that a day with many readings weighs as much as
 * one with few.
 */
export const statistics = [...reductions, 'daily_mean', 'hourly_mean'] as const;
export type Statistic = (typeof statistics)[number];

/**
 * The statistics that make sense: levels are never added up; of what is counted, the single value says how often a device
 * sends and not what the person did, so it has no mean; a state is no quantity.
 */
export const statisticsOfKind: Readonly<Record<MetricKind, readonly Statistic[]>> = {
  level: ['mean', 'median', 'min', 'max', 'count', 'daily_mean', 'hourly_mean'],
  count: ['sum', 'max', 'count', 'daily_mean', 'hourly_mean'],
  state: ['min', 'max', 'count'],
};

/** The statistic that a name without one means: what the metric did in the stretch, or per day where it is counted. */
export const usualStatistic: Readonly<Record<Exclude<MetricKind, 'state'>, Statistic>> = { level: 'mean', count: 'daily_mean' };

/** Reduces values; null when there are none, for nothing is not zero. */
export function reduce(values: readonly number[], reduction: Reduction): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (reduction) {
    case 'mean':
      return sum / values.length;
    case 'median':
      return median(values);
    case 'min':
      return values.reduce((low, value) => Math.min(low, value));
    case 'max':
      return values.reduce((high, value) => Math.max(high, value));
    case 'sum':
      return sum;
    case 'count':
      return values.length;
  }
}
