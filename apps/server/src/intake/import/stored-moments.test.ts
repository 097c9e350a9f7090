import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStoredMoments } from './stored-moments.ts';

const series = (metric: 'heart_rate' | 'steps', moments: readonly number[]) => ({
  metric,
  timestampsMs: Float64Array.from(moments),
  values: new Float64Array(moments.length),
});

it('tells the moments of a metric that came in an earlier batch, in whatever order', () => {
  const moments = createStoredMoments();
  expect(moments.cameBefore([series('heart_rate', [5, 3, 9])])).toBe(0);
  expect(moments.cameBefore([series('heart_rate', [1, 3, 4, 10]), series('steps', [5, 3])])).toBe(1);
  expect(moments.cameBefore([series('heart_rate', [1, 10, 11]), series('steps', [3])])).toBe(3);
  expect(moments.cameBefore([])).toBe(0);
});

it('counts every moment once, whatever the batches', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }), { maxLength: 40 }), (batches) => {
      const moments = createStoredMoments();
      const fresh = batches.reduce((sum, batch) => sum + batch.length - moments.cameBefore([series('steps', batch)]), 0);
      expect(fresh).toBe(new Set(batches.flat()).size);
    }),
  );
});
