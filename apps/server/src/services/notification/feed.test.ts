import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createFeed, type Follower } from './feed.ts';
import type { StoredPush } from './notification.store.ts';

const log = pino({ level: 'silent' });
const times = { everyMs: 250, lostAfterMs: 10_000 };
const push = (position: number, tenantId = 'tenant'): StoredPush => ({
  ...{ tenantId, id: String(position), position, userIds: [], roles: ['nurse'] },
  ...{ contentType: 'ACTION', patientId: null, description: '' },
});
const follower = (tenantId = 'tenant') => ({ tenantId, offer: vi.fn<Follower['offer']>(), lost: vi.fn() });

vi.useFakeTimers();
afterEach(() => void vi.clearAllTimers());

/** A store whose pushes the test commits; `away` while it does not answer. */
function storeOf() {
  const world = { committed: [] as StoredPush[], away: false, asked: 0 };
  const answer = <T>(value: T) => (world.away ? Promise.reject(new Error('away')) : Promise.resolve(value));
  return {
    world,
    store: {
      lastPosition: () => answer(world.committed.at(-1)?.position ?? 0),
      after(position: number) {
        world.asked += 1;
        return answer(world.committed.filter((one) => one.position > position).slice(0, 200));
      },
    },
  };
}

test('whoever joins is offered what comes behind the position that was the last then, of the own tenant', async () => {
  const { store, world } = storeOf();
  const feed = createFeed(store, log, times);
  const [first, second, foreign] = [follower(), follower(), follower('foreign')];
  expect(await feed.join(first)).toBe(0);
  await feed.join(foreign);
  world.committed.push(push(1));
  // The feed has not asked since, and the newcomer comes behind it all the same.
  expect(await feed.join(second)).toBe(1);
  world.committed.push(...Array.from({ length: 450 }, (_, index) => push(index + 2)));
  await vi.advanceTimersByTimeAsync(250);
  expect(first.offer).toHaveBeenCalledTimes(451);
  expect(second.offer.mock.calls.map(([one]) => one.position).filter((position) => position > 1)).toHaveLength(450);
  expect(foreign.offer).not.toHaveBeenCalled();
});

test('the store is asked once for all who follow, and no more when nobody does', async () => {
  const { store, world } = storeOf();
  const feed = createFeed(store, log, times);
  const followers = Array.from({ length: 200 }, () => follower());
  await Promise.all(followers.map((one) => feed.join(one)));
  expect(world.asked).toBeLessThan(5);
  world.asked = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.asked).toBe(40);
  for (const one of followers) feed.leave(one);
  await vi.advanceTimersByTimeAsync(250);
  world.asked = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.asked).toBe(0);
  expect(await feed.join(follower())).toBe(0);
});

test('while the store does not answer nobody joins, and after ten seconds the streams are ended', async () => {
  const { store, world } = storeOf();
  const feed = createFeed(store, log, times);
  const one = follower();
  await feed.join(one);
  world.away = true;
  await expect(feed.join(follower())).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(one.lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(one.lost).toHaveBeenCalled();
});

test('an answer that fails is asked for again, and nothing is passed over', async () => {
  const { store, world } = storeOf();
  const feed = createFeed(store, log, times);
  const one = follower();
  await feed.join(one);
  world.away = true;
  world.committed.push(push(1));
  await vi.advanceTimersByTimeAsync(2_000);
  world.away = false;
  world.committed.push(push(2));
  await vi.advanceTimersByTimeAsync(250);
  expect(one.offer.mock.calls.map(([told]) => told.position)).toEqual([1, 2]);
});
