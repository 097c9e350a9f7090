/**
 * How guessing is slowed down. Sources: NIST SP 800-63B §5.2.2 (no more than 100 consecutive failed attempts on an
 * account, growing waits before that), OWASP Authentication Cheat Sheet (threshold, observation window, duration that
 * grows) and OWASP "Slow Down Online Guessing Attacks with Device Cookies" (a browser that has signed in before is
 * counted apart, so that a stranger cannot lock somebody out).
 */
export interface ThrottlePolicy {
  /** Failures within the window that lock. */
  readonly threshold: number;
  /** Failures further apart than this do not add up. */
  readonly windowMs: number;
  /** First lock; each further failure doubles it. */
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

const minute = 60_000;

/** One account, from browsers that never signed in to it: 5 tries, then 1, 2, 4 … minutes, up to a day. At most 5 + 11 tries on the first day, one a day after. */
export const accountPolicy: ThrottlePolicy = {
  threshold: 5,
  windowMs: 24 * 60 * minute,
  firstLockMs: minute,
  longestLockMs: 24 * 60 * minute,
};
/** One account, from a browser that has signed in to it before. */
export const knownBrowserPolicy: ThrottlePolicy = { threshold: 10, windowMs: 60 * minute, firstLockMs: minute, longestLockMs: 15 * minute };
/** One network address over all accounts: 50 failures in a quarter of an hour (a clinic behind one address must be able to work). */
export const addressPolicy: ThrottlePolicy = { threshold: 50, windowMs: 15 * minute, firstLockMs: minute, longestLockMs: 60 * minute };
/** E-mails asked for (new password, magic link) per address and per account. */
export const mailPolicy: ThrottlePolicy = { threshold: 5, windowMs: 60 * minute, firstLockMs: 15 * minute, longestLockMs: 60 * minute };

export interface ThrottleState {
  readonly failures: number;
  readonly lastFailureMs: number;
  readonly lockedUntilMs: number | null;
}

/** Until when (milliseconds) no attempt is looked at; null when one may be made now. */
export function lockedUntil(state: ThrottleState | null, nowMs: number): number | null {
  return state?.lockedUntilMs != null && state.lockedUntilMs > nowMs ? state.lockedUntilMs : null;
}

/** The state after one more failure at `nowMs`. */
export function afterFailure(state: ThrottleState | null, nowMs: number, policy: ThrottlePolicy): ThrottleState {
  const adds = state !== null && nowMs - state.lastFailureMs <= policy.windowMs;
  const failures = adds ? state.failures + 1 : 1;
  return { failures, lastFailureMs: nowMs, lockedUntilMs: failures < policy.threshold ? null : nowMs + lockMs(failures, policy) };
}

function lockMs(failures: number, policy: ThrottlePolicy): number {
  // Beyond 2^30 the doubling has long passed any longest lock.
  const doublings = Math.min(failures - policy.threshold, 30);
  return Math.min(policy.firstLockMs * 2 ** doublings, policy.longestLockMs);
}
