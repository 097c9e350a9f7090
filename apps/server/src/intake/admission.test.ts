import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#testing/fake-clock.ts';
import { createAdmission, freeBytesOf } from './admission.ts';

const options = {
  clock: createFakeClock(),
  ticksWaiting: () => 0,
  freeBytes: null,
  maxBytesInFlight: 100,
  maxTicksWaiting: 10,
  floorBytes: 50,
};

describe('admission', () => {
  it('lets bodies in up to the limit, and again once room was given back', () => {
    const admission = createAdmission(options);
    const leave = admission.enter(60);
    admission.enter(40);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 2 }));
    leave();
    leave();
    expect(admission.bytesInFlight()).toBe(40);
    admission.enter(60);
  });

  it('lets a single body in that is larger than the limit, and no second beside it', () => {
    const admission = createAdmission(options);
    const leave = admission.enter(500);
    expect(() => admission.enter(1)).toThrow();
    leave();
    admission.enter(1);
  });

  it('refuses before reading when too many ticks wait for the disk', () => {
    let waiting = 10;
    const admission = createAdmission({ ...options, ticksWaiting: () => waiting });
    admission.enter(1)();
    waiting = 11;
    expect(() => admission.enter(1)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });

  it('accepts nothing while the disk is below the floor, and at once again when it was freed', async () => {
    let free = 49;
    const admission = createAdmission({ ...options, freeBytes: async () => free });
    await expect(admission.ensureRoom()).rejects.toMatchObject({ code: 'storage_full' });
    free = 50;
    await admission.ensureRoom();
  });

  it('looks at the disk once a second, not for every batch', async () => {
    let looks = 0;
    const clock = createFakeClock();
    const admission = createAdmission({ ...options, clock, freeBytes: async () => ++looks * 1000 });
    await admission.ensureRoom();
    await admission.ensureRoom();
    expect(looks).toBe(1);
    clock.advance(1000);
    await admission.ensureRoom();
    expect(looks).toBe(2);
  });

  it('reads the free space of a real folder', async () => expect(await freeBytesOf(import.meta.dirname)()).toBeGreaterThan(0));
});
