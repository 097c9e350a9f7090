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

interface Process {
  readonly forSeconds?: number;
  readonly prepare?: () => Promise<void>;
  readonly attempt?: () => Promise<{ isDone: boolean }>;
  readonly database?: Pick<typeof harness.database, 'tenant'>;
}

function startProcess(over: Process) {
  let attempts = 0;
  const { forSeconds = 60, prepare = async () => {}, attempt = async () => ({ isDone: true }) } = over;
  const run = createQueue({
    ...{
      database: over.database ?? database,
      statements,
      prepare,
      forSeconds,
      log,
      keepMinutes: 60,
      firstPauseSeconds: 0,
      longestPauseSeconds: 0,
      job: 'mail',
      jobs: 'jobs',
    },
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

test('a job that is done is taken off while another that was taken on with it still goes on', async () => {
  await asOwner(
    `insert into vigil.calendar_mails (tenant_id, user_id, starts_at, time_zone)
     select tenant_id, user_id, now() + interval '1 hour', 'UTC' from vigil.calendar_mails where tenant_id = $1`,
    [tenant.id],
  );
  const stalls = Promise.withResolvers<{ isDone: boolean }>();
  let attempts = 0;
  const process = startProcess({
    attempt: () => {
      attempts += 1;
      return attempts === 1 ? stalls.promise : Promise.resolve({ isDone: true });
    },
  });
  const running = process.run();
  await expect.poll(left).toHaveLength(1);
  stalls.resolve({ isDone: true });
  expect([await running, process.attempts(), await left()]).toEqual([2, 2, []]);
});

test('a job that was done while PostgreSQL went away is taken off when it is back, and not done again', async () => {
  let isAway = false;
  const process = startProcess({
    attempt: async () => {
      isAway = true;
      setTimeout(() => {
        isAway = false;
      }, 1_500);
      return { isDone: true };
    },
    database: { tenant: (...asked) => (isAway ? Promise.reject(new Error('away')) : database.tenant(...asked)) },
  });
  expect([await process.run(), await left(), await process.run(), process.attempts()]).toEqual([1, [], 0, 1]);
});

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
