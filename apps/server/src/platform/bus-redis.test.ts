import pino from 'pino';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, startRedis } from '#testing/redis-server.ts';
import { createProcessBus } from './bus.ts';
import { createRedisBus } from './bus-redis.ts';

const log = pino({ level: 'silent' });
const noError = (error: unknown) => {
  throw error;
};
const user = { tenantId: 'tenant', userId: 'user' };

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
    for (let number = 0; number < 50; number += 1) here?.publish('user.changed', { ...user, userId: `${number}` });
    const all = Array.from({ length: 50 }, (_, index) => `${index}`);
    await vi.waitFor(() => expect(heard).toEqual({ here: all, there: all }), { timeout: 5_000 });
  });

  test('keeps to this process what one of them works on', async () => {
    const heard: string[] = [];
    there?.subscribe('ticks.committed', () => heard.push('ticks'));
    there?.subscribe('settings.changed', () => heard.push('settings'));
    here?.publish('ticks.committed', { ...user, metrics: [], fromMs: 0, toMs: 0 });
    here?.publish('settings.changed', { tenantId: null });
    await vi.waitFor(() => expect(heard).toEqual(['settings']), { timeout: 5_000 });
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
