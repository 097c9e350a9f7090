import { describe, expect, it } from 'vitest';
import { movingAverages } from './moving-average.ts';

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
