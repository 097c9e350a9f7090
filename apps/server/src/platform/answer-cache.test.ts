import { expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

function caching(options: { keep?: (value: number) => boolean; entries?: number } = {}) {
  let nowMs = 1;
  let asked = 0;
  const cache = createAnswerCache<number>({ keepMs: 1_000, entries: 2, nowMs: () => nowMs, ...options });
  return {
    cache,
    get: (key = 'a') => cache.get(key, async () => ++asked),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('asks once for as long as an answer is kept, and again after', async () => {
  const { get, pass } = caching();
  expect([await get(), await get()]).toEqual([1, 1]);
  pass(999);
  expect(await get()).toBe(1);
  pass(1);
  expect(await get()).toBe(2);
});

it('callers at the same time share one question', async () => {
  const { get } = caching();
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
});

it('keeps neither failures nor what is not worth keeping', async () => {
  const { cache } = caching();
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('a', async () => 7)).toBe(7);
  const { get } = caching({ keep: (value) => value > 1 });
  expect([await get(), await get(), await get()]).toEqual([1, 2, 2]);
});

it('an answer that was on its way when it was forgotten is not kept', async () => {
  const { cache, get } = caching();
  const late = Promise.withResolvers<number>();
  const first = cache.get('a', () => late.promise);
  cache.forget('a');
  late.resolve(99);
  expect([await first, await get()]).toEqual([99, 1]);
});

it('what was not used for longest makes place', async () => {
  const { get } = caching();
  await get('a');
  await get('b');
  await get('a');
  await get('c');
  expect([await get('a'), await get('b')]).toEqual([1, 4]);
});
