import { expect, test } from 'vitest';
import { stepPoint } from './series.ts';
import { summarize } from './summary.ts';

const span = { from: 0, to: 300 };
const points = (counts: readonly (number | undefined)[]) =>
  counts.map((count, index) => stepPoint(index * 100, (index + 1) * 100, [70, 80, 60][index] ?? 0, count === undefined ? {} : { count }));

test('a step of few readings weighs little in the mean', () => {
  expect(summarize({ points: points([1000, 10, 990]) }, span)?.mean).toBeCloseTo((70 * 1000 + 80 * 10 + 60 * 990) / 2000, 10);
});

test('where the numbers of readings are not all known, it is the mean of the points', () => {
  expect(summarize({ points: points([1000, undefined, 990]) }, span)?.mean).toBe(70);
});

test('nothing within the span is no summary', () => {
  expect(summarize({ points: points([1, 1, 1]) }, { from: 900, to: 1000 })).toBeNull();
});
