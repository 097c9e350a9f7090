import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a storm asks at once, lets the answer come, and asks once more when it is over', async () => {
  let answer = () => {};
  const work = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const { ask } = oneAtATime(work, 500);
  for (let n = 0; n < 50; n++) ask();
  expect(work).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledOnce();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a quick answer rests before the next, one that fails is asked for again, and nothing is asked after the end', async () => {
  const work = vi.fn(() => Promise.reject(new Error('cut')));
  const { ask, end } = oneAtATime(work, 500);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(499);
  expect(work).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(2);
});
