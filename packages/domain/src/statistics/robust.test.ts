import { expect, it } from 'vitest';
import { median, percentile, robustDeviation } from './robust.ts';

it.each([
  [[3], 3],
  [[1, 9], 5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

it('one outlier leaves the deviation as it is, in whatever order', () => {
  expect(robustDeviation([58, 60, 62, 61, 59], 60)).toBeCloseTo(1.4826, 10);
  expect(robustDeviation([600, 60, 62, 61, 59], 60)).toBeCloseTo(1.4826, 10);
});

it.each([
  [[7], 0.9, 7],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
  [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.9, 10],
  [[1, 2, 3], 1, 3],
  [[1, 2, 3], 0, 1],
  [[], 0.9, Number.NaN],
])('of %j, the share %d does not exceed %d', (values, share, expected) => expect(percentile(values, share)).toBe(expected));
