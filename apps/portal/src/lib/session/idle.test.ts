import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOngoing, wasIdle, watchIdle, watchIdleEnd } from './idle.ts';

const timeoutMs = 900_000;
let stops: (() => void)[] = [];
let becomeLeader: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  localStorage.clear();
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  callOngoing.set(false);
  vi.useRealTimers();
});

function watch(lead: (signal: AbortSignal) => Promise<void> = async () => undefined) {
  const onIdle = vi.fn();
  stops.push(watchIdle({ timeoutMs, onIdle, lead }));
  return onIdle;
}
const act = () => dispatchEvent(new Event('pointermove'));

test('without activity the leading tab is idle after the timeout, not before', async () => {
  const onIdle = watch();
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(onIdle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('activity starts the time again', async () => {
  const onIdle = watch();
  await vi.advanceTimersByTimeAsync(timeoutMs - 10_000);
  act();
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(onIdle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('activity is noted at most every 3 s', async () => {
  watch();
  await vi.advanceTimersByTimeAsync(5000);
  act();
  const noted = localStorage.getItem('vigil.lastActivity');
  await vi.advanceTimersByTimeAsync(2999);
  act();
  expect(localStorage.getItem('vigil.lastActivity')).toBe(noted);
  await vi.advanceTimersByTimeAsync(1);
  act();
  expect(localStorage.getItem('vigil.lastActivity')).not.toBe(noted);
});

test('activity in another tab counts', async () => {
  const onIdle = watch();
  await vi.advanceTimersByTimeAsync(timeoutMs - 1000);
  localStorage.setItem('vigil.lastActivity', String(Date.now()));
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(onIdle).not.toHaveBeenCalled();
});

test('a tab that does not lead signs nobody out, and does once the leader is gone', async () => {
  const onIdle = watch(
    () =>
      new Promise((leads) => {
        becomeLeader = leads;
      }),
  );
  await vi.advanceTimersByTimeAsync(timeoutMs * 2);
  expect(onIdle).not.toHaveBeenCalled();
  becomeLeader();
  await vi.advanceTimersByTimeAsync(0);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('waking a computer by touching it does not undo the time it was left alone', async () => {
  const onIdle = watch();
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(Date.now() + timeoutMs + 1);
  act();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(onIdle).toHaveBeenCalledOnce();
});

test('a session that nobody used for longer than the timeout is known at the next start', () => {
  expect(wasIdle(timeoutMs, Date.now())).toBe(false);
  localStorage.setItem('vigil.lastActivity', String(Date.now() - timeoutMs));
  expect(wasIdle(timeoutMs, Date.now())).toBe(true);
});

test('during a call nobody is idle, and afterwards the whole time begins anew', async () => {
  const onIdle = watch();
  callOngoing.set(true);
  await vi.advanceTimersByTimeAsync(3 * timeoutMs);
  expect(onIdle).not.toHaveBeenCalled();
  callOngoing.set(false);
  await vi.advanceTimersByTimeAsync(timeoutMs - 3_001);
  expect(onIdle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_001);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('a call in another tab than the leading one holds the sign-out off', async () => {
  const leading = watch();
  const withCall = watch(() => new Promise(() => undefined));
  callOngoing.set(true);
  await vi.advanceTimersByTimeAsync(2 * timeoutMs);
  expect([leading.mock.calls, withCall.mock.calls]).toEqual([[], []]);
});

test('a minute before the end every tab says when it comes, until somebody does something in any of them', async () => {
  watch();
  const [one, other] = [vi.fn(), vi.fn()];
  stops.push(watchIdleEnd(timeoutMs, one), watchIdleEnd(timeoutMs, other));
  const begun = Date.now();
  await vi.advanceTimersByTimeAsync(timeoutMs - 61_000);
  expect(one).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  for (const tab of [one, other]) expect(tab.mock.calls).toEqual([[begun + timeoutMs]]);
  act();
  await vi.advanceTimersByTimeAsync(1_000);
  for (const tab of [one, other]) expect(tab.mock.lastCall).toEqual([null]);
});

test('of a timeout of a minute half of it is warned of', async () => {
  localStorage.setItem('vigil.lastActivity', String(Date.now()));
  const tell = vi.fn();
  stops.push(watchIdleEnd(60_000, tell));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(tell).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).toHaveBeenCalledOnce();
});
