import { isMeasuredByTheHour } from '@vigil/domain/facts/fact';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type ChartedId, isLevel, levels } from './charted.ts';

/** What one chart of a member has to know, of all that can be asked. */
export interface Asked {
  readonly ticks: readonly MetricId[];
  /** The readings are asked for from so many seconds before the span on. */
  readonly lookBackSeconds: number;
  readonly facts: readonly string[];
  readonly granularity: Granularity;
  /** Sleeps with their stages. */
  readonly sleeps: boolean;
  readonly meals: boolean;
}

export interface Reading {
  /** Length of the range. */
  readonly days: number;
  /** In steps of this width rather than the range's own. */
  readonly granularity?: Granularity;
  /** The chart stands as evidence: always in steps, and some are asked for from a week on only. */
  readonly evidence?: boolean;
  /** The hourly mean with its average over 12 hours, where a metric has one. */
  readonly average?: boolean;
}

/** Sleep detail is fetched only for ranges under two days (specification, validation rules). */
const sleepDetailBelowDays = 2;
/** In evidence mode steps and resting heart rate are only fetched for ranges of at least these days (specification). */
const weekDays = 7;
const onlyFromAWeek: readonly ChartedId[] = ['steps', 'rhr'];

/** The hours of two days can be told apart; beyond, a day is a step (as `chartRanges` has it). */
const mostHourlyDays = 2;

const nothing = { ticks: [], lookBackSeconds: 0, facts: [], granularity: 'DAILY', sleeps: false, meals: false } as const satisfies Asked;

/** What a chart asks for; null where the specification has it asked for nothing on this range. */
export function askedOf(
  id: ChartedId,
  { days, granularity = days <= mostHourlyDays ? 'HOURLY' : 'DAILY', evidence = false, average = false }: Reading,
): Asked | null {
  if (evidence && days < weekDays && onlyFromAWeek.includes(id)) return null;
  const steps = { ...nothing, granularity };
  if (isLevel(id)) {
    const metric = levels[id];
    if (average && hasAverage(id)) return { ...nothing, granularity: 'HOURLY', facts: [...factsOfLevel(metric), `${metric}_mean_sma_12h`] };
    return days === 1 && !evidence ? { ...nothing, ticks: [metric] } : { ...steps, facts: factsOfLevel(metric) };
  }
  switch (id) {
    case 'steps':
      return { ...steps, facts: ['steps_sum', 'steps_days'] };
    case 'glucose':
      return { ...nothing, ticks: ['glucose'] };
    case 'weight':
      return { ...nothing, ticks: ['weight', 'weight_conf'] };
    case 'blood_pressure':
      return { ...nothing, ticks: ['systolic', 'diastolic'] };
    case 'sleep':
      return days < sleepDetailBelowDays && !evidence
        ? { ...nothing, sleeps: true, ticks: ['sleep_depth'] }
        : // A sleep is of a night: an hour of it has no efficiency of its own.
          { ...nothing, facts: ['sleep_efficiency_mean'] };
    case 'band_removed':
      return days === 1
        ? { ...nothing, ticks: ['band_removed'], lookBackSeconds: bandStateHoldsSeconds }
        : { ...nothing, facts: ['band_wearing_time', 'band_removed_time', 'band_charge_time'] };
    case 'meals':
      return { ...nothing, meals: true };
    case 'anomaly':
      // Always daily (specification, business constants).
      return { ...nothing, facts: ['anomaly_score'] };
    default:
      return null;
  }
}

/** Whether a moving average over hours says anything: not of what is known once a night. */
export function hasAverage(id: ChartedId): boolean {
  return isLevel(id) && id !== 'rhr' && isMeasuredByTheHour(levels[id]);
}

const factsOfLevel = (metric: MetricId) => [`${metric}_mean`, `${metric}_min`, `${metric}_max`, `${metric}_count`];
