import { afterEach, expect, test, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';

/* PostgreSQL runs on this machine, so its clock is this machine's; the clock that is put right is one of the test's. */
const { database } = await useHarness();
const minuteMs = 60_000;
/** An answer of PostgreSQL is on its way no longer than this. */
const aboutMs = 1_000;
const open: DatabaseClock[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function start({ ask = database.ask, everySeconds = 0.05, aheadMs = 0 } = {}) {
  const machine = { aheadMs };
  const warn = vi.fn();
  const own = { now: () => Date.now() + machine.aheadMs };
  const clock = await createDatabaseClock({ database: { ask }, log: { warn }, own, everySeconds });
  open.push(clock);
  return { clock, own, machine, warn, wrongByMs: () => Math.abs(clock.now() - Date.now()) };
}

test('a machine whose clock is right keeps its own, to the millisecond', async () => {
  const { clock, machine, warn } = await start();
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  expect([clock.now(), machine.aheadMs, warn.mock.calls]).toEqual([1_700_000_000_000, 0, []]);
  vi.restoreAllMocks();
});

test.each([5, -5, 60 * 24 * 400])(
  'a machine that is %s minutes ahead goes by the time of PostgreSQL, and says so once',
  async (minutes) => {
    const { clock, wrongByMs, warn } = await start({ aheadMs: minutes * minuteMs });
    expect(wrongByMs()).toBeLessThan(aboutMs);
    expect(Number.isInteger(clock.now())).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(warn.mock.calls).toEqual([[{ seconds: -minutes * 60 }, expect.stringContaining('the clock of the database')]]);
  },
);

test('a clock that is set right, or wrong, while the server runs is followed', async () => {
  const { machine, wrongByMs } = await start({ aheadMs: 5 * minuteMs });
  machine.aheadMs = 0;
  expect(wrongByMs()).toBeGreaterThan(4 * minuteMs);
  await expect.poll(wrongByMs).toBeLessThan(aboutMs);
  machine.aheadMs = -minuteMs;
  await expect.poll(wrongByMs).toBeLessThan(aboutMs);
});

test('while PostgreSQL is away what it said last counts', async () => {
  let isAway = false;
  const ask: typeof database.ask = (...asked) => (isAway ? Promise.reject(new Error('away')) : database.ask(...asked));
  const { wrongByMs, machine } = await start({ ask, aheadMs: 5 * minuteMs });
  isAway = true;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(wrongByMs()).toBeLessThan(aboutMs);
  machine.aheadMs = 0;
  isAway = false;
  await expect.poll(wrongByMs).toBeLessThan(aboutMs);
});

test('an answer that was long on its way moves the clock no further than it must', async () => {
  const slow: typeof database.ask = async (...asked) => {
    const answer = await database.ask(...asked);
    await new Promise((resolve) => setTimeout(resolve, 400));
    return answer as never;
  };
  const { wrongByMs, warn } = await start({ ask: slow, everySeconds: 60 });
  expect(wrongByMs()).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});
