import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { createTicksReads } from '../ticks-store.service.ts';
import { batchOf, numberedSeries, ticksPerNumber } from './testing/batches.ts';
import { plainDays } from './testing/plain-rollups.ts';
import { storedDays } from './testing/stored-rollups.ts';
import { createTickWriter, type TickWriter } from './writer.ts';

// Two writers share nothing but the two stores, as two server processes do; where one has to die it is a real process.
const harness = { ...(await useOwnHarness()), clock: systemClock };
const { engine } = harness;
const here = createTickWriter(harness);
afterAll(() => here.stop());
const reads = createTicksReads({ ...harness, rolledUpUntilMs: here.rolledUpUntilMs });
const tenant = await harness.createTenant();

/** For how long a chart may not know of ticks that another process has acknowledged. */
const staleMs = 1_000;
const [firstDayMs, dayMs] = [Date.UTC(2026, 0, 1), 86_400_000];

/** How many ticks of the member a chart shows here, of days unless another is asked for. */
async function charted(userId: string, overrides: Partial<Parameters<typeof reads.steps>[0]> = {}): Promise<number> {
  const { steps } = await reads.steps({
    tenantId: tenant.id,
    userId,
    metrics: ['calories'],
    granularity: 'DAILY',
    timeZone: 'UTC',
    memberTimeZone: 'UTC',
    fromMs: firstDayMs - dayMs,
    toMs: firstDayMs + 30 * dayMs,
    nowMs: Date.now(),
    extremes: false,
    medians: [],
    days: [],
    movingAverages: [],
    ...overrides,
  });
  return (steps.get('calories') ?? []).reduce((sum, step) => sum + step.n, 0);
}

async function memberWithRollups(): Promise<string> {
  const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
  await append(here, id, 0);
  await here.rollupsSettled();
  // What the processes of other test files have left is made good first.
  await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 60_000 }).toBe(Number.POSITIVE_INFINITY);
  expect(await charted(id)).toBe(ticksPerNumber);
  return id;
}

const append = (writer: TickWriter, userId: string, number: number) =>
  writer.append(batchOf({ tenantId: tenant.id, userId, receivedAtMs: Date.now(), series: numberedSeries(number) }));

/** Another process, whose rollups wait until they are let go. */
function otherProcess() {
  let letGo: () => void = () => {};
  let statements = 0;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow: TicksEngine = {
    ...engine,
    async command(...call) {
      statements += 1;
      await held;
      await engine.command(...call);
    },
  };
  const writer = createTickWriter({ ...harness, engine: slow });
  onTestFinished(async () => {
    letGo();
    await writer.stop();
  });
  return { writer, letGo, heldStatements: () => statements };
}

describe('two processes over the same stores', () => {
  it('a chart in one shows what the other has acknowledged within a second, however long its rollups take', {
    timeout: 90_000,
  }, async () => {
    const id = await memberWithRollups();
    const other = otherProcess();
    await append(other.writer, id, 1);
    const acknowledgedMs = performance.now();
    await expect.poll(() => charted(id), { interval: 50, timeout: 20_000 }).toBe(2 * ticksPerNumber);
    // Twice that: an answer about the others may be asked for just before, and a loaded machine takes its time.
    expect(performance.now() - acknowledgedMs).toBeLessThan(2 * staleMs + 1_000);
    expect(await here.rolledUpUntilMs(tenant.id, id)).toBeLessThan(firstDayMs + dayMs);
  });

  it('once the other’s rollups have followed, charts read them again', { timeout: 120_000 }, async () => {
    const id = await memberWithRollups();
    const other = otherProcess();
    await append(other.writer, id, 1);
    await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 20_000 }).toBeLessThan(firstDayMs + dayMs);
    other.letGo();
    await other.writer.rollupsSettled();
    await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 30_000 }).toBeGreaterThan(firstDayMs + 30 * dayMs);
    expect(await charted(id)).toBe(2 * ticksPerNumber);
  });

  it('a month whose median was kept in one is read again once the other has acknowledged ticks of it, and after its rollups', {
    timeout: 120_000,
  }, async () => {
    const id = await memberWithRollups();
    const january = { granularity: 'MONTHLY', medians: ['calories'], fromMs: firstDayMs, toMs: firstDayMs + 31 * dayMs } as const;
    const kept = 'select n from vigil.ticks_kept_step final where user_id = {id:UUID}';
    expect(await charted(id, january)).toBe(ticksPerNumber);
    await expect.poll(() => engine.query(kept, { id }), { timeout: 20_000 }).toEqual([{ n: ticksPerNumber }]);
    const other = otherProcess();
    await append(other.writer, id, 1);
    await expect.poll(() => charted(id, january), { interval: 50, timeout: 20_000 }).toBe(2 * ticksPerNumber);
    other.letGo();
    await other.writer.rollupsSettled();
    await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 30_000 }).toBeGreaterThan(january.toMs);
    expect(await charted(id, january)).toBe(2 * ticksPerNumber);
    await expect.poll(() => engine.query(kept, { id }), { timeout: 20_000 }).toEqual([{ n: 2 * ticksPerNumber }]);
  });

  it('what one stores while the other computes the same day is counted once and from the better source', { timeout: 60_000 }, async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const other = otherProcess();
    const moment = firstDayMs + 3_600_000;
    const send = (writer: TickWriter, source: 'manual' | 'device', value: number) =>
      writer.append(
        batchOf({ tenantId: tenant.id, userId: id, source, receivedAtMs: Date.now(), series: { calories: [[moment, value]] } }),
      );
    // The other has looked at the day, and its statement waits for a free session.
    await send(other.writer, 'manual', 5);
    const settled = other.writer.rollupsSettled();
    // One for its hours, one for its days.
    await expect.poll(other.heldStatements, { timeout: 10_000 }).toBe(2);
    await send(here, 'device', 7);
    await here.rollupsSettled();
    other.letGo();
    await settled;
    const ticks = [
      { metric: 'calories', timestampMs: moment, value: 5, source: 'manual' },
      { metric: 'calories', timestampMs: moment, value: 7, source: 'device' },
    ] as const;
    expect(await storedDays(engine, id, 'UTC')).toEqual(plainDays(ticks, 'UTC'));
  });

  it('what one leaves behind when it is killed is charted at once and made good by the other', { timeout: 150_000 }, async () => {
    const id = await memberWithRollups();
    const script = join(import.meta.dirname, 'testing', 'unfinished-process.ts');
    const child = spawn(process.execPath, [script, harness.config.dataDir, tenant.id, id], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) if (line === 'acknowledged') child.kill('SIGKILL');
    await ended;
    await expect.poll(() => charted(id), { timeout: 20_000 }).toBe(2 * ticksPerNumber);
    const days = async () => (await storedDays(engine, id, 'UTC')).reduce((sum, day) => sum + day.n, 0);
    expect(await days()).toBe(ticksPerNumber);

    // A minute and a half of silence, without waiting for it.
    const left = 'from vigil.ticks_behind where tenant_id = $1 and user_id = $2';
    await harness.asOwner(
      `update vigil.ticks_follow_up set seen_at = now() - interval '2 minutes' where process_id in (select process_id ${left})`,
      [tenant.id, id],
    );
    await expect.poll(days, { timeout: 40_000 }).toBe(2 * ticksPerNumber);
    await expect.poll(() => harness.asOwner(`select 1 ${left}`, [tenant.id, id]), { timeout: 20_000 }).toEqual([]);
  });

  it('one that starts goes over what is left behind once, however often its heart beats meanwhile', { timeout: 60_000 }, async () => {
    const id = await memberWithRollups();
    let looks = 0;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slow: TicksEngine = {
      ...engine,
      async query<Row extends object>(...call: Parameters<TicksEngine['query']>): Promise<Row[]> {
        // Whose ticks were received since the other has died.
        if (!/from vigil.ticks where received_at >= .* group by tenant_id, user_id order by/s.test(call[0]))
          return engine.query<Row>(...call);
        looks += 1;
        await held;
        return engine.query<Row>(...call);
      },
    };
    const known = await harness.asOwner<{ id: string }>('select process_id as id from vigil.ticks_follow_up');
    const dead = randomUUID();
    await harness.asOwner('insert into vigil.ticks_follow_up (process_id, followed_up_to) values ($1, now())', [dead]);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const writer = createTickWriter({ ...harness, engine: slow });
    onTestFinished(async () => {
      vi.useRealTimers();
      letGo();
      await writer.stop();
    });
    await append(writer, id, 1);
    await expect.poll(() => looks).toBe(1);
    const others = [...known.map((row) => row.id), dead];
    for (let beats = 0; beats < 3; beats += 1) {
      const aged = "update vigil.ticks_follow_up set seen_at = now() - interval '60 seconds' where process_id <> all($1)";
      await harness.asOwner(aged, [others]);
      vi.advanceTimersByTime(10_000);
      const fresh = "select 1 from vigil.ticks_follow_up where process_id <> all($1) and seen_at > now() - interval '50 seconds'";
      await expect.poll(() => harness.asOwner(fresh, [others])).toHaveLength(1);
    }
    expect(looks).toBe(1);
    await harness.asOwner(`update vigil.ticks_follow_up set seen_at = '-infinity' where process_id = $1`, [dead]);
    letGo();
    await expect.poll(() => harness.asOwner(`select 1 from vigil.ticks_follow_up where process_id = $1`, [dead])).toEqual([]);
  });

  it('rollups of the last day are read only while there is no other process, whose live ticks are not on record', {
    timeout: 90_000,
  }, async () => {
    const id = await memberWithRollups();
    const dayAgoMs = () => Date.now() - dayMs;
    const other = otherProcess();
    await append(other.writer, id, 1);
    await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 20_000 }).toBeLessThan(dayAgoMs());
    other.letGo();
    await other.writer.rollupsSettled();
    const moment = Date.now() - 3_600_000;
    const question = { granularity: 'HOURLY', fromMs: moment - dayMs, toMs: moment + dayMs } as const;
    await other.writer.append(batchOf({ tenantId: tenant.id, userId: id, receivedAtMs: Date.now(), series: { calories: [[moment, 5]] } }));
    // Its rollup is taken away, as it is missing until it has followed.
    await other.writer.rollupsSettled();
    await engine.command('delete from vigil.ticks_hour where user_id = {id:UUID} and hour > now() - interval 1 day', { id });
    expect(await here.rolledUpUntilMs(tenant.id, id)).toBeLessThanOrEqual(dayAgoMs());
    expect(await charted(id, question)).toBe(1);
    await other.writer.stop();
    await expect.poll(() => here.rolledUpUntilMs(tenant.id, id), { timeout: 30_000 }).toBe(Number.POSITIVE_INFINITY);
    expect(await charted(id, question)).toBe(0);
  });
});
