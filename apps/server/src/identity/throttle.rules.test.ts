import { expect, test } from 'vitest';
import { accountPolicy, addressPolicy, afterFailure, lockedUntil, type ThrottlePolicy, type ThrottleState } from './throttle.rules.ts';

const minute = 60_000;

/** State after `count` failures, each at the first moment at which one is looked at. */
function fail(count: number, policy: ThrottlePolicy, from = 0): { state: ThrottleState | null; now: number } {
  let state: ThrottleState | null = null;
  let now = from;
  for (let made = 0; made < count; made++) {
    now = lockedUntil(state, now) ?? now;
    state = afterFailure(state, now, policy);
  }
  return { state, now };
}

test.each([
  { failures: 4, lockMinutes: 0 },
  { failures: 5, lockMinutes: 1 },
  { failures: 6, lockMinutes: 2 },
  { failures: 7, lockMinutes: 4 },
  { failures: 12, lockMinutes: 128 },
  { failures: 40, lockMinutes: 24 * 60 },
])('after $failures failures on an account it is locked for $lockMinutes minutes', ({ failures, lockMinutes }) => {
  const { state, now } = fail(failures, accountPolicy);
  expect(lockedUntil(state, now)).toBe(lockMinutes === 0 ? null : now + lockMinutes * minute);
});

test('one who guesses without a pause gets fewer than 100 tries at an account in a month (NIST SP 800-63B)', () => {
  let state: ThrottleState | null = null;
  let tries = 0;
  for (let now = 0; now < 30 * 24 * 60 * minute; now = lockedUntil(state, now) ?? now) {
    state = afterFailure(state, now, accountPolicy);
    tries++;
  }
  expect(tries).toBeLessThan(100);
});

test('a lock ends at its moment, not before and not after', () => {
  const { state, now } = fail(5, accountPolicy);
  expect(lockedUntil(state, now + minute - 1)).toBe(now + minute);
  expect(lockedUntil(state, now + minute)).toBeNull();
});

test('failures further apart than the window do not add up', () => {
  const { state } = fail(4, accountPolicy);
  expect(afterFailure(state, accountPolicy.windowMs + 1, accountPolicy)).toMatchObject({ failures: 1, lockedUntilMs: null });
});

test('a clinic behind one address is not locked by the slips of a few', () => {
  const { state, now } = fail(49, addressPolicy);
  expect(lockedUntil(state, now)).toBeNull();
});
