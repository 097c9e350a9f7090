import { expect, it, vi } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { batchOf } from './testing/batches.ts';
import { storedDays } from './testing/stored-rollups.ts';
import { createTickWriter } from './writer.ts';

// On stores of its own: what is kept of zones is of all tenants.
const harness = await useOwnHarness();
const tenant = await harness.createTenant();
const zones = () => harness.asOwner<{ time_zone: string; digest: string }>('select * from vigil.ticks_zone_tables order by time_zone');

it('days that were counted by another table of their zone are counted again by the process that starts next, others not', async () => {
  const writer = createTickWriter(harness);
  const timeZones = ['America/Vancouver', 'Asia/Kathmandu'] as const;
  const members = await Promise.all(timeZones.map(async (timeZone) => ({ timeZone, ...(await harness.createUser(tenant, { timeZone })) })));
  const series = { heart_rate: [[Date.UTC(2026, 2, 8, 12), 60] as const] };
  for (const { id } of members) await writer.append(batchOf({ tenantId: tenant.id, userId: id, series }));
  await writer.rollupsSettled();
  await writer.stop();
  const known = await zones();
  expect(known.map((row) => row.time_zone)).toEqual(timeZones);

  await harness.asOwner(`update vigil.ticks_zone_tables set digest = 'another' where time_zone = 'America/Vancouver'`);
  await harness.engine.command('insert into vigil.ticks_day select * replace (2 as n, now64(6) as computed_at) from vigil.ticks_day final');
  const daysOf = async () =>
    (await Promise.all(members.map(({ id, timeZone }) => storedDays(harness.engine, id, timeZone)))).flat().map(({ n }) => n);
  expect(await daysOf()).toEqual([2, 2]);
  const next = createTickWriter(harness);
  await vi.waitUntil(async () => (await zones())[0]?.digest === known[0]?.digest, { timeout: 20_000 });
  await next.stop();
  expect(await daysOf()).toEqual([1, 2]);
  expect(await zones()).toEqual(known);
});
