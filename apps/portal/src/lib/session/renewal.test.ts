import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { laterOf, needsInteraction, renewalDelayMs, startRenewal } from './renewal.ts';
import type { Tokens } from './session.ts';

const now = Date.UTC(2026, 0, 1);
const inSeconds = (seconds: number) => now / 1000 + seconds;
const tokens = (expiresInSeconds: number): Tokens => ({
  accessToken: `a${expiresInSeconds}`,
  idToken: 'i',
  expiresAt: inSeconds(expiresInSeconds),
});

test.each([
  ['120 s before the end of a 900 s token', 900, 780_000],
  ['just before the 120 s', 121, 1000],
  ['1 s later when exactly 120 s are left', 120, 1000],
  ['1 s later when already due', 30, 1000],
  ['1 s later when already expired', -60, 1000],
])('a renewal is scheduled %s', (_name, expiresIn, delayMs) => {
  expect(renewalDelayMs(inSeconds(expiresIn), now)).toBe(delayMs);
});

test('only a token that expires later replaces the current one', () => {
  const current = tokens(500);
  expect(laterOf(current, tokens(900)).expiresAt).toBe(inSeconds(900));
  expect(laterOf(current, tokens(500))).toBe(current);
  expect(laterOf(current, tokens(100))).toBe(current);
  expect(laterOf(null, tokens(100)).expiresAt).toBe(inSeconds(100));
});

test.each([
  [{ error: 'interaction_required' }, true],
  [{ error: 'login_required' }, true],
  [{ error: 'invalid_grant' }, false],
  [new Error('offline'), false],
  [null, false],
])('%o needs the person: %s', (reason, needed) => {
  expect(needsInteraction(reason)).toBe(needed);
});

describe('a running renewal', () => {
  beforeEach(() => void vi.useFakeTimers({ now }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function start(first: Tokens, renewSilently: () => Promise<Tokens>) {
    let held = first;
    const redirect = vi.fn(async () => undefined);
    const renew = vi.fn(renewSilently);
    const renewal = startRenewal({ current: () => held, keep: (next) => (held = next), renewSilently: renew, redirect, now: Date.now });
    return { renewal, renew, redirect, held: () => held };
  }

  test('renews 120 s before expiry, keeps the later token and schedules the next', async () => {
    const { renew, held, renewal } = start(tokens(900), async () => tokens(1680));
    await vi.advanceTimersByTimeAsync(779_000);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(held().expiresAt).toBe(inSeconds(1680));
    await vi.advanceTimersByTimeAsync(780_000);
    expect(renew).toHaveBeenCalledTimes(2);
    renewal.stop();
  });

  test('does not ask every second when the provider answers with the same token', async () => {
    const { renew, renewal } = start(tokens(60), async () => tokens(60));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(renew).toHaveBeenCalledTimes(1);
    renewal.stop();
  });

  test('logs a failure, keeps the session and tries again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let answer: () => Promise<Tokens> = async () => Promise.reject(new Error('offline'));
    const { renew, held, redirect, renewal } = start(tokens(100), () => answer());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(logged).toHaveBeenCalledWith('Silent token refresh failed', expect.any(Error));
    expect(redirect).not.toHaveBeenCalled();
    expect(held().expiresAt).toBe(inSeconds(100));
    answer = async () => tokens(1000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(held().expiresAt).toBe(inSeconds(1000));
    renewal.stop();
  });

  test('leaves for the provider when the person has to be asked', async () => {
    const { redirect, renewal } = start(tokens(100), async () => Promise.reject({ error: 'interaction_required' }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(redirect).toHaveBeenCalledTimes(1);
    renewal.stop();
  });

  test('shares one renewal between callers that need it at the same time', async () => {
    const { renew, renewal } = start(tokens(900), async () => tokens(1800));
    await Promise.all([renewal.renewNow(), renewal.renewNow(), renewal.renewNow()]);
    expect(renew).toHaveBeenCalledTimes(1);
    renewal.stop();
  });

  test('looks at the clock again when the tab is shown after a sleep', async () => {
    const { renew, renewal } = start(tokens(900), async () => tokens(9000));
    vi.setSystemTime(now + 850_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renew).toHaveBeenCalledTimes(1);
    renewal.stop();
  });

  test('asks nothing any more once stopped', async () => {
    const { renew, renewal } = start(tokens(900), async () => tokens(1800));
    renewal.stop();
    await vi.advanceTimersByTimeAsync(2_000_000);
    expect(renew).not.toHaveBeenCalled();
  });
});
