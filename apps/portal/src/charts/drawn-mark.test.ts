import { expect, it } from 'vitest';
import { drawnMark } from './drawn-mark.ts';
import { readingPoint, stepPoint } from './series.ts';

const hour = 3600;
const day = 86_400;
const days = [0, 1, 2].map((one) => stepPoint(one * day, (one + 1) * day, 60));

it.each([
  ['one resting heart rate of a day', 'dashed', [readingPoint(hour, 58)], day, 'dot'],
  ['two of them, ten hours apart', 'dashed', [readingPoint(hour, 58), readingPoint(11 * hour, 60)], day, 'dot'],
  ['one of each day', 'dashed', days, 3 * day, 'dashed'],
  ['one day of them after a zoom', 'dashed', days, day, 'dot'],
  ['minutes', 'line', [readingPoint(0, 61), readingPoint(60, 62), readingPoint(120, 63)], day, 'line'],
  ['a bar', 'bar', days, day, 'bar'],
] as const)('the legend shows what is drawn: %s', (_, mark, points, to, drawn) =>
  expect(drawnMark(mark, { points }, { from: 0, to })).toBe(drawn),
);
