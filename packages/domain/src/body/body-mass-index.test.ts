import { expect, it } from 'vitest';
import { bodyMassIndex } from './body-mass-index.ts';

it.each<[number | null, number | null, number | null]>([
  [80, 1.8, 24.69],
  [50, 1.6, 19.53],
  [null, 1.8, null],
  [80, null, null],
  [0, 1.8, null],
  [80, 0, null],
  [Number.NaN, 1.8, null],
])('%s kg at %s m: %s', (weightKg, heightM, expected) => {
  const found = bodyMassIndex(weightKg, heightM);
  expect(found === null ? null : Math.round(found * 100) / 100).toBe(expected);
});
