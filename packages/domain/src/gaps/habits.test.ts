import { describe, expect, it } from 'vitest';
import { habitOf, sourceMetrics } from './habits.ts';

const days = (...spans: [from: number, to: number][]) =>
  spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n));

describe('how regularly a metric comes', () => {
  it.each<[string, readonly number[], number, number]>([
    ['every day of a month', days([1, 30]), 14, 86_400],
    ['every day until it was lost', days([1, 14]), 14, 86_400],
    ['ten days of fourteen', days([1, 5], [10, 14]), 10, 86_400],
    ['every other day', [1, 3, 5, 7, 9, 11, 13], 7, 2 * 86_400],
    ['once', [7], 1, 86_400],
    ['a holiday does not stretch the interval', days([1, 6], [10, 14]), 11, 86_400],
  ])('%s', (_, on, daysOf14, usualIntervalSeconds) =>
    expect(habitOf('weight', on)).toEqual({ metric: 'weight', daysOf14, usualIntervalSeconds }),
  );
  it('is not known of what never came', () => expect(habitOf('weight', [])).toBeNull());
  it('is asked of readings alone', () => {
    expect(sourceMetrics).toEqual(expect.arrayContaining(['heart_rate', 'weight', 'systolic', 'glucose', 'steps']));
    for (const own of ['battery', 'band_removed', 'weight_conf', 'sleep_depth']) expect(sourceMetrics).not.toContain(own);
  });
});
