import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReceiveTimes } from './receive-times.ts';

describe('the time at which a batch counts as received', () => {
  it('is when it arrived', () => {
    const times = createReceiveTimes();
    expect([times.next('a', 1_000.9), times.next('b', 1_000), times.next('a', 2_000)]).toEqual([1_000, 1_000, 2_000]);
  });

  it('strictly increases for a member, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 50 })), { maxLength: 60 }), (arrivals) => {
        const times = createReceiveTimes();
        const last = new Map<string, number>();
        for (const [member, arrivedMs] of arrivals) {
          const received = times.next(member, arrivedMs);
          expect(received).toBeGreaterThan(last.get(member) ?? -1);
          last.set(member, received);
        }
      }),
    );
  });

  it('still does when so many members have been seen that some are forgotten', () => {
    const times = createReceiveTimes();
    const first = times.next('a', 5_000);
    for (let member = 0; member < 250_000; member++) times.next(String(member), 10);
    expect(times.next('a', 10)).toBeGreaterThan(first);
  });

  it('never falls below a floor that was given out', () => {
    const times = createReceiveTimes();
    expect(times.floor(9_000)).toBe(9_000);
    expect(times.floor(8_000)).toBe(9_000);
    expect(times.next('a', 1_000)).toBe(9_000);
  });
});
