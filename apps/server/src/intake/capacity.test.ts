import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#testing/fake-clock.ts';
import { createCapacity, freeBytesOf } from './capacity.ts';

const options = { clock: createFakeClock(), ticksWaiting: () => 0, freeBytes: null, maxTicksWaiting: 10, floorBytes: 50 };

describe('capacity', () => {
  it('asks to come back later when too many ticks wait for the disk', async () => {
    let waiting = 10;
    const capacity = createCapacity({ ...options, ticksWaiting: () => waiting });
    await capacity.ensureRoom();
    waiting = 11;
    await expect(capacity.ensureRoom()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 });
  });

  it('accepts nothing while the disk is below the floor, and at once again when it was freed', async () => {
    let free = 49;
    const capacity = createCapacity({ ...options, freeBytes: async () => free });
    await expect(capacity.ensureRoom()).rejects.toMatchObject({ code: 'storage_full' });
    free = 50;
    await capacity.ensureRoom();
  });

  it('looks at the disk once a second, not for every batch', async () => {
    let looks = 0;
    const clock = createFakeClock();
    const capacity = createCapacity({ ...options, clock, freeBytes: async () => ++looks * 1000 });
    await capacity.ensureRoom();
    await capacity.ensureRoom();
    expect(looks).toBe(1);
    clock.advance(1000);
    await capacity.ensureRoom();
    expect(looks).toBe(2);
  });

  it('reads the free space of a real folder', async () => expect(await freeBytesOf(import.meta.dirname)()).toBeGreaterThan(0));
});
