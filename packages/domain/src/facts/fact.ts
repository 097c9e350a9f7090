import { catalogue, isMetricId, type MetricId } from '../metrics/catalogue.ts';
import { type Measure, measureOf } from './measures.ts';
import { type Statistic, statistics, statisticsOfKind, usualStatistic } from './statistics.ts';
import {
  type FactWindow,
  factWindows,
  minutesOfDay,
  minuteText,
  parseMinute,
  type TimesOfDay,
  type Weekday,
  weekdays,
  wholeDay,
} from './time-of-day.ts';

export const sleepFigures = ['efficiency', 'total', 'awake', 'light', 'rem', 'deep', 'latency', 'awakenings', 'onset'] as const;
export type SleepFigure = (typeof sleepFigures)[number];

export const bandTimes = ['wearing', 'removed', 'charge'] as const;
export type BandTimeKind = (typeof bandTimes)[number];

export const movementTimes = ['active', 'idle'] as const;
export type MovementTime = (typeof movementTimes)[number];

/** What people log, as many as they did. */
export const loggedThings = ['meals', 'medications', 'workouts'] as const;
export type LoggedThing = (typeof loggedThings)[number];

/** What each figure of a sleep can be reduced to: durations and awakenings add up, shares and times of day do not. */
export const statisticsOfFigure: Readonly<Record<SleepFigure, readonly Statistic[]>> = {
  ...{ efficiency: ['mean', 'median', 'min', 'max', 'count'], onset: ['mean', 'median', 'min', 'max', 'count'] },
  ...{ latency: ['mean', 'median', 'min', 'max', 'count'] },
  ...{ total: summable(), awake: summable(), light: summable(), rem: summable(), deep: summable(), awakenings: summable() },
};

export const statisticsOfBmi: readonly Statistic[] = ['mean', 'median', 'min', 'max'];
export const statisticsAsleep: readonly Statistic[] = ['mean', 'median', 'min', 'max', 'count'];

function summable(): readonly Statistic[] {
  return ['mean', 'median', 'min', 'max', 'sum', 'count'];
}

/** What a fact is of, within a step of time or within a stretch that ends now. */
export type FactOverTime =
  | { readonly kind: 'metric'; readonly metric: MetricId; readonly statistic: Statistic }
  | { readonly kind: 'movingAverage'; readonly metric: MetricId }
  | { readonly kind: 'sleep'; readonly figure: SleepFigure; readonly statistic: Statistic }
  | { readonly kind: 'asleep'; readonly metric: MetricId; readonly statistic: Statistic }
  | { readonly kind: 'band'; readonly state: BandTimeKind }
  | { readonly kind: 'bandDays' }
  | { readonly kind: 'days'; readonly metric: MetricId }
  | { readonly kind: 'movement'; readonly state: MovementTime }
  | { readonly kind: 'bmi'; readonly statistic: Statistic }
  | { readonly kind: 'logged'; readonly of: LoggedThing }
  | { readonly kind: 'anomaly' };

/** A metric at times of the day, perhaps of one day of the week, over the days of a window. */
export interface ClockFact {
  readonly kind: 'clock';
  readonly metric: MetricId;
  readonly statistic: Statistic;
  readonly times: TimesOfDay;
  /** The day of the week on which the stretch begins; null: all of them. */
  readonly weekday: Weekday | null;
  readonly window: FactWindow;
}

/** `measure`: what is so now. `window`: as over time, of one stretch that ends now; null: of the last 24 hours. */
export type Fact =
  | { readonly kind: 'measure'; readonly measure: Measure }
  | { readonly kind: 'window'; readonly of: FactOverTime; readonly window: FactWindow | null }
  | ClockFact;

/**
 * Reads a fact's name as `facts-over-time` takes it; null when there is no such fact.
 * - `<metric>_<statistic>`: of the metric's values in the step, one value a moment.
 * - `<metric>_mean_sma_12h`: the moving average over 12 hours.
 * - `sleep_<figure>_<statistic>`: of the sleeps that end in the step; efficiency in percent, awakenings a number, onset in
 *   seconds of the day (12:00 to 36:00), everything else in seconds.
 * - `sleep_<metric>_<statistic>`: of the metric's values between falling asleep and the end of the sleeps that end in the step.
 * - `band_<wearing|removed|charge>_time`, `active_time`, `idle_time`: seconds of the step.
 * - `<metric>_days`, `band_days`: calendar days of the step that have data of it, each as far as it lies in the interval and has come.
 *   What is given per day is divided by these: days before the first reading, or without any, say nothing.
 * - `bmi_<statistic>`; `meals_count`, `medications_count`, `workouts_count`; `anomaly_score`, of days only.
 */
export function parseFactOverTime(name: string): FactOverTime | null {
  return parseFixed(name) ?? parseStatistic(name);
}

const fixed: ReadonlyMap<string, FactOverTime> = new Map<string, FactOverTime>([
  ...bandTimes.map((state): [string, FactOverTime] => [`band_${state}_time`, { kind: 'band', state }]),
  ...movementTimes.map((state): [string, FactOverTime] => [`${state}_time`, { kind: 'movement', state }]),
  ...loggedThings.map((of): [string, FactOverTime] => [`${of}_count`, { kind: 'logged', of }]),
  ['band_days', { kind: 'bandDays' }],
  ['anomaly_score', { kind: 'anomaly' }],
]);

const averageEnding = '_mean_sma_12h';
const daysEnding = '_days';

function parseFixed(name: string): FactOverTime | null {
  const known = fixed.get(name);
  if (known) return known;
  const days = without(name, daysEnding);
  if (days !== null && isMetricId(days)) return { kind: 'days', metric: days };
  const averaged = without(name, averageEnding);
  return averaged !== null && isMetricId(averaged) && isMeasuredByTheHour(averaged) ? { kind: 'movingAverage', metric: averaged } : null;
}

function parseStatistic(name: string): FactOverTime | null {
  const split = splitStatistic(name);
  if (!split) return null;
  const { base, statistic } = split;
  const figure = sleepFigures.find((one) => base === `sleep_${one}`);
  if (figure) return statisticsOfFigure[figure].includes(statistic) ? { kind: 'sleep', figure, statistic } : null;
  if (base === 'bmi') return statisticsOfBmi.includes(statistic) ? { kind: 'bmi', statistic } : null;
  if (isMetricId(base))
    return statisticsOfKind[catalogue[base].kind].includes(statistic) ? { kind: 'metric', metric: base, statistic } : null;
  const metric = base.startsWith('sleep_') ? base.slice('sleep_'.length) : '';
  return isMetricId(metric) && isMeasuredAsleep(metric) && statisticsAsleep.includes(statistic)
    ? { kind: 'asleep', metric, statistic }
    : null;
}

/** Whether what a metric does during sleep is a fact: of levels that are measured meanwhile. */
export function isMeasuredAsleep(metric: MetricId): boolean {
  const { kind, family } = catalogue[metric];
  return kind === 'level' && !['sleep', 'device', 'body'].includes(family);
}

/** Whether the times of the day of a metric are a fact: not of states, and not of what is known once a night. */
export function isMeasuredByTheHour(metric: MetricId): boolean {
  return catalogue[metric].kind !== 'state' && catalogue[metric].family !== 'sleep';
}

function splitStatistic(name: string): { readonly base: string; readonly statistic: Statistic } | null {
  // The longest ending first: `_daily_mean` ends in `_mean` as well.
  const statistic = [...statistics].sort((a, b) => b.length - a.length).find((one) => name.endsWith(`_${one}`));
  return statistic ? { base: name.slice(0, -statistic.length - 1), statistic } : null;
}

function without(name: string, ending: string): string | null {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : null;
}

/**
 * Reads a fact's name as `facts` takes it; null when there is no such fact. Besides what `parseFactOverTime` reads, which here
 * is of the last 24 hours, or with `_30d` or `_3m` at its end of so many days:
 * - a measure's id, as `weight`, `age`, `relative_population_stroke`: what is so now;
 * - `<metric>[_<statistic>]_from_<start>_to_<end>[_<mon…sun>][_<30d|3m>]`: between two times of the day (`0800`, `08:00`, `8`),
 *   over midnight where the end is not after the start;
 * - `<metric>[_<statistic>]_at_<time>[…]`: in the hour that begins then, as a chart's bar at that time;
 * - `<metric>[_<statistic>]_<mon…sun>[…]`: on that day of the week. These look back 30 days unless they say otherwise, and without a
 *   statistic they mean the mean, or the mean of the days where the metric is counted.
 */
export function parseFact(name: string): Fact | null {
  const measure = measureOf(name);
  if (measure) return { kind: 'measure', measure };
  const [inner, window] = cutEnding(name, factWindows);
  const of = parseFactOverTime(inner);
  // A score is of a day and an average of an hour: of a window there is none.
  if (of) return window && (of.kind === 'anomaly' || of.kind === 'movingAverage') ? null : { kind: 'window', of, window };
  const [timed, weekday] = cutEnding(inner, weekdays);
  const clock = parseTimes(timed) ?? (weekday ? { base: timed, times: wholeDay } : null);
  if (!clock) return null;
  const [metric, statistic] = baseOf(clock.base);
  return metric === null ? null : { kind: 'clock', metric, statistic, times: clock.times, weekday, window: window ?? '30d' };
}

function cutEnding<E extends string>(name: string, endings: readonly E[]): readonly [rest: string, ending: E | null] {
  const ending = endings.find((one) => name.endsWith(`_${one}`));
  return ending ? [name.slice(0, -ending.length - 1), ending] : [name, null];
}

function parseTimes(name: string): { readonly base: string; readonly times: TimesOfDay } | null {
  const to = name.lastIndexOf('_to_');
  const from = to < 0 ? -1 : name.lastIndexOf('_from_', to);
  if (from >= 0) {
    const [start, end] = [parseMinute(name.slice(from + '_from_'.length, to)), endMinute(name.slice(to + '_to_'.length))];
    return start === null || end === null || start === end
      ? null
      : { base: name.slice(0, from), times: { fromMinute: start, toMinute: end } };
  }
  const at = name.lastIndexOf('_at_');
  const start = at < 0 ? null : parseMinute(name.slice(at + '_at_'.length));
  return start === null ? null : { base: name.slice(0, at), times: { fromMinute: start, toMinute: ((start + 59) % minutesOfDay) + 1 } };
}

function endMinute(text: string): number | null {
  if (text === '24' || text === '2400' || text === '24:00') return minutesOfDay;
  const minute = parseMinute(text);
  return minute === 0 ? minutesOfDay : minute;
}

function baseOf(base: string): readonly [MetricId | null, Statistic] {
  if (isMetricId(base)) {
    const { kind } = catalogue[base];
    return kind === 'state' || !isMeasuredByTheHour(base) ? [null, 'mean'] : [base, usualStatistic[kind]];
  }
  const of = parseStatistic(base);
  return of?.kind === 'metric' && isMeasuredByTheHour(of.metric) ? [of.metric, of.statistic] : [null, 'mean'];
}

/** The name of a fact over time: what `parseFactOverTime` reads back as the same. */
export function nameOfFactOverTime(fact: FactOverTime): string {
  switch (fact.kind) {
    case 'metric':
      return `${fact.metric}_${fact.statistic}`;
    case 'movingAverage':
      return `${fact.metric}${averageEnding}`;
    case 'sleep':
      return `sleep_${fact.figure}_${fact.statistic}`;
    case 'asleep':
      return `sleep_${fact.metric}_${fact.statistic}`;
    case 'band':
      return `band_${fact.state}_time`;
    case 'bandDays':
      return 'band_days';
    case 'days':
      return `${fact.metric}${daysEnding}`;
    case 'movement':
      return `${fact.state}_time`;
    case 'bmi':
      return `bmi_${fact.statistic}`;
    case 'logged':
      return `${fact.of}_count`;
    case 'anomaly':
      return 'anomaly_score';
  }
}

/** The name of a fact, in the one spelling that Vigil writes; `parseFact` reads it back as the same. */
export function nameOfFact(fact: Fact): string {
  if (fact.kind === 'measure') return fact.measure.id;
  if (fact.kind === 'window') return `${nameOfFactOverTime(fact.of)}${fact.window ? `_${fact.window}` : ''}`;
  const { metric, statistic, times, weekday, window } = fact;
  const isWholeDay = times.fromMinute === 0 && times.toMinute === minutesOfDay;
  const clock = isWholeDay && weekday ? '' : `_from_${minuteText(times.fromMinute)}_to_${minuteText(times.toMinute)}`;
  return `${metric}_${statistic}${clock}${weekday ? `_${weekday}` : ''}_${window}`;
}
