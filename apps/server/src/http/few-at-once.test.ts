import { expect, test } from 'vitest';
import { createFewAtOnce } from './few-at-once.ts';

test('few run at the same time, the rest in order, and one that fails leaves its place to the next', async () => {
  const fewAtOnce = createFewAtOnce(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, number) =>
    fewAtOnce(() => {
      begun.push(number);
      return promise;
    }),
  );
  const settled = Promise.allSettled(works);
  await expect.poll(() => begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('failed'));
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
