import { catalogue, type MetricId, metricIds } from '../metrics/catalogue.ts';

/** How regularly a metric came from devices. */
export interface SourceHabit {
  readonly metric: MetricId;
  /** On how many of the 14 days that end with the one on which it last came. */
  readonly daysOf14: number;
  /** What usually lies between two days on which it came, a day at least. Seconds. */
  readonly usualIntervalSeconds: number;
}

/** Metrics that a source can be lost of: readings, and not what a device says of itself or of another reading. */
export const sourceMetrics: readonly MetricId[] = metricIds.filter(
  (metric) => catalogue[metric].kind !== 'state' && !['battery', 'weight_conf', 'insulin'].includes(metric),
);

const habitDays = 14;
const daySeconds = 86_400;

/** A source that has been away for longer is no longer expected. Days. */
export const forgottenAfterDays = 28;

/** Days that have to be known for habits, ending with today. */
export const habitReachDays = habitDays + forgottenAfterDays;

/**
 * How regularly a metric came, from the days on which it came (in order; days since 1970). The fourteen days end with the last of
 * them, so that a source that has been lost for a week is still known as one that came every day. The interval is the median of
 * those between days, so that a holiday does not stretch it.
 */
export function habitOf(metric: MetricId, days: readonly number[]): SourceHabit | null {
  const last = days.at(-1);
  if (last === undefined) return null;
  const recent = days.filter((day) => day > last - habitDays);
  const steps = recent
    .slice(1)
    .map((day, index) => day - (recent[index] ?? day))
    .sort((a, b) => a - b);
  return { metric, daysOf14: recent.length, usualIntervalSeconds: (steps[Math.floor(steps.length / 2)] ?? 1) * daySeconds };
}
