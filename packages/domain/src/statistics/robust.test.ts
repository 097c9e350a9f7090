import { expect, it } from 'vitest';
import { median, robustDeviation } from './robust.ts';

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
