import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';
import { onFailure } from './failures.ts';
import { tokens } from './session/session.ts';

/** A server's side of one stream. */
interface Opened {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  send(text: string): void;
  close(): void;
  cut(): void;
}
let opened: Opened[] = [];
let refusals: Response[] = [];
let hidden = false;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  refusals = [];
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  tokens.set({ accessToken: 'token-1', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  vi.stubGlobal('fetch', async (path: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
    // Files share a window: what another has left there hears of the network as well.
    if (path !== '/stream') return Promise.reject(new TypeError('Nothing else is asked for here'));
    const refusal = refusals.shift();
    if (refusal) return refusal;
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        control = controller;
      },
    });
    init.signal.addEventListener('abort', () => control?.error(init.signal.reason));
    opened.push({
      headers: init.headers,
      signal: init.signal,
      send: (text) => control?.enqueue(new TextEncoder().encode(text)),
      close: () => control?.close(),
      cut: () => control?.error(new TypeError('network error')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
function follow(options: Partial<Parameters<typeof openEventStream>[0]> = {}) {
  const messages: string[] = [];
  const onOpen = vi.fn();
  const onRefused = vi.fn();
  const onInterrupted = vi.fn();
  stop = openEventStream({ path: '/stream', onMessage: ({ data }) => messages.push(data), onOpen, onRefused, onInterrupted, ...options });
  return { messages, onOpen, onRefused, onInterrupted };
}

test('events arrive whole, however they were cut up, and the stream carries the bearer token', async () => {
  const { messages, onOpen } = follow();
  await settle();
  opened[0]?.send('data: {"a"');
  opened[0]?.send(':1}\n\n: heartbeat\n\nda');
  opened[0]?.send('ta: two\n\n');
  await settle();
  expect(messages).toEqual(['{"a":1}', 'two']);
  expect(opened[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'text/event-stream' });
  expect(onOpen).toHaveBeenCalledOnce();
});

test('a close in good order is followed by a new opening 1 s later, with the token of that time', async () => {
  const { onOpen } = follow();
  await settle();
  opened[0]?.close();
  tokens.set({ accessToken: 'token-2', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  await vi.advanceTimersByTimeAsync(999);
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened[1]?.headers.authorization).toBe('Bearer token-2');
  expect(onOpen).toHaveBeenCalledTimes(2);
});

test('a broken connection is tried again after 600000 ms, and at once when the network is back', async () => {
  follow();
  await settle();
  opened[0]?.cut();
  await vi.advanceTimersByTimeAsync(599_999);
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(2);
  opened[1]?.cut();
  await settle();
  dispatchEvent(new Event('online'));
  await settle();
  expect(opened).toHaveLength(3);
});

test('the server’s own retry interval is followed', async () => {
  follow();
  await settle();
  opened[0]?.send('retry: 5000\n\n');
  await settle();
  opened[0]?.cut();
  await vi.advanceTimersByTimeAsync(5000);
  expect(opened).toHaveLength(2);
});

test.each([400, 403, 404])('a refusal with %i is final', async (status) => {
  refusals = [Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status })];
  const { onRefused } = follow();
  await vi.advanceTimersByTimeAsync(2_000_000);
  dispatchEvent(new Event('online'));
  await settle();
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status }));
  expect(opened).toHaveLength(0);
});

test('401 is final and signs out', async () => {
  refusals = [Response.json({ error: { code: 'token_expired', message: 'Expired.' } }, { status: 401 })];
  const failed = vi.fn();
  const ignore = onFailure(failed);
  follow();
  await settle();
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 401 }));
  ignore();
});

test.each([
  [429, 30_000],
  [503, 30_000],
])('%i is tried again when the server says so', async (status, ms) => {
  refusals = [Response.json({ error: { code: 'too_many_requests', message: 'Later.' } }, { status, headers: { 'retry-after': '30' } })];
  const { onRefused } = follow();
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(opened).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(1);
  expect(onRefused).not.toHaveBeenCalled();
});

test('an answer that is no event stream is a failure, not an open stream', async () => {
  refusals = [new Response('<html>', { headers: { 'content-type': 'text/html' } })];
  const { onOpen } = follow({ retryMs: 5000 });
  await settle();
  expect(onOpen).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onOpen).toHaveBeenCalledOnce();
});

test('a hidden tab holds no connection, and opens one again when it is shown', async () => {
  follow();
  await settle();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(opened[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000_000);
  expect(opened).toHaveLength(1);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(opened).toHaveLength(2);
});

test('stopping closes the connection for good', async () => {
  follow();
  await settle();
  stop();
  expect(opened[0]?.signal.aborted).toBe(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(2_000_000);
  expect(opened).toHaveLength(1);
});

test('a stream without the server’s heartbeat is given up and opened again', async () => {
  const { onInterrupted } = follow();
  await settle();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(onInterrupted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onInterrupted).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened).toHaveLength(2);
});

test('a lost network interrupts at once', async () => {
  const { onInterrupted } = follow();
  await settle();
  dispatchEvent(new Event('offline'));
  expect(onInterrupted).toHaveBeenCalledOnce();
  expect(opened[0]?.signal.aborted).toBe(true);
  dispatchEvent(new Event('online'));
  await settle();
  expect(opened).toHaveLength(2);
});
