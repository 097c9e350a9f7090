import type { Clock } from '#platform/clock.ts';

/** A clock that tests move by hand. Starts at the real present so that data "from today" is plausible to every rule. */
export interface FakeClock extends Clock {
  set(milliseconds: number): void;
  advance(milliseconds: number): void;
}

export function createFakeClock(start = Date.now()): FakeClock {
  let now = start;
  return {
    now: () => now,
    set: (milliseconds) => {
      now = milliseconds;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
