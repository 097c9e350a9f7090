import { catalogue, type MetricId, metricIds } from '../metrics/catalogue.ts';
import {
  bandTimes,
  type FactOverTime,
  isMeasuredAsleep,
  isMeasuredByTheHour,
  loggedThings,
  movementTimes,
  nameOfFactOverTime,
  type SleepFigure,
  sleepFigures,
  statisticsAsleep,
  statisticsOfBmi,
  statisticsOfFigure,
} from './fact.ts';
import { measureOf } from './measures.ts';
import { type Reduction, reductions, type Statistic, statisticsOfKind } from './statistics.ts';

/**
 * What facts are of: a metric, or what is worked out from metrics and from what people log. Everything that a screen, an
 * export or a rule has to know of a fact that it does not know itself.
 */
export interface FactBase {
  readonly id: string;
  readonly label: string;
  /** The unit as people read it; empty for numbers, shares of a whole and states. */
  readonly unit: string;
  /** What its values can be, inclusive: the specification's where it gives one. A sum over longer than a day may exceed it. */
  readonly range: readonly [low: number, high: number];
  /** Digits after the point on screen. */
  readonly decimals: number;
  /** The names under which `facts-over-time` answers it, in steps. */
  readonly series: readonly string[];
  /** What the values of a stretch can be reduced to (`reduce`). */
  readonly aggregates: readonly Reduction[];
  /** Every statistic of it, those of days and hours included. */
  readonly statistics: readonly Statistic[];
  /** Whether it has facts at times of the day (`_from_…_to_…`, `_at_…`, `_mon`) over 30 days and three months. */
  readonly atTimesOfDay: boolean;
  /** What it means that a stretch has no value of it. */
  readonly missing: string;
  /** The lowest value that a chart's axis shows, where the specification gives a floor: 80 for oxygen saturation. */
  readonly floor?: number;
  /** A number by which others write "none", never served and never taken for a value: −1 for weight (specification). */
  readonly standsForNone?: number;
}

const daySeconds = 86_400;
const isReduction = (statistic: Statistic): statistic is Reduction => (reductions as readonly string[]).includes(statistic);

type Described = Pick<FactBase, 'id' | 'label' | 'unit' | 'range' | 'decimals' | 'missing'>;

function base(described: Described, facts: readonly FactOverTime[], more: Partial<FactBase> = {}): FactBase {
  const statistics = facts.flatMap((fact) => ('statistic' in fact ? [fact.statistic] : []));
  const series = facts.map(nameOfFactOverTime);
  return { ...described, series, statistics, aggregates: statistics.filter(isReduction), atTimesOfDay: false, ...more };
}

const specifiedDefaults: Readonly<Partial<Record<MetricId, Partial<FactBase>>>> = { spo2: { floor: 80 }, weight: { standsForNone: -1 } };

const missingOf = {
  level: 'No reading that counts: not measured, not arrived yet, taken back, or doubtful.',
  count: 'Nothing was counted. Without band time that does not say that there was none.',
  state: 'No state is known.',
} as const;

function ofMetric(metric: MetricId): FactBase {
  const { label, unit, decimals, kind, plausible } = catalogue[metric];
  const measure = measureOf(metric);
  const specified = measure?.type === 'measure' && measure.perKept === 1 ? measure.scales.metric.range : plausible;
  const facts: FactOverTime[] = statisticsOfKind[kind].map((statistic) => ({ kind: 'metric', metric, statistic }));
  if (isMeasuredByTheHour(metric)) facts.push({ kind: 'movingAverage', metric });
  facts.push({ kind: 'days', metric });
  const described = { id: metric, label, unit, range: specified, decimals, missing: missingOf[kind] };
  return base(described, facts, { atTimesOfDay: isMeasuredByTheHour(metric), ...specifiedDefaults[metric] });
}

const figures: Readonly<Record<SleepFigure, Pick<FactBase, 'label' | 'unit' | 'range'>>> = {
  efficiency: { label: 'Sleep efficiency', unit: '%', range: [0, 100] },
  total: { label: 'Time asleep', unit: 's', range: [0, daySeconds] },
  awake: { label: 'Time awake in bed', unit: 's', range: [0, daySeconds] },
  light: { label: 'Light sleep', unit: 's', range: [0, daySeconds] },
  rem: { label: 'REM sleep', unit: 's', range: [0, daySeconds] },
  deep: { label: 'Deep sleep', unit: 's', range: [0, daySeconds] },
  latency: { label: 'Sleep latency', unit: 's', range: [0, 3_600] },
  awakenings: { label: 'Sleep awakenings', unit: '', range: [0, 20] },
  onset: { label: 'Sleep onset', unit: 's', range: [daySeconds / 2, daySeconds * 1.5] },
};

function ofSleep(figure: SleepFigure): FactBase {
  const facts = statisticsOfFigure[figure].map((statistic): FactOverTime => ({ kind: 'sleep', figure, statistic }));
  const missing =
    figure === 'latency' ? 'No sleep ended, or its record begins asleep, so that nobody saw how long it took.' : 'No sleep ended here.';
  return base({ id: `sleep_${figure}`, ...figures[figure], decimals: 0, missing }, facts);
}

function ofMetricAsleep(metric: MetricId): FactBase {
  const { label, unit, decimals, plausible } = catalogue[metric];
  const facts = statisticsAsleep.map((statistic): FactOverTime => ({ kind: 'asleep', metric, statistic }));
  const described = { id: `sleep_${metric}`, label: `${label} asleep`, unit, range: plausible, decimals };
  return base({ ...described, missing: 'No sleep ended here, or nothing was measured during it.' }, facts);
}

const bandLabels = { wearing: 'Band on wrist', removed: 'Band off wrist', charge: 'Band charging' } as const;
const movementLabels = { active: 'Active time', idle: 'Idle time' } as const;
const loggedLabels = { meals: 'Meals', medications: 'Medications', workouts: 'Workouts' } as const;

const ofTheBand: readonly FactBase[] = bandTimes.map((state) =>
  base(
    {
      id: `band_${state}_time`,
      label: bandLabels[state],
      unit: 's',
      range: [0, daySeconds],
      decimals: 0,
      missing: 'Nothing is known of the band.',
    },
    [{ kind: 'band', state }],
  ),
);

const ofMovement: readonly FactBase[] = movementTimes.map((state) =>
  base(
    {
      ...{ id: `${state}_time`, label: movementLabels[state], unit: 's', range: [0, daySeconds], decimals: 0 },
      missing: 'No steps were counted and nobody knows that the band was worn.',
    },
    [{ kind: 'movement', state }],
  ),
);

const ofLogs: readonly FactBase[] = loggedThings.map((of) =>
  base(
    {
      id: of,
      label: loggedLabels[of],
      unit: '',
      range: [0, 100],
      decimals: 0,
      missing: 'Nothing was logged, which does not say that there was none.',
    },
    [{ kind: 'logged', of }],
  ),
);

const others: readonly FactBase[] = [
  base(
    { id: 'bmi', label: 'BMI', unit: 'kg/m²', range: [5, 80], decimals: 1, missing: 'No weight that counts, or no height in the account.' },
    statisticsOfBmi.map((statistic) => ({ kind: 'bmi', statistic })),
  ),
  base({ id: 'band', label: 'Days with band data', unit: '', range: [0, 366], decimals: 0, missing: 'Nothing is known of the band.' }, [
    { kind: 'bandDays' },
  ]),
  base(
    {
      ...{ id: 'anomaly', label: 'Anomaly score', unit: '', range: [0, 100], decimals: 1 },
      missing: 'Fewer than seven of the 28 days before have data, or the day has none.',
    },
    [{ kind: 'anomaly' }],
  ),
];

/** Every base of facts. The measures of now (`measures.ts`) are apart: they are not of a stretch of time. */
export const factBases: readonly FactBase[] = [
  // Sleep efficiency is a metric for devices that send no stages, and a fact as the figure of a sleep.
  ...metricIds.filter((metric) => metric !== 'sleep_efficiency').map(ofMetric),
  ...sleepFigures.map(ofSleep),
  ...metricIds.filter(isMeasuredAsleep).map(ofMetricAsleep),
  ...ofTheBand,
  ...ofMovement,
  ...ofLogs,
  ...others,
];
