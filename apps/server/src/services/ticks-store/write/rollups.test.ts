import { randomUUID } from 'node:crypto';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import type { TickSource } from '../tick-batch.ts';
import { batchOf } from './testing/batches.ts';
import { type PlainTick, plainDays, plainHours } from './testing/plain-rollups.ts';
import { storedDays, storedHours } from './testing/stored-rollups.ts';
import { hourMs } from './touched.ts';
import { createTickWriter } from './writer.ts';

// What other test files leave behind would have to be followed up first.
const harness = await useOwnHarness();
const { engine } = harness;
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const tenant = await harness.createTenant();
const start = Date.UTC(2026, 2, 8);
const minutes = (fromMs: number, count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index): [number, number] => [fromMs + index * 60_000, value(index)]);

async function appendAll(
  userId: string,
  sends: readonly { source: TickSource; series: Partial<Record<MetricId, readonly (readonly [number, number])[]>> }[],
) {
  for (const send of sends) await writer.append(batchOf({ tenantId: tenant.id, userId, ...send }));
  await writer.rollupsSettled();
}

describe('rollups', () => {
  it('count a re-sent day of steps once', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const day = minutes(start, 1440, () => 10);
    await appendAll(id, [{ source: 'device', series: { steps: day } }]);
    await appendAll(id, [
      { source: 'device', series: { steps: day } },
      { source: 'device', series: { steps: day.slice(0, 700) } },
    ]);
    expect(await storedDays(engine, id, 'UTC')).toMatchObject([{ day: '2026-03-08', n: 1440, total: 14_400, device_n: 1440 }]);
    expect((await storedHours(engine, id)).map((hour) => hour.total)).toEqual(Array.from({ length: 24 }, () => 600));
  });

  it('follow a correction of a single tick', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    await appendAll(id, [{ source: 'device', series: { heart_rate: minutes(start, 60, () => 60) } }]);
    await appendAll(id, [{ source: 'device', series: { heart_rate: [[start + 30 * 60_000, 180]] } }]);
    expect(await storedHours(engine, id)).toMatchObject([{ n: 60, total: 59 * 60 + 180, low: 60, high: 180 }]);
  });

  it('follow ticks that come weeks late', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    await appendAll(id, [{ source: 'device', series: { spo2: [[start + 40 * 24 * hourMs, 97]] } }]);
    await appendAll(id, [
      {
        source: 'device',
        series: {
          spo2: [
            [start, 91],
            [start + 60_000, 93],
          ],
        },
      },
    ]);
    expect(await storedDays(engine, id, 'UTC')).toMatchObject([
      { day: '2026-03-08', n: 2, total: 184, low: 91, high: 93, median: 92 },
      { day: '2026-04-17', n: 1, total: 97 },
    ]);
  });

  it('take the device’s value before a manual one before an imported one, whichever came last', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    await appendAll(id, [
      { source: 'device', series: { heart_rate: [[start, 60]] } },
      {
        source: 'manual',
        series: {
          heart_rate: [
            [start, 70],
            [start + 60_000, 71],
          ],
        },
      },
      {
        source: 'imported',
        series: {
          heart_rate: [
            [start, 80],
            [start + 60_000, 81],
            [start + 120_000, 82],
          ],
        },
      },
    ]);
    expect(await storedDays(engine, id, 'UTC')).toMatchObject([{ n: 3, device_n: 1, total: 60 + 71 + 82 }]);
  });

  it('count days as the member’s own zone does, Los Angeles where there is none', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: null });
    const eveningInLosAngeles = Date.UTC(2026, 2, 9, 6, 30);
    await appendAll(id, [
      {
        source: 'device',
        series: {
          steps: [
            [eveningInLosAngeles, 5],
            [eveningInLosAngeles + hourMs, 7],
          ],
        },
      },
    ]);
    expect(await storedDays(engine, id, 'America/Los_Angeles')).toMatchObject([
      { day: '2026-03-08', total: 5 },
      { day: '2026-03-09', total: 7 },
    ]);
  });

  it('follow a member into another time zone, and back', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const move = async (timeZone: string) => {
      await harness.asOwner('update vigil.users set time_zone = $2 where id = $1', [id, timeZone]);
      harness.bus.publish('user.changed', { tenantId: tenant.id, userId: id });
    };
    await appendAll(id, [{ source: 'device', series: { steps: [[start, 5]] } }]);
    await move('Asia/Tokyo');
    await expect.poll(() => storedDays(engine, id, 'Asia/Tokyo'), { timeout: 20_000 }).toMatchObject([{ day: '2026-03-08', total: 5 }]);
    await appendAll(id, [{ source: 'device', series: { steps: [[start + 20 * hourMs, 7]] } }]);
    await move('UTC');
    await expect.poll(() => storedDays(engine, id, 'UTC'), { timeout: 20_000 }).toMatchObject([{ day: '2026-03-08', total: 12 }]);
  });

  it('settle soon after a commit without being asked, and until then say from which hour on they lag', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    await expect.poll(() => writer.rolledUpUntilMs(tenant.id, id), { timeout: 20_000 }).toBeGreaterThan(start + hourMs);
    await writer.append(batchOf({ tenantId: tenant.id, userId: id, series: { spo2: [[start, 97]] } }));
    expect(await writer.rolledUpUntilMs(tenant.id, id)).toBe(start);
    await expect.poll(() => writer.rolledUpUntilMs(tenant.id, id), { timeout: 20_000 }).toBeGreaterThan(start + hourMs);
    expect(await storedDays(engine, id, 'UTC')).toHaveLength(1);
  });
});

describe('rollups of any history', () => {
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'America/Sao_Paulo', 'Pacific/Chatham'];
  // Around the nights in which Los Angeles and São Paulo change their clocks (São Paulo at midnight).
  const origins = [Date.UTC(2026, 2, 7, 12), Date.UTC(2018, 10, 3, 12), Date.UTC(2018, 1, 17, 12)];
  const tick = fc.record({
    metric: fc.constantFrom<MetricId>('heart_rate', 'steps'),
    minute: fc.integer({ min: 0, max: 3 * 1440 }),
    value: fc.integer({ min: 20, max: 220 }),
  });
  const send = fc.record({
    source: fc.constantFrom<TickSource>('device', 'manual', 'imported'),
    ticks: fc.array(tick, { minLength: 1, maxLength: 60 }),
  });
  const history = fc.record({
    timeZone: fc.constantFrom(...zones),
    origin: fc.constantFrom(...origins),
    sends: fc.array(send, { minLength: 1, maxLength: 6 }),
  });

  it('equal a straightforward recomputation of what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ timeZone, origin, sends }) => {
        const { id } = await harness.createUser(tenant, { timeZone });
        const plain: PlainTick[] = [];
        for (const [index, { source, ticks }] of sends.entries()) {
          const timed = ticks.map((one) => ({ metric: one.metric, timestampMs: origin + one.minute * 60_000, value: one.value, source }));
          plain.push(...timed);
          await writer.append(batchOf({ tenantId: tenant.id, userId: id, source, series: asSeries(timed) }));
          if (index % 2 === 0) await writer.rollupsSettled();
        }
        await writer.rollupsSettled();
        expect(await storedHours(engine, id)).toEqual(plainHours(plain));
        expect(await storedDays(engine, id, timeZone)).toEqual(plainDays(plain, timeZone));
      }),
      { numRuns: 12 },
    );
  });
});

function asSeries(ticks: readonly PlainTick[]) {
  const byMetric = Map.groupBy(ticks, (one) => one.metric);
  return Object.fromEntries([...byMetric].map(([metric, some]) => [metric, some.map((one) => [one.timestampMs, one.value] as const)]));
}

describe('a stop', () => {
  it('does not wait for rollups that trail; the next process makes them good', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const never = new Promise<never>(() => undefined);
    const busy = createTickWriter({ ...harness, engine: { ...engine, command: () => never } });
    await busy.append(batchOf({ tenantId: tenant.id, userId: id, series: { heart_rate: minutes(start, 90, () => 60) } }));
    const startedMs = performance.now();
    await busy.stop();
    // Half a second, and what two statements take on a loaded machine; it was five seconds once.
    expect(performance.now() - startedMs).toBeLessThan(2_500);
    const next = createTickWriter(harness);
    await expect.poll(async () => (await storedDays(engine, id, 'UTC'))[0]?.n, { timeout: 10_000 }).toBe(90);
    await next.stop();
  });
});

describe('after a crash', () => {
  it('ticks that were stored but not followed up are, by the next process, before it gets any itself', { timeout: 120_000 }, async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const receivedAtMs = harness.clock.now();
    await harness.asOwner('insert into vigil.ticks_follow_up (process_id, followed_up_to) values ($1, $2)', [
      randomUUID(),
      new Date(receivedAtMs),
    ]);
    await engine.command(
      `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
       select {tenantId:UUID}, {id:UUID}, 'heart_rate', fromUnixTimestamp64Milli({start:Int64} + number * 60000), 'device', 60, 'band', fromUnixTimestamp64Milli({receivedAtMs:Int64})
       from numbers(90)`,
      { tenantId: tenant.id, id, start, receivedAtMs },
    );
    const next = createTickWriter(harness);
    // What the processes of other test files have left is caught up on as well.
    await expect.poll(async () => (await storedDays(engine, id, 'UTC'))[0]?.n, { timeout: 90_000 }).toBe(90);
    const latest = () => harness.asOwner<{ value: number }>('select value from vigil.latest_ticks where user_id = $1', [id]);
    await expect.poll(async () => (await latest()).length, { timeout: 20_000 }).toBe(1);
    await next.stop();
  });
});

describe('rebuild', () => {
  it('recomputes everything of a member from the ticks alone', async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    await appendAll(id, [{ source: 'device', series: { steps: minutes(start, 120, () => 3), spo2: [[start, 96]] } }]);
    const before = { hours: await storedHours(engine, id), days: await storedDays(engine, id, 'UTC'), latest: await latestOf(id) };
    for (const [table, columns] of [
      ['ticks_hour', 'hour'],
      ['ticks_day', 'day, tz'],
    ])
      await engine.command(
        `insert into vigil.${table} (tenant_id, user_id, metric, ${columns}, n, total, computed_at)
         select tenant_id, user_id, metric, ${columns}, 1, -1, now64(6) from vigil.${table} final where user_id = {id:UUID}`,
        { id },
      );
    await harness.asOwner("update vigil.latest_ticks set ts = now() + interval '1 year' where user_id = $1", [id]);
    await writer.rebuild({ tenantId: tenant.id, userId: id });
    expect({ hours: await storedHours(engine, id), days: await storedDays(engine, id, 'UTC'), latest: await latestOf(id) }).toEqual(before);
  });

  it('recomputes a whole tenant', async () => {
    const other = await harness.createTenant();
    const users = [await harness.createUser(other), await harness.createUser(other)];
    for (const user of users) await writer.append(batchOf({ tenantId: other.id, userId: user.id, series: { spo2: [[start, 96]] } }));
    await writer.rollupsSettled();
    await harness.asOwner('delete from vigil.latest_ticks where tenant_id = $1', [other.id]);
    await writer.rebuild({ tenantId: other.id });
    expect(await harness.asOwner('select user_id from vigil.latest_ticks where tenant_id = $1', [other.id])).toHaveLength(2);
  });

  const latestOf = (id: string) =>
    harness.asOwner('select metric, ts, value, source, received_at from vigil.latest_ticks where user_id = $1 order by metric', [id]);
});
