import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Bus, type BusEvents, createProcessBus } from '#platform/bus.ts';
import { type FollowTimes, followTicks } from './ticks-store.follow.ts';

const member = { tenantId: 'tenant', userId: 'member' };
const commit = (overrides: Partial<BusEvents['ticks.committed']> = {}): BusEvents['ticks.committed'] => ({
  ...member,
  metrics: ['heart_rate'],
  fromMs: 1_000,
  toMs: 2_000,
  earliestMs: { heart_rate: 1_000 },
  receivedAtMs: 3_000,
  ...overrides,
});

/** A real server that follows the member for whoever connects, and a client that reads chunk by chunk. */
async function follow(bus: Bus, times: Partial<FollowTimes> = {}) {
  let running: Promise<void> = Promise.resolve();
  const stop = new AbortController();
  const server = createServer((_, response) => {
    response.once('close', () => stop.abort());
    running = followTicks(bus, response, { ...member, signal: stop.signal }, { coalesceMs: 20, heartbeatMs: 60_000, ...times });
    void running.then(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  const chunks = response.iterator({ destroyOnReturn: false });
  let text = '';
  return {
    response,
    request,
    stop,
    ended: () => running,
    async until(part: string) {
      while (!text.includes(part)) {
        const { value, done } = await chunks.next();
        if (done) throw new Error(`the stream ended before ${part}`);
        text += value;
      }
      return text;
    },
  };
}

const events = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ''));

it('opens with the event-stream type, a retry hint and no caching', async () => {
  const stream = await follow(createProcessBus(() => {}));
  expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  expect(await stream.until('\n\n')).toBe('retry: 3000\n\n');
});

it('tells commits of the member that come together as one event, and nobody else’s', async () => {
  const bus = createProcessBus(() => {});
  const stream = await follow(bus);
  await stream.until('retry');
  bus.publish('ticks.committed', commit({ userId: 'another', metrics: ['weight'] }));
  bus.publish('ticks.committed', commit({ tenantId: 'another', metrics: ['glucose'] }));
  bus.publish('ticks.committed', commit());
  bus.publish('ticks.committed', commit({ metrics: ['spo2', 'heart_rate'], fromMs: 500, toMs: 1_500 }));
  expect(events(await stream.until('data: '))).toEqual([
    { contentType: 'TICKS', content: { userId: 'member', metrics: ['heart_rate', 'spo2'], from: 0.5, to: 2 } },
  ]);
});

it('tells after them that the latest values have followed, for the member alone', async () => {
  const bus = createProcessBus(() => {});
  const stream = await follow(bus);
  await stream.until('retry');
  bus.publish('latest.stored', { ...member, userId: 'another' });
  bus.publish('latest.stored', member);
  bus.publish('latest.stored', member);
  bus.publish('ticks.committed', commit());
  expect(events(await stream.until('LATEST'))).toEqual([
    { contentType: 'TICKS', content: { userId: 'member', metrics: ['heart_rate'], from: 1, to: 2 } },
    { contentType: 'LATEST', content: { userId: 'member' } },
  ]);
});

it('sends a comment again and again while nothing happens', async () => {
  const stream = await follow(
    createProcessBus(() => {}),
    { heartbeatMs: 5 },
  );
  expect(await stream.until(': still here\n\n: still here')).toContain(': still here');
});

it('ends when the client goes away, and lets go of the bus', async () => {
  const bus = createProcessBus(() => {});
  let subscriptions = 0;
  const counted: Bus = {
    publish: bus.publish,
    subscribe(topic, handler) {
      subscriptions++;
      const end = bus.subscribe(topic, handler);
      return () => {
        subscriptions--;
        end();
      };
    },
  };
  const stream = await follow(counted);
  await stream.until('retry');
  expect(subscriptions).toBeGreaterThan(0);
  stream.request.destroy();
  await once(stream.stop.signal, 'abort');
  await stream.ended();
  expect(subscriptions).toBe(0);
});
