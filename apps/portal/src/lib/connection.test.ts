import { ticksStore } from '@vigil/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';
import { connection } from './connection.ts';

const ask = () => call(ticksStore.getTicks, { params: { userId: 'u' }, query: { metrics: 'weight', start_time: 0, end_time: 1 } } as never);
let answer: (signal: AbortSignal) => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  connection.set('answering');
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => answer(init.signal as AbortSignal));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = (signal: AbortSignal) => new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a call that is not answered within 15 s has failed, and the server is said not to answer', async () => {
  answer = never;
  const failed = expect(ask()).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(connection.get()).toBe('answering');
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(connection.get()).toBe('silent');
});

test('any answer, a refusal too, ends the silence', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toMatchObject({ status: 0 });
  expect(connection.get()).toBe('silent');
  answer = async () => Response.json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 });
  await expect(ask()).rejects.toMatchObject({ status: 404 });
  expect(connection.get()).toBe('answering');
});

test('a call that its screen gave up says nothing of the server', async () => {
  answer = never;
  const gone = new AbortController();
  const failed = expect(
    call(ticksStore.getTicks, { params: { userId: 'u' }, query: {} } as never, { signal: gone.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(10);
  gone.abort();
  await failed;
  expect(connection.get()).toBe('answering');
});

test('a device without a network is offline, whatever was last heard', () => {
  dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe('offline');
  dispatchEvent(new Event('online'));
  expect(connection.get()).toBe('answering');
});

test('an answer that was on its way when the network went does not say that there is one', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  dispatchEvent(new Event('offline'));
  answer = async () => Response.json([]);
  await ask();
  expect(connection.get()).toBe('offline');
});
