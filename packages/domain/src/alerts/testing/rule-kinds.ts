import type { MetricId } from '../../metrics/catalogue.ts';
import { news2LowerBound } from '../../news2/course.ts';
import { bandStateHoldsSeconds } from '../../status/band-time.ts';
import { stateIntervals, stateRuns } from '../../timeframe/state-runs.ts';
import { isJudgedAtOnce } from '../advance.ts';
import { prepareRule } from '../decide.ts';
import { restingSlots, wornSlots } from '../rest.ts';
import { type AlertRule, dueEvery, isCountedByBand, isReadAtRest } from '../rule.ts';
import { countedWhileWorn, type SlotSeries, slotOf, slotSeries, slotsOfReadings, type TimedValue } from '../slots.ts';
import type { Random } from './random.ts';

/** A reading and of what it is. `metric` of a score that is known as such: what it is called. */
export interface StreamReading extends TimedValue {
  readonly metric: MetricId | 'anomaly';
}

/** Rules about one thing, what they look at, and how it is judged. */
export interface RuleKind {
  readonly name: string;
  readonly rules: readonly AlertRule[];
  readonly atOnce: boolean;
  /** Seconds between two looks where it is not judged with each reading; it looks a day back each time then. */
  readonly turnSeconds: number | null;
  /** Readings of [from, to). Unix seconds. */
  make(random: Random, fromSeconds: number, toSeconds: number): StreamReading[];
  /** What all of its rules look at. */
  seriesOf(readings: readonly StreamReading[], fromSeconds: number, toSeconds: number): SlotSeries;
  /** How many members are tried: what is dear to work out is tried on fewer. */
  readonly members: number;
  /** How far before a moment its rules look. */
  readonly reachSeconds: number;
  /** Whether a reading moves how far it is judged, rather than only what is looked at. */
  readonly moves: (metric: StreamReading['metric']) => boolean;
}

const base: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'glucose' }, aggregate: 'latest', direction: 'at_least', against: 'value', window: '24h' },
  ...{ baseline: null, level: 251, clearing: 230, persistMinutes: 120, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const about = (metric: MetricId, over: Partial<AlertRule>): AlertRule => ({ ...base, subject: { kind: 'metric', metric }, ...over });
const [minute, hour] = [60, 3_600];

/** Readings every so often, some of them missing, in spells of high, low and usual values. */
function spells(random: Random, from: number, to: number, every: number, values: readonly (readonly [number, number])[]): TimedValue[] {
  const found: TimedValue[] = [];
  let [low, high] = random.pick(values);
  for (let at = from + random.whole(0, every); at < to; at += Math.ceil(every * (0.5 + random.next()))) {
    if (random.next() < 0.15) [low, high] = random.pick(values);
    if (random.next() < 0.9) found.push({ seconds: at, value: low + Math.round(random.next() * (high - low)) });
  }
  return found;
}

const named = (metric: StreamReading['metric'], values: readonly TimedValue[]): StreamReading[] =>
  values.map((one) => ({ metric, ...one }));
const of = (readings: readonly StreamReading[], metric: StreamReading['metric']) => readings.filter((one) => one.metric === metric);
const bandOf = (readings: readonly StreamReading[], to: number) =>
  stateIntervals(stateRuns(of(readings, 'band_removed'), bandStateHoldsSeconds), bandStateHoldsSeconds, to);

function metricKind(
  metric: MetricId,
  rules: readonly AlertRule[],
  every: number,
  values: readonly (readonly [number, number])[],
  turnSeconds: number | null = null,
): RuleKind {
  const beside = isReadAtRest(metric) || isCountedByBand(metric);
  return {
    ...{
      name: `${metric} ${rules.map(({ aggregate, against }) => `${aggregate}/${against}`).join(' ')}`,
      rules,
      turnSeconds,
      members: 400,
    },
    atOnce: rules.some((rule) => isJudgedAtOnce(prepareRule(rule))),
    reachSeconds:
      Math.max(...rules.map(prepareRule).map(({ windowSlots, baseline: ends }) => Math.max(windowSlots, ends?.from ?? 0))) * 300 + hour,
    make: (random, from, to) => [
      ...named(metric, spells(random, from, to, every, values)),
      ...(beside ? named('band_removed', spells(random, from, to, hour, [...Array(4).fill([0, 0]), [1, 1]])) : []),
      ...(isReadAtRest(metric) ? named('steps', spells(random, from, to, 20 * minute, [...Array(3).fill([0, 0]), [10, 60]])) : []),
    ],
    seriesOf(readings, fromSeconds, toSeconds) {
      const isWorn = () => wornSlots(bandOf(readings, toSeconds));
      const stepped = () => new Set(of(readings, 'steps').flatMap(({ seconds, value }) => (value > 0 ? [slotOf(seconds)] : [])));
      const known = isReadAtRest(metric)
        ? { isRead: restingSlots(isWorn(), stepped()) }
        : isCountedByBand(metric)
          ? countedWhileWorn(isWorn())
          : {};
      const shape = { fromSeconds, toSeconds, dueEverySeconds: dueEvery(metric) };
      return slotSeries(slotsOfReadings(of(readings, metric)), shape, known);
    },
    moves: (one) => one === metric,
  };
}

const news2: RuleKind = {
  ...{ name: 'score news2', atOnce: true, turnSeconds: null, members: 60, reachSeconds: hour, moves: () => true },
  rules: [
    { ...base, subject: { kind: 'score', score: 'news2' }, window: '1h', level: 5, clearing: 4, persistMinutes: 15 },
    { ...base, subject: { kind: 'score', score: 'news2' }, window: '1h', level: 3, clearing: 3, persistMinutes: 0 },
    { ...base, subject: { kind: 'score', score: 'news2' }, window: '1h', direction: 'at_most', level: 1, clearing: 2, persistMinutes: 60 },
  ],
  make: (random, from, to) => [
    ...named(
      'heart_rate',
      spells(random, from, to, 10 * minute, [
        [60, 80],
        [112, 128],
        [131, 140],
      ]),
    ),
    ...named(
      'spo2',
      spells(random, from, to, 20 * minute, [
        [96, 99],
        [92, 93],
      ]),
    ),
    ...named(
      'systolic',
      spells(random, from, to, 3 * hour, [
        [120, 130],
        [85, 92],
      ]),
    ),
    ...named('band_removed', spells(random, from, to, hour, [...Array(3).fill([0, 0]), [1, 1]])),
  ],
  seriesOf(readings, fromSeconds, toSeconds) {
    const timed = (metric: MetricId) => {
      const ordered = of(readings, metric).sort((a, b) => a.seconds - b.seconds);
      return { seconds: ordered.map(({ seconds }) => seconds), values: ordered.map(({ value }) => value) };
    };
    const history = {
      worn: { pulse: timed('heart_rate'), respiration: timed('resp_rate'), spo2: timed('spo2') },
      spot: { systolic: timed('systolic'), temperature: timed('body_temp') },
      ...{ band: bandOf(readings, toSeconds), said: [], birthDate: null },
    };
    const scores: TimedValue[] = [];
    for (let slot = slotOf(fromSeconds); slot < slotOf(toSeconds); slot++) {
      const value = news2LowerBound(history, slot);
      if (value !== null) scores.push({ seconds: slot * 300, value });
    }
    return slotSeries(slotsOfReadings(scores), { fromSeconds, toSeconds, dueEverySeconds: null });
  },
};

const anomaly: RuleKind = {
  ...{ name: 'score anomaly', atOnce: true, turnSeconds: 6 * hour, members: 400, reachSeconds: 24 * hour, moves: () => true },
  rules: [4, 3].map((level) => ({ ...base, subject: { kind: 'score', score: 'anomaly' }, level, clearing: 3, persistMinutes: 0 })),
  make: (random, from, to) =>
    named(
      'anomaly',
      spells(random, from, to, 6 * hour, [
        [0, 2],
        [3, 6],
      ]),
    ),
  seriesOf: (readings, fromSeconds, toSeconds) => slotSeries(slotsOfReadings(readings), { fromSeconds, toSeconds, dueEverySeconds: null }),
};

const weekly = { baseline: '1dS6h', window: '6h' } as const;

/** Every kind of rule: what it measures and against what, how long it has to hold, how it is read and when it is judged. */
export const ruleKinds: readonly RuleKind[] = [
  metricKind(
    'glucose',
    [
      base,
      about('glucose', { direction: 'at_most', level: 53, clearing: 70, persistMinutes: 0 }),
      about('glucose', { direction: 'at_most', level: 69, clearing: 75, persistMinutes: 15 }),
    ],
    25 * minute,
    [
      [90, 130],
      [40, 68],
      [251, 300],
    ],
  ),
  metricKind(
    'weight',
    [
      about('weight', { ...weekly, against: 'difference', level: 2, clearing: 1.5, persistMinutes: 0 }),
      about('weight', { ...weekly, against: 'percent', direction: 'at_most', level: -2, clearing: -1, persistMinutes: 30 }),
      about('weight', { window: '6h', level: 84, clearing: 83, persistMinutes: 60 }),
    ],
    2 * hour,
    [
      [78, 80],
      [82, 86],
    ],
  ),
  metricKind(
    'spo2',
    [
      about('spo2', { aggregate: 'mean', window: '1h', direction: 'at_most', level: 91, clearing: 92, persistMinutes: 15 }),
      about('spo2', { aggregate: 'mean', window: '2h', direction: 'at_most', level: 93, clearing: 94, persistMinutes: 60 }),
      about('spo2', {
        aggregate: 'latest',
        window: '1h',
        direction: 'at_most',
        level: 88,
        clearing: 90,
        persistMinutes: 0,
        leastCoverage: 0.75,
      }),
    ],
    12 * minute,
    [
      [95, 98],
      [88, 92],
    ],
  ),
  metricKind(
    'heart_rate',
    [
      about('heart_rate', { aggregate: 'mean', window: '1h', level: 111, clearing: 105, persistMinutes: 15 }),
      about('heart_rate', { aggregate: 'mean', window: '1h', direction: 'at_most', level: 44, clearing: 48, persistMinutes: 0 }),
    ],
    4 * minute,
    [
      [60, 90],
      [110, 130],
      [38, 46],
    ],
  ),
  metricKind(
    'steps',
    [
      about('steps', { aggregate: 'total', window: '3h', direction: 'at_most', level: 100, clearing: 200, persistMinutes: 0 }),
      about('steps', {
        aggregate: 'total',
        ...weekly,
        against: 'percent',
        direction: 'at_most',
        level: -50,
        clearing: -35,
        persistMinutes: 0,
      }),
    ],
    15 * minute,
    [
      [0, 20],
      [60, 120],
    ],
  ),
  metricKind(
    'skin_temp',
    [
      about('skin_temp', {
        aggregate: 'mean',
        window: '6h',
        baseline: '1dS6h',
        against: 'difference',
        level: 1,
        clearing: 0.5,
        persistMinutes: 0,
      }),
      about('skin_temp', {
        aggregate: 'mean',
        window: '6h',
        baseline: '1dS6h',
        against: 'percent',
        direction: 'at_most',
        level: -3,
        clearing: -1,
        persistMinutes: 30,
      }),
    ],
    14 * minute,
    [
      [33, 34],
      [35, 37],
    ],
    6 * hour,
  ),
  news2,
  anomaly,
];
