import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { createClient } from 'redis';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, startRedis } from '#testing/redis-server.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { createProcessBus } from './bus.ts';
import { createRedisBus } from './bus-redis.ts';

const log = pino({ level: 'silent' });
const noError = (error: unknown) => {
  throw error;
};
const user = { tenantId: randomUUID(), userId: randomUUID() };

describe.skipIf(!hasRedis())('the bus of several processes', async () => {
  const redis = hasRedis() ? await startRedis() : null;
  const open = async () => {
    const bus = createRedisBus({ url: redis?.url ?? '', local: createProcessBus(noError), log });
    await bus.connected;
    return bus;
  };
  const [here, there] = redis ? await Promise.all([open(), open()]) : [];
  afterAll(async () => {
    await Promise.all([here?.stop(), there?.stop()]);
    await redis?.stop();
  });

  test('carries what others must hear of, once to each, and in order', async () => {
    const heard = { here: [] as string[], there: [] as string[] };
    here?.subscribe('user.changed', ({ userId }) => heard.here.push(userId));
    there?.subscribe('user.changed', ({ userId }) => heard.there.push(userId));
    const all = Array.from({ length: 50 }, () => randomUUID());
    for (const userId of all) here?.publish('user.changed', { ...user, userId });
    await vi.waitFor(() => expect(heard).toEqual({ here: all, there: all }), { timeout: 5_000 });
  });

  test('keeps to this process what one of them works on', async () => {
    const heard: string[] = [];
    there?.subscribe('ticks.committed', () => heard.push('ticks'));
    there?.subscribe('settings.changed', () => heard.push('settings'));
    here?.publish('ticks.committed', { ...user, metrics: [], fromMs: 0, toMs: 0, earliestMs: {}, receivedAtMs: 0 });
    here?.publish('settings.changed', { tenantId: null });
    await vi.waitFor(() => expect(heard).toEqual(['settings']), { timeout: 5_000 });
  });

  test('tells nothing of what is not built as its events are, whoever wrote it, and says so once', async () => {
    const local = createProcessBus(noError);
    const published = vi.spyOn(local, 'publish');
    const warn = vi.fn();
    const bus = createRedisBus({ url: redis?.url ?? '', local, log: { ...log, warn } as never });
    const stranger = createClient({ url: redis?.url ?? '' });
    await Promise.all([bus.connected, stranger.connect()]);
    const chat = {
      tenantId: user.tenantId,
      changeId: user.userId,
      conversationId: user.userId,
      kind: 'message',
      sequence: 1,
      userId: null,
    };
    const hostile: readonly (readonly [string, unknown])[] = [
      ...[null, 1, [], {}, { ...user, userId: 'x' }, { ...user, userId: { $ne: 1 } }].map((event) => ['user.changed', event] as const),
      ...[{ conversationId: 'x' }, { sequence: 'y' }, { sequence: -1 }, { kind: 'all' }, { changeId: null }].map(
        (wrong) => ['chat.changed', { ...chat, ...wrong }] as const,
      ),
      ['chat.present', { tenantId: user.tenantId, processId: user.userId, userIds: Array(10_001).fill(user.userId) }],
      ['ticks.committed', { ...user, metrics: ['x'.repeat(101)], fromMs: 0, toMs: 0, earliestMs: {}, receivedAtMs: 0 }],
      ...['__proto__', 'constructor', 'gaps.changed', 'ticks.committed-elsewhere'].map((topic) => [topic, user] as const),
    ];
    const texts = hostile.map(([topic, event]) => JSON.stringify({ from: randomUUID(), topic, event }));
    const send = (text: string) => stranger.publish('vigil.bus', text);
    for (const text of [...texts, 'no JSON', 'null', '"', '['.repeat(100_000), ' '.repeat(2_000_000)]) await send(text);
    await send(JSON.stringify({ from: randomUUID(), topic: 'chat.changed', event: chat }));
    await vi.waitFor(() => expect(published).toHaveBeenCalled(), { timeout: 5_000 });
    expect(published.mock.calls).toEqual([['chat.changed', chat]]);
    expect(warn).toHaveBeenCalledTimes(1);
    stranger.destroy();
    await bus.stop();
  });

  test('a Redis that has stopped answering brings what has to be heard when it answers again, and nothing of a moment that is over', async () => {
    const heard: string[] = [];
    const ends = [
      there?.subscribe('user.changed', () => heard.push('changed')),
      there?.subscribe('chat.typing', () => heard.push('typing')),
      there?.subscribe('chat.present', ({ userIds }) => heard.push(`present ${userIds.length}`)),
    ];
    const typing = { tenantId: user.tenantId, conversationId: user.userId, userId: user.userId };
    const present = { tenantId: user.tenantId, processId: user.userId, userIds: [user.userId] };
    redis?.hang();
    try {
      here?.publish('user.changed', user);
      await pause(1_200);
      here?.publish('chat.typing', typing);
      here?.publish('chat.present', present);
      here?.publish('user.changed', user);
    } finally {
      redis?.resume();
    }
    await vi.waitFor(() => expect(heard).toEqual(['changed', 'changed']), { timeout: 5_000 });
    here?.publish('chat.present', { ...present, userIds: [] });
    here?.publish('chat.typing', typing);
    await vi.waitFor(() => expect(heard).toEqual(['changed', 'changed', 'present 0', 'typing']), { timeout: 5_000 });
    for (const end of ends) end?.();
  });

  test('a Redis that has stopped answering keeps no more than so many events waiting, and the process hears them all', async () => {
    const warn = vi.fn();
    const bus = createRedisBus({ url: redis?.url ?? '', local: createProcessBus(noError), log: { ...log, warn } as never });
    await bus.connected;
    let heard = 0;
    bus.subscribe('user.changed', () => {
      heard += 1;
    });
    redis?.hang();
    try {
      for (let number = 0; number < 10_500; number += 1) bus.publish('user.changed', user);
      await vi.waitFor(() => expect([heard, warn.mock.calls.length]).toEqual([10_500, 1]), { timeout: 10_000 });
      expect(warn.mock.calls[0]?.[0]).toMatchObject({ reason: expect.stringMatching(/queue/i) });
    } finally {
      redis?.resume();
      await bus.stop();
    }
  });

  test('a Redis whose host vanishes without a word is found again by itself within 10 s of its return', { timeout: 90_000 }, async () => {
    const proxy = await startSilentProxy(Number(new URL(redis?.url ?? '').port));
    const warn = vi.fn();
    const log = { warn, info: vi.fn() };
    const bus = createRedisBus({ url: `redis://127.0.0.1:${proxy.port}`, local: createProcessBus(noError), log: log as never });
    await bus.connected;
    const heard: string[] = [];
    there?.subscribe('user.changed', ({ userId }) => heard.push(`there ${userId}`));
    bus.subscribe('user.changed', ({ userId }) => heard.push(`behind ${userId}`));
    proxy.vanish();
    // It is spoken to all the time, which TCP alone would take for a connection that is in use.
    const speaking = setInterval(() => bus.publish('chat.present', { tenantId: user.tenantId, processId: user.userId, userIds: [] }), 500);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    clearInterval(speaking);
    // Longer than a second time of giving up: what was tried meanwhile hangs as well.
    await pause(14_000);
    proxy.comeBack();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith('Redis is back'), { timeout: 10_000 });
    const [one, other] = [randomUUID(), randomUUID()];
    await vi.waitFor(
      () => {
        bus.publish('user.changed', { ...user, userId: one });
        here?.publish('user.changed', { ...user, userId: other });
        expect(heard).toEqual(expect.arrayContaining([`there ${one}`, `behind ${other}`]));
      },
      { timeout: 10_000, interval: 500 },
    );
    await bus.stop();
    await proxy.stop();
  });

  test('goes on within the process while Redis is away, and reaches the others again when it is back', async () => {
    const heard = { here: 0, there: 0 };
    here?.subscribe('sign-in.ended', () => {
      heard.here += 1;
    });
    there?.subscribe('sign-in.ended', () => {
      heard.there += 1;
    });
    await redis?.kill();
    here?.publish('sign-in.ended', { accountId: 'account' });
    await vi.waitFor(() => expect(heard.here).toBe(1));
    expect(heard.there).toBe(0);
    await redis?.startAgain();
    await vi.waitFor(
      () => {
        here?.publish('sign-in.ended', { accountId: 'account' });
        expect(heard.there).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 200 },
    );
  }, 30_000);
});

test('a Redis that is not there keeps nobody from starting', async () => {
  const bus = createRedisBus({ url: 'redis://127.0.0.1:1', local: createProcessBus(noError), log });
  const heard = vi.fn();
  bus.subscribe('user.changed', heard);
  bus.publish('user.changed', user);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(user));
  await bus.stop();
});
