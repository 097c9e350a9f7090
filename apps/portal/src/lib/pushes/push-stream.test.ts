import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Session, session, tokens } from '../session/session.ts';
import { followPushes, onPush, onStreamOpened, type Push, streamLost } from './push-stream.ts';

/** A server's side of one stream. */
interface Opened {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  send(text: string): void;
  cut(): void;
}
let opened: Opened[];
let away: boolean;
let stops: (() => void)[];
/** Who holds the lock, and who waits for it. */
let lock: (() => void)[];

const nurse: Session = {
  userId: 'nurse',
  tenant: { tenant: 'one', tenant_ID: 'tenant-1', role_ID: 'nurse', roles: ['nurse'] },
  severalTenants: false,
};
const pushText = (id: string, position: number) =>
  `id: ${position}\ndata: ${JSON.stringify({ contentType: 'ACTION', content: JSON.stringify({ id, patientId: null, description: id }) })}\n\n`;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  [opened, away, stops, lock] = [[], false, [], []];
  tokens.set({ accessToken: 'token', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  session.set(nurse);
  // The browser's own passes messages on later; here at once, so that the test's time is its own.
  const channels = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      constructor() {
        channels.add(this);
      }
      postMessage(data: unknown) {
        for (const channel of channels) if (channel !== this) channel.onmessage?.({ data: structuredClone(data) });
      }
      close() {
        channels.delete(this);
      }
    },
  );
  vi.stubGlobal('fetch', async (_path: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
    if (away) throw new TypeError('nobody answers');
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
      cut: () => control?.error(new TypeError('network error')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'last-event-id': init.headers['last-event-id'] ?? '7' } });
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab; the first one leads, and the next when it closes. */
function openTab(): () => void {
  const lead = (_name: string, signal: AbortSignal) =>
    new Promise<void>((leads) => {
      lock.push(leads);
      if (lock.length === 1) leads();
      signal.addEventListener('abort', () => {
        const held = lock[0] === leads;
        lock = lock.filter((one) => one !== leads);
        if (held) lock[0]?.();
      });
    });
  const stop = followPushes({ session: nurse, lead, answers: async () => !away });
  stops.push(stop);
  return stop;
}

test('ten tabs hold one stream, as the portal, and each is told; the next goes on behind the last push when the first closes', async () => {
  const heard: Push[] = [];
  stops.push(onPush((push) => heard.push(push)));
  const first = openTab();
  for (let tab = 1; tab < 10; tab += 1) openTab();
  await settle();
  expect(opened).toHaveLength(1);
  expect(opened[0]?.headers).toMatchObject({ client: 'webapp', authorization: 'Bearer token' });
  expect(opened[0]?.headers).not.toHaveProperty('last-event-id');
  opened[0]?.send(pushText('a', 11));
  await settle();
  expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, () => 'a'));
  first();
  await settle();
  expect(opened[0]?.signal.aborted).toBe(true);
  expect(opened).toHaveLength(2);
  expect(opened[1]?.headers['last-event-id']).toBe('11');
});

test('a push that comes again is not new', async () => {
  const heard: string[] = [];
  stops.push(onPush(({ id }) => heard.push(id)));
  openTab();
  await settle();
  opened[0]?.send(`${pushText('a', 11) + pushText('b', 12) + pushText('a', 11)}data: nonsense\n\n`);
  await settle();
  expect(heard).toEqual(['a', 'b']);
});

test('a server that is back is found within ten seconds, and the stream goes on where it began', async () => {
  const reopened = vi.fn();
  stops.push(onStreamOpened(reopened));
  openTab();
  await settle();
  away = true;
  opened[0]?.cut();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(opened).toHaveLength(1);
  away = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened).toHaveLength(2);
  expect(opened[1]?.headers['last-event-id']).toBe('7');
  expect(reopened).toHaveBeenCalledTimes(2);
});

test('a minute without a stream is told in every tab, until one is there again; heartbeats keep it from being told', async () => {
  openTab();
  openTab();
  await settle();
  for (let beat = 0; beat < 8; beat += 1) {
    opened.at(-1)?.send(': still here\n\n');
    await vi.advanceTimersByTimeAsync(25_000);
  }
  expect(streamLost.get()).toBe(false);
  away = true;
  opened.at(-1)?.cut();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(streamLost.get()).toBe(true);
  away = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streamLost.get()).toBe(false);
});
