import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import type { Annotation } from '../annotations.ts';
import type { ChartProps } from '../chart-props.ts';
import type { ChartKindName } from '../kinds/kinds.ts';
import { axisRuleOf } from '../metric-axis.ts';
import { limitRangeOf } from '../metric-limits.ts';
import { readingSeries, stepSeries } from '../metric-series.ts';
import type { TickLike } from '../readings.ts';
import { readingPoint, type Series, stepPoint, type TimeSpan, type Tone } from '../series.ts';
import { stageSeries } from './sample-nights.ts';

export const sampleStates = ['full', 'one', 'gaps', 'dense', 'narrow', 'empty', 'loading', 'error'] as const;
export type SampleState = (typeof sampleStates)[number];

export const zone = 'America/Los_Angeles';
const hour = 3600;
const dayLong = 24 * hour;
/** Thursday, 19 November 2026, midnight in Los Angeles; and the 28 days until its end. */
const midnight = Date.parse('2026-11-19T08:00:00Z') / 1000;
const day: TimeSpan = { from: midnight, to: midnight + dayLong };
const month: TimeSpan = { from: midnight - 27 * dayLong, to: midnight + dayLong };
const now = midnight + 21 * hour;

export interface Sample {
  readonly chart: Omit<ChartProps, 'kind' | 'frame'>;
  readonly span: TimeSpan;
  readonly now: number;
}

/** A number in [0, 1) that looks random and is always the same. */
function noise(index: number, seed: number): number {
  const x = Math.sin(index * 12.9898 + seed * 78.233) * 43_758.5453;
  return x - Math.floor(x);
}

/** What is left of a full series in a state. */
function inState<Item>(state: SampleState, all: readonly Item[]): readonly Item[] {
  if (state === 'empty' || state === 'loading' || state === 'error') return [];
  if (state === 'one') return all.slice(Math.floor(all.length * 0.6), Math.floor(all.length * 0.6) + 1);
  if (state === 'gaps')
    return all.filter((_, index) => index < all.length * 0.25 || (index > all.length * 0.4 && index < all.length * 0.7));
  return all;
}

const heartAt = (at: number, index: number) => {
  const ofDay = ((at - midnight) / hour + 240) % 24;
  const awake = ofDay > 7 && ofDay < 23 ? 14 : 0;
  const walk = ofDay > 17 && ofDay < 18 ? 42 : 0;
  return Math.round(56 + awake + walk + 9 * noise(index, 1) + 5 * Math.sin(index / 40));
};

/** Readings of a metric every so many seconds until now. */
function ticksEvery(span: TimeSpan, seconds: number, metric: MetricId, value: (at: number, index: number) => number): readonly TickLike[] {
  const count = Math.floor((Math.min(span.to, now) - span.from) / seconds);
  return Array.from({ length: count }, (_, index) => {
    const timestamp = span.from + index * seconds;
    return { timestamp, data: { [metric]: value(timestamp, index) } };
  });
}

function dailyFacts(metric: MetricId, value: (index: number) => number, spread: number): readonly TickLike[] {
  return Array.from({ length: 28 }, (_, index) => {
    const mean = value(index);
    const from = month.from + index * dayLong;
    return {
      timestamp: from,
      timestamp_from: from,
      timestamp_to: from + dayLong,
      data: {
        [`${metric}_mean`]: mean,
        [`${metric}_sum`]: mean,
        [`${metric}_min`]: mean - spread,
        [`${metric}_max`]: mean + spread * 1.6,
        [`${metric}_count`]: 1200,
      },
    };
  });
}

const shownOf = (metric: MetricId, units: UnitSystem) => ({ units, limits: limitRangeOf(metric, { units, normalRanges: {} }) });
const axisOf = (metric: MetricId, units: UnitSystem, usual: readonly (TimeSpan & { low: number; high: number })[] = []) =>
  axisRuleOf(metric, { units, axes: 'fit', normalRanges: {} }, { usual });

const annotations: readonly Annotation[] = [
  { at: midnight + 9.5 * hour, kind: 'note', label: 'Called, feels well' },
  { at: midnight + 13 * hour, kind: 'medication', label: 'Metoprolol 25 → 50 mg' },
  { at: midnight + 17.6 * hour, kind: 'alert', label: 'Heart rate high for 20 min' },
];
const monthAnnotations: readonly Annotation[] = [
  { at: midnight - 19 * dayLong, kind: 'medication', label: 'Lisinopril 10 mg begun' },
  { at: midnight - 8.4 * dayLong, kind: 'alert', label: 'Resting heart rate above usual for 3 days' },
  { at: midnight - 8.2 * dayLong, kind: 'action', label: 'Follow-up call' },
  { at: midnight - 2 * dayLong, kind: 'note', label: 'Slept badly, neighbours' },
];

type Maker = (state: SampleState, units: UnitSystem) => { readonly chart: Omit<ChartProps, 'kind' | 'frame'>; readonly span: TimeSpan };

const heartDay: Maker = (state, units) => {
  const dense = state === 'dense';
  const ticks = inState(state, ticksEvery(day, dense ? 2 : 120, 'heart_rate', heartAt));
  const series = readingSeries('heart_rate', ticks, shownOf('heart_rate', units));
  const usual = [{ ...day, low: 54, high: 84 }];
  const unworn = state === 'gaps' ? [{ from: midnight + 5.3 * hour, to: midnight + 8.4 * hour }] : [];
  return {
    span: day,
    chart: { title: 'Heart rate', series: [series], axis: axisOf('heart_rate', units, usual), usual, unworn, annotations },
  };
};

const withAverage: Maker = (state, units) => {
  const { chart, span } = heartDay(state, units);
  const [measured] = chart.series;
  if (measured === undefined) return { chart, span };
  const points =
    measured.points.length < 2
      ? []
      : Array.from({ length: 21 }, (_, index) =>
          stepPoint(midnight + index * hour, midnight + (index + 1) * hour, 58 + 9 * Math.sin((index - 6) / 4)),
        );
  return {
    span,
    chart: {
      ...chart,
      series: [
        { ...measured, label: 'Measured' },
        { ...measured, key: 'average', label: '12 h average', limits: undefined, points: inState(state, points) },
      ],
    },
  };
};

const lines: Maker = (state, units) => {
  const metrics = [
    ['heart_rate', 'Mean', (index: number) => 74 + 6 * noise(index, 2)],
    ['rhr', 'Resting', (index: number) => 58 + 4 * noise(index, 3) + (index > 17 && index < 22 ? 9 : 0)],
    ['heart_rate', 'Asleep', (index: number) => 54 + 3 * noise(index, 4)],
  ] as const;
  const series = metrics.map(
    ([metric, label, value], index): Series => ({
      ...stepSeries(metric, inState(state, dailyFacts(metric, value, 8)), {
        units,
        label,
        reduction: 'mean',
        granularity: 'DAILY',
        zone,
        now,
      }),
      key: `${metric}${index}`,
    }),
  );
  return { span: month, chart: { title: 'Heart rate by day', series, axis: axisOf('heart_rate', units), annotations: monthAnnotations } };
};

const temperatureBand: Maker = (state, units) => {
  const usual = [{ ...month, low: units === 'metric' ? 32.6 : 90.7, high: units === 'metric' ? 34.4 : 93.9 }];
  const series =
    state === 'dense'
      ? readingSeries(
          'skin_temp',
          ticksEvery(month, 60, 'skin_temp', (_, index) => 33.5 + Math.sin(index / 230) + noise(index, 5)),
          { units },
        )
      : stepSeries(
          'skin_temp',
          inState(
            state,
            dailyFacts('skin_temp', (index) => 33.4 + noise(index, 6) + (index > 20 && index < 24 ? 1.6 : 0), 0.7),
          ),
          { units, reduction: 'mean', granularity: 'DAILY', zone, now, range: true },
        );
  return {
    span: month,
    chart: { title: 'Skin temperature', series: [series], axis: axisOf('skin_temp', units, usual), usual, annotations: monthAnnotations },
  };
};

const steps: Maker = (state, units) => {
  const days = state === 'dense' ? 365 : 28;
  const from = midnight - (days - 1) * dayLong;
  const points = Array.from({ length: days }, (_, index) => {
    const start = from + index * dayLong;
    const step = stepPoint(start, start + dayLong, Math.round(3200 + 6400 * noise(index, 7)));
    return start + dayLong > now ? { ...step, soFar: true as const } : step;
  });
  const series: Series = {
    ...stepSeries('steps', [], { units, yearly: days === 365, reduction: 'sum', granularity: 'DAILY', zone, now }),
    points: inState(state, points),
  };
  return { span: { from, to: day.to }, chart: { title: 'Movement', series: [series], axis: { kind: 'from-zero' } } };
};

const bandHours: Maker = (state) => {
  const parts = [
    ['wearing', 'On wrist', 'movement', 0.9, (index: number) => 19 + 4 * noise(index, 8)],
    ['charging', 'Charging', 'device', 0.6, (index: number) => 0.8 + noise(index, 9)],
  ] as const;
  const days = state === 'dense' ? 365 : 28;
  const from = midnight - (days - 1) * dayLong;
  const series = parts.map(
    ([key, label, tone, strength, value]): Series => ({
      key,
      label,
      unit: '',
      decimals: 1,
      form: 'duration',
      tone,
      strength,
      points: inState(
        state,
        Array.from({ length: days }, (_, index) =>
          stepPoint(from + index * dayLong, from + (index + 1) * dayLong, Math.round(value(index) * hour)),
        ),
      ),
    }),
  );
  const [worn, charged] = series;
  const removed = (worn?.points ?? []).map((point, index) => ({
    ...point,
    value: dayLong - point.value - (charged?.points[index]?.value ?? 0),
  }));
  const off: Series = {
    key: 'removed',
    label: 'Off wrist',
    unit: '',
    decimals: 1,
    form: 'duration',
    tone: 'device',
    strength: 0.3,
    points: removed,
  };
  return {
    span: { from, to: day.to },
    chart: { title: 'Band status', series: [...series, off], axis: { kind: 'specified', low: 0, high: dayLong } },
  };
};

const pressure: Maker = (state, units) => {
  const count = state === 'dense' ? 400 : 20;
  const times = Array.from({ length: count }, (_, index) => month.from + ((index + 0.4) * (month.to - month.from)) / count);
  const series = (
    [
      ['systolic', 'Systolic', 122, 26],
      ['diastolic', 'Diastolic', 74, 18],
    ] as const
  ).map(([metric, label, low, spread]) => {
    const ticks = times.map((timestamp, index) => ({ timestamp, data: { [metric]: Math.round(low + spread * noise(index, 11)) } }));
    return readingSeries(metric, inState(state, ticks), { ...shownOf(metric, units), label });
  });
  return { span: month, chart: { title: 'Blood pressure', series, axis: axisOf('systolic', units), annotations: monthAnnotations } };
};

const weight: Maker = (state, units) => {
  const every = state === 'dense' ? hour : 2 * dayLong;
  const ticks = ticksEvery(month, every, 'weight', (at) => 83.4 - (at - month.from) / dayLong / 14 + 0.8 * noise(at / hour, 12));
  const usual = [{ ...month, low: units === 'metric' ? 82 : 180.8, high: units === 'metric' ? 84 : 185.2 }];
  const series = readingSeries(
    'weight',
    inState(
      state,
      ticks.map((tick) => ({ ...tick, timestamp: tick.timestamp + 7.2 * hour })),
    ),
    { units },
  );
  return { span: month, chart: { title: 'Weight', series: [series], axis: axisOf('weight', units, usual), usual } };
};

const meals: Maker = (state) => {
  const rows = ['Breakfast', 'Lunch', 'Dinner', 'Snack'];
  const days = 7 * (state === 'dense' ? 4 : 1);
  const from = midnight - (days - 1) * dayLong;
  const eaten = Array.from({ length: days }, (_, index) => index).flatMap((index) =>
    [9, 12, 19, 16].flatMap((at, row) => {
      const when = from + index * dayLong + (at + 1.5 * noise(index, 20 + row)) * hour;
      const skipped = when > now || (row === 3 && noise(index, 30) < 0.5);
      return skipped
        ? []
        : [{ ...readingPoint(when, row + 1), note: ['Oatmeal, coffee', 'Soup, bread', 'Rice, vegetables', 'Apple'][row] ?? '' }];
    }),
  );
  const series: Series = {
    key: 'meals',
    label: 'Meals',
    unit: '',
    decimals: 0,
    tone: 'metabolic',
    words: new Map(rows.map((row, index) => [index + 1, row])),
    points: inState(state, eaten),
  };
  return { span: { from, to: day.to }, chart: { title: 'Meals', series: [series], axis: { kind: 'from-zero' } } };
};

const logs: Maker = (state) => {
  const rows: readonly (readonly [label: string, tone: Tone, hours: readonly number[], note: string])[] = [
    ['Metoprolol 50 mg, 2x per day', 'heart', [8, 20], 'Taken'],
    ['Lisinopril 10 mg, 1x per day', 'oxygen', [8.5], 'Taken'],
    ['Workouts', 'movement', [17.2], 'Walk, 35 min'],
  ];
  const days = state === 'dense' ? 28 : 7;
  const from = midnight - (days - 1) * dayLong;
  const series = rows.map(([label, tone, hours, note], row): Series => {
    const entries = Array.from({ length: days }, (_, index) => index).flatMap((index) =>
      hours.map((at, dose) => {
        const when = readingPoint(from + index * dayLong + (at + noise(index, 40 + row + dose)) * hour, 1);
        return noise(index, 50 + row + dose) < 0.14 ? { ...when, missed: true as const } : { ...when, note };
      }),
    );
    return {
      key: label,
      label,
      unit: '',
      decimals: 0,
      tone,
      points: inState(
        state,
        entries.filter(({ at }) => at < now),
      ),
    };
  });
  return { span: { from, to: day.to }, chart: { title: 'Medication and workouts', series, axis: { kind: 'from-zero' } } };
};

const night: Maker = (state) => ({
  span: { from: midnight - 2 * hour, to: midnight + 10 * hour },
  chart: {
    title: 'Sleep',
    series: [
      {
        ...stageSeries(midnight - hour, state === 'dense'),
        points: inState(state, stageSeries(midnight - hour, state === 'dense').points),
      },
    ],
    axis: { kind: 'from-zero' },
  },
});

const bandDay: Maker = (state) => {
  const states = [
    ['wearing', 'On wrist', 'movement', 0.9],
    ['removed', 'Off wrist', 'device', 0.3],
    ['charging', 'Charging', 'device', 0.6],
  ] as const;
  const changes = state === 'dense' ? 160 : 9;
  const length = (now - midnight) / changes;
  const stretches = inState(
    state,
    Array.from({ length: changes }, (_, index) => ({
      state: [0, 0, 1, 0, 2, 0, 0, 1, 0][index % 9] ?? 0,
      point: stepPoint(midnight + index * length, midnight + (index + 1) * length, 1),
    })),
  );
  const series = states.map(
    ([key, label, tone, strength], code): Series => ({
      ...{ key, label, unit: '', decimals: 0, tone, strength },
      points: stretches.filter((stretch) => stretch.state === code).map(({ point }) => point),
    }),
  );
  return { span: day, chart: { title: 'Band status', series, axis: { kind: 'from-zero' } } };
};

const makers: Readonly<Record<ChartKindName, Maker>> = {
  'basic-bar': steps,
  'composed-bar': bandHours,
  'basic-line': heartDay,
  'moving-average-line': withAverage,
  'composed-line': lines,
  'one-point-line': (state, units) => heartDay(state === 'full' || state === 'dense' || state === 'narrow' ? 'one' : state, units),
  'band-line': temperatureBand,
  'blood-pressure': pressure,
  'meal-dots': meals,
  'log-dots': logs,
  'reading-dots': weight,
  'sleep-depth': night,
  'band-states': bandDay,
};

/** A chart of a kind in a state, of synthetic readings that are the same every time. */
export function sampleOf(kind: ChartKindName, state: SampleState, units: UnitSystem): Sample {
  return { ...makers[kind](state, units), now };
}
