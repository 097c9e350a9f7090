import { stepSeries } from '../metric-series.ts';
import { readingPoint, type Series, stepPoint, type Tone } from '../series.ts';
import { day, dayLong, hour, inState, type Maker, midnight, noise, now, zone } from './sample-frame.ts';
import { stageSeries } from './sample-nights.ts';

export const steps: Maker = (state, units) => {
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

export const bandHours: Maker = (state) => {
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

export const meals: Maker = (state) => {
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

export const logs: Maker = (state) => {
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

export const night: Maker = (state) => ({
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

export const bandDay: Maker = (state) => {
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
