import { expect, it } from 'vitest';
import { type Reduction, reduce } from './statistics.ts';

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

it('takes as many values as there are', () => {
  expect(
    reduce(
      Array.from({ length: 300_000 }, (_, n) => n),
      'max',
    ),
  ).toBe(299_999);
});
