import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { readingSeries, stepSeries } from '../metric-series.ts';
import type { TickLike } from '../readings.ts';
import { type Series, stepPoint, type TimeSpan } from '../series.ts';
import {
  annotations,
  axisOf,
  day,
  dayLong,
  hour,
  inState,
  type Maker,
  midnight,
  month,
  monthAnnotations,
  noise,
  now,
  shownOf,
  zone,
} from './sample-frame.ts';

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

export const heartDay: Maker = (state, units) => {
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

export const withAverage: Maker = (state, units) => {
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

export const lines: Maker = (state, units) => {
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

export const temperatureBand: Maker = (state, units) => {
  const usual = [{ ...month, low: units.system === 'metric' ? 32.6 : 90.7, high: units.system === 'metric' ? 34.4 : 93.9 }];
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

export const pressure: Maker = (state, units) => {
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

export const weight: Maker = (state, units) => {
  const every = state === 'dense' ? hour : 2 * dayLong;
  const ticks = ticksEvery(month, every, 'weight', (at) => 83.4 - (at - month.from) / dayLong / 14 + 0.8 * noise(at / hour, 12));
  const usual = [{ ...month, low: units.system === 'metric' ? 82 : 180.8, high: units.system === 'metric' ? 84 : 185.2 }];
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
