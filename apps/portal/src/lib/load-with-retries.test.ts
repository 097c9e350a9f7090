import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOnceReachable, loadWithRetries } from './load-with-retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function failing(times: number) {
  let failed = 0;
  return vi.fn(async () => {
    if (failed < times) {
      failed++;
      throw new Error(`failure ${failed}`);
    }
    return 'screen';
  });
}

test('a screen that loads at once is asked for once', async () => {
  const load = failing(0);
  await expect(loadWithRetries(load)).resolves.toBe('screen');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a screen is tried up to 5 times, 1000 ms apart', async () => {
  const load = failing(4);
  const loaded = loadWithRetries(load);
  await vi.advanceTimersByTimeAsync(3999);
  expect(load).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loaded).resolves.toBe('screen');
  expect(load).toHaveBeenCalledTimes(5);
});

test('after the fifth failure the last error stands', async () => {
  const load = failing(9);
  const loaded = expect(loadWithRetries(load)).rejects.toThrow('failure 5');
  await vi.advanceTimersByTimeAsync(60_000);
  await loaded;
  expect(load).toHaveBeenCalledTimes(5);
});

test('a part of an open page is waited for as long as the server gives no answer, so that the page is not loaded again without one', async () => {
  const load = failing(12);
  const fetch = vi.fn(async () => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetch);
  const loaded = loadOnceReachable(load);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(loaded).resolves.toBe('screen');
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a part that a server which answers does not have, as after a deployment, is given up', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  const loaded = expect(loadOnceReachable(failing(9))).rejects.toThrow('failure 5');
  await vi.advanceTimersByTimeAsync(60_000);
  await loaded;
});
