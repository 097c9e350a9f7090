import { describe, expect, it } from 'vitest';
import { type Fact, parseFact, type Reduction, reduce } from './facts.ts';
import { movingAverages } from './moving-average.ts';

describe('names of facts', () => {
  it.each<[string, Omit<Fact, 'name'>]>([
    ['heart_rate_mean', { kind: 'metric', metric: 'heart_rate', reduction: 'mean' } as Fact],
    ['steps_sum', { kind: 'metric', metric: 'steps', reduction: 'sum' } as Fact],
    ['spo2_median', { kind: 'metric', metric: 'spo2', reduction: 'median' } as Fact],
    ['heart_rate_mean_sma_12h', { kind: 'movingAverage', metric: 'heart_rate' } as Fact],
    ['sleep_efficiency_mean', { kind: 'sleep', figure: 'efficiency', reduction: 'mean' } as Fact],
    ['sleep_total_sum', { kind: 'sleep', figure: 'total', reduction: 'sum' } as Fact],
    ['sleep_depth_max', { kind: 'metric', metric: 'sleep_depth', reduction: 'max' } as Fact],
    ['sleep_spo2_median', { kind: 'asleep', metric: 'spo2', reduction: 'median' } as Fact],
    ['band_wearing_time', { kind: 'band', state: 'wearing' } as Fact],
    ['steps_days', { kind: 'days', metric: 'steps' } as Fact],
    ['band_days', { kind: 'bandDays' } as Fact],
    ['band_charge_time', { kind: 'band', state: 'charge' } as Fact],
  ])('%s', (name, fact) => expect(parseFact(name)).toEqual({ ...fact, name }));

  it.each([
    'heart_rate',
    'heart_rate_average',
    'mean',
    '_mean',
    'pulse_mean',
    'heart_rate_max_sma_12h',
    'band_lost_time',
    'sleep_dreams_sum',
    'constructor_mean',
  ])('%s is refused and named', (name) =>
    expect(() => parseFact(name)).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(name) })),
  );
});

describe('reductions', () => {
  it.each<[Reduction, number[], number | null]>([
    ['mean', [1, 2, 6], 3],
    ['median', [6, 1, 2], 2],
    ['median', [6, 1, 2, 3], 2.5],
    ['min', [6, 1, 2], 1],
    ['max', [6, 1, 2], 6],
    ['sum', [6, 1, 2], 9],
    ['count', [6, 1, 2], 3],
    ['mean', [], null],
    ['count', [], null],
  ])('%s of %j is %s', (reduction, values, expected) => expect(reduce(values, reduction)).toBe(expected));
});

describe('moving average over 12 hours', () => {
  const hour = (at: number, total: number, n: number, day = false) => ({
    hour: at * 3600,
    start: day ? Math.floor(at / 24) * 86_400 : at * 3600,
    end: day ? Math.floor(at / 24) * 86_400 + 86_400 : at * 3600 + 3600,
    n,
    total,
  });
  const values = (points: readonly { start: number; value: number }[]) => points.map((point) => [point.start / 3600, point.value]);

  it('is the mean of all values of the hour and the eleven before it', () => {
    expect(values(movingAverages([hour(0, 100, 1), hour(11, 200, 3), hour(12, 90, 1)], 0))).toEqual([
      [0, 100],
      [11, 75],
      [12, 72.5],
    ]);
  });
  it('knows the hours before the interval and leaves them out', () => {
    expect(values(movingAverages([hour(5, 100, 1), hour(10, 50, 1)], 10 * 3600))).toEqual([[10, 75]]);
  });
  it('forgets what lies further back, and has no point where there is no data', () => {
    expect(values(movingAverages([hour(0, 100, 1), hour(40, 50, 1)], 0))).toEqual([
      [0, 100],
      [40, 50],
    ]);
  });
  it('of a day is the mean of its hours’ averages', () => {
    expect(values(movingAverages([hour(0, 100, 1, true), hour(1, 50, 1, true)], 0))).toEqual([[0, 87.5]]);
  });
});
