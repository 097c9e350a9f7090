import { describe, expect, it } from 'vitest';
import { leastFreeBytes } from '#platform/disk/disk-space.ts';
import { createFakeClock } from '#testing/fake-clock.ts';
import { createCapacity, createTakesReadings } from './capacity.ts';

const options = { clock: createFakeClock(), ticksWaiting: () => 0, freeBytes: null, maxTicksWaiting: 10, floorBytes: 50 };

const sender = { tenantId: 'a', userId: '1' };

describe('capacity', () => {
  it('asks to come back later when too many ticks wait for the disk', async () => {
    let waiting = 10;
    const capacity = createCapacity({ ...options, ticksWaiting: () => waiting });
    (await capacity.admit(sender, 1))();
    waiting = 11;
    await expect(capacity.admit(sender, 1)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 });
  });

  it.each([
    ['one sender a quarter', [sender, sender], 150],
    ['one tenant a half', ['1', '2', '3'].map((userId) => ({ tenantId: 'a', userId })), 200],
  ])('of 1,000 ticks that may wait gives %s, and what is left to others', async (_name, senders, ticks) => {
    const capacity = createCapacity({ ...options, maxTicksWaiting: 1_000 });
    const given = await Promise.all(senders.slice(1).map((one) => capacity.admit(one, ticks)));
    const [first = sender] = senders;
    await expect(capacity.admit(first, ticks)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 });
    (await capacity.admit({ tenantId: 'b', userId: '9' }, 250))();
    for (const leave of given) leave();
    (await capacity.admit(first, ticks))();
  });

  it('lets in whoever has nothing waiting, however much it is', async () => {
    const capacity = createCapacity({ ...options, maxTicksWaiting: 1_000 });
    (await capacity.admit(sender, 5_000))();
  });

  it('accepts nothing while the disk is below the floor, and at once again when it was freed', async () => {
    let free = 49;
    const capacity = createCapacity({ ...options, freeBytes: async () => free });
    await expect(capacity.admit(sender, 1)).rejects.toMatchObject({ code: 'storage_full' });
    free = 50;
    (await capacity.admit(sender, 1))();
  });

  it('says that readings cannot be taken in while the disk is below the floor, or their store does not answer', async () => {
    let free = leastFreeBytes - 1;
    const takesReadings = createTakesReadings({ ping: async () => {} }, async () => free);
    await expect(takesReadings()).rejects.toMatchObject({ code: 'storage_full' });
    free = leastFreeBytes;
    await takesReadings();
    await createTakesReadings({ ping: async () => {} }, null)();
    await expect(createTakesReadings({ ping: () => Promise.reject(new Error('gone')) }, null)()).rejects.toThrow('gone');
  });

  it('looks at the disk once a second, not for every batch', async () => {
    let looks = 0;
    const clock = createFakeClock();
    const capacity = createCapacity({ ...options, clock, freeBytes: async () => ++looks * 1000 });
    (await capacity.admit(sender, 1))();
    (await capacity.admit(sender, 1))();
    expect(looks).toBe(1);
    clock.advance(1000);
    (await capacity.admit(sender, 1))();
    expect(looks).toBe(2);
  });
});
