import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { type Claimed, createQueue, jobStatements } from './queue.ts';

/* Two processes are two queues over one table of PostgreSQL. */
const harness = await useHarness();
const { database, log, asOwner } = harness;
const statements = jobStatements<Claimed>({ table: 'vigil.calendar_mails', columns: ['user_id'] });
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await harness.createTenant();
  const { id } = await harness.createUser(tenant, { roles: ['nurse'] });
  await asOwner("insert into vigil.calendar_mails (tenant_id, user_id, starts_at, time_zone) values ($1, $2, now(), 'UTC')", [
    ...[tenant.id, id],
  ]);
});

function startProcess(over: { forSeconds?: number; prepare?: () => Promise<void>; attempt?: () => Promise<{ isDone: boolean }> }) {
  let attempts = 0;
  const { forSeconds = 60, prepare = async () => {}, attempt = async () => ({ isDone: true }) } = over;
  const run = createQueue({
    ...{ database, statements, prepare, forSeconds, log, keepMinutes: 60, firstPauseSeconds: 0, longestPauseSeconds: 0, jobs: 'jobs' },
    attempt: () => {
      attempts += 1;
      return attempt();
    },
  });
  return { run: () => run(tenant.id, 10), attempts: () => attempts };
}
const left = () =>
  asOwner<{ tries: number; waits: boolean }>(
    "select tries, next_try_at > now() + interval '30 s' as waits from vigil.calendar_mails where tenant_id = $1",
    [tenant.id],
  );

test('a process that stood still after it had taken a job on leaves it to the other, which does it once', async () => {
  const still = startProcess({ forSeconds: 0.3, prepare: () => pause(500) });
  const other = startProcess({});
  expect([await still.run(), still.attempts()]).toEqual([1, 0]);
  expect([await other.run(), other.attempts(), await left()]).toEqual([1, 1, []]);
});

test('a process that failed after its time puts off nothing that another is at', async () => {
  const begun = Promise.withResolvers<void>();
  const fails = Promise.withResolvers<{ isDone: boolean }>();
  const slow = startProcess({
    forSeconds: 0.3,
    attempt: () => {
      begun.resolve();
      return fails.promise;
    },
  });
  const running = slow.run();
  await begun.promise;
  await pause(400);
  const isOver = Promise.withResolvers<{ isDone: boolean }>();
  const other = startProcess({ attempt: () => isOver.promise });
  const otherRuns = other.run();
  await expect.poll(left).toEqual([{ tries: 2, waits: true }]);
  fails.resolve({ isDone: false });
  await running;
  expect(await left()).toEqual([{ tries: 2, waits: true }]);
  expect(await startProcess({}).run()).toBe(0);
  isOver.resolve({ isDone: true });
  await otherRuns;
  expect(await left()).toEqual([]);
});
