import { expect, test } from 'vitest';
import { readingPoint, type Series, stepPoint } from '../series.ts';
import type { Drawn } from './drawn.ts';
import { canShareChart, overlaid } from './overlaid.ts';

const day = 86_400;
const series = (points: Series['points']): Series => ({
  key: 'heart_rate_mean',
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart',
  points,
});
const drawn = (points: Series['points'], kind: Drawn['kind'] = 'band-line'): Drawn => ({
  kind,
  series: [series(points)],
  axis: { kind: 'from-zero' },
});

test('the other period lies over the first, each under its own name', () => {
  const own = drawn([stepPoint(7 * day, 8 * day, 61, { low: 50, high: 90 })]);
  const before = drawn([stepPoint(0, day, 70)]);
  const { kind, series: both } = overlaid(own, before, ['This week', 'The week before'], 7 * day);
  expect(kind).toBe('composed-line');
  expect(both.map(({ label, points }) => [label, points[0]?.from, points[0]?.to, points[0]?.value])).toEqual([
    ['This week', 7 * day, 8 * day, 61],
    ['The week before', 7 * day, 8 * day, 70],
  ]);
  expect(new Set(both.map(({ key }) => key)).size).toBe(2);
});

test.each([
  ['band-line', true],
  ['basic-bar', true],
  ['reading-dots', false],
  ['sleep-depth', false],
  ['blood-pressure', false],
  ['composed-bar', false],
  ['meal-dots', false],
] as const)('%s shares one chart: %s', (kind, shares) => expect(canShareChart(drawn([readingPoint(0, 1)], kind))).toBe(shares));
