import { describe, expect, test } from 'vitest';
import { endedSince, signInSecond } from './sessions.rules.ts';

const never = { sessionsEndedMs: null };
const ended = { sessionsEndedMs: 100_400 };

describe('a sign-in and the end of sessions', () => {
  test.each([
    ['in the second before', 99_999],
    ['in the same second, earlier', 100_100],
  ])('%s: it has ended', (_case, beganMs) => {
    expect(endedSince(ended, signInSecond(never, beganMs))).toBe(true);
  });

  test.each([
    ['in the same second, later', 100_900],
    ['in the next second', 101_000],
    ['by a clock that is behind', 95_000],
  ])('that knows of the end, %s: it holds', (_case, beganMs) => {
    expect(endedSince(ended, signInSecond(ended, beganMs))).toBe(false);
  });

  test('where sessions were never ended every sign-in holds, and one without a time never does', () => {
    expect(endedSince(never, 0)).toBe(false);
    for (const nothing of [undefined, null, '101', Number.NaN.toString()]) expect(endedSince(never, nothing)).toBe(true);
  });
});
