import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TimeSpan } from '#charts/series.ts';

/** Readings that the 1-day range shows one by one. */
export const dayMetrics: readonly MetricId[] = [
  'heart_rate',
  'rhr',
  'rmssd',
  'resp_rate',
  'spo2',
  'skin_temp',
  'body_temp',
  'gsr',
  'glucose',
  'battery',
];

/** Readings that every range shows one by one: few, and a pair belongs to each. A confidence that comes late changes which weights count. */
export const bodyMetrics: readonly MetricId[] = ['weight', 'weight_conf', 'systolic', 'diastolic'];

/** Levels of which longer ranges show the mean between lowest and highest. */
const levelMetrics = [
  'heart_rate',
  'rmssd',
  'resp_rate',
  'spo2',
  'skin_temp',
  'body_temp',
  'gsr',
  'glucose',
  'battery',
] as const satisfies readonly MetricId[];

const dayFacts = ['steps_sum', 'calories_sum'];
const longFacts = [
  ...levelMetrics.flatMap((metric) => [`${metric}_mean`, `${metric}_min`, `${metric}_max`, `${metric}_count`]),
  'rhr_mean',
  ...dayFacts,
  'sleep_efficiency_mean',
  ...['light', 'rem', 'deep'].flatMap((stage) => [`sleep_${stage}_mean`, `sleep_${stage}_sum`]),
  'band_wearing_time',
  'band_removed_time',
  'band_charge_time',
  ...['steps_days', 'calories_days', 'band_days'],
];

/** The facts of a range. The day's readings come as ticks; only its sums are facts. */
export function factsOf(days: number): readonly string[] {
  return days === 1 ? dayFacts : longFacts;
}

/** The specification's moving average: over 12 hours, which is why it is hourly at every range that shows it. */
export const averageFact = 'heart_rate_mean_sma_12h';

/** Beyond a month an hourly average has more points than the chart has pixels. */
const longestAverageDays = 30;

/** Among means of whole days the average swings with every night and hides them, so it is drawn where hours are read. */
export function averagesAreRead(days: number, granularity: Granularity): boolean {
  return days <= longestAverageDays && granularity === 'HOURLY';
}

/** A band state that began this long before the span may still hold in it. Seconds. */
export const bandLookBackSeconds = bandStateHoldsSeconds;

/** Days before the range that say what is usual for the member. */
export const usualDays = 28;

/** The metrics that get a band of usual values. */
export const usualFacts = ['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'skin_temp', 'body_temp', 'weight'].map(
  (metric) => `${metric}_mean`,
);

/** The span widened to whole steps, so that the first and last step are not computed from a part of their readings. */
export function wholeSteps(span: TimeSpan, granularity: Granularity, zone: string): TimeSpan {
  const last = startOfStep(span.to - 1, granularity, zone);
  return { from: startOfStep(span.from, granularity, zone), to: nextStep(last, granularity, zone) };
}
