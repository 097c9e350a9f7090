import { expect, it, vi } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { batchOf } from './testing/batches.ts';
import { storedHours } from './testing/stored-rollups.ts';
import { createTickWriter } from './writer.ts';

// On stores of its own: all ticks there are would be computed again.
const harness = await useOwnHarness();
const tenant = await harness.createTenant();
const start = Date.UTC(2026, 2, 8);

it('what an older version derived by another rule is computed again from all ticks, by the process that starts next', async () => {
  const writer = createTickWriter(harness);
  const { id } = await harness.createUser(tenant);
  const series = {
    rmssd: [
      [start, 40],
      [start + 5, 0],
    ],
  } as const;
  await writer.append(batchOf({ tenantId: tenant.id, userId: id, series }));
  await writer.rollupsSettled();
  await writer.stop();
  await harness.asOwner(`update vigil.latest_ticks set value = 0, ts = ts + interval '5 milliseconds' where user_id = $1`, [id]);
  await harness.engine.command(
    `insert into vigil.ticks_hour select * replace (2 as n, 0 as low, now64(6) as computed_at) from vigil.ticks_hour final where user_id = {id:UUID}`,
    { id },
  );
  await harness.asOwner(
    `insert into vigil.ticks_follow_up (process_id, followed_up_to, seen_at) values (gen_random_uuid(), '1970-01-01', '-infinity')`,
  );
  const next = createTickWriter(harness);
  await vi.waitUntil(async () => (await next.rolledUpUntilMs(tenant.id, id)) > start, { timeout: 20_000 });
  await next.stop();
  const latest = await harness.asOwner('select metric, value from vigil.latest_ticks where user_id = $1', [id]);
  expect(latest).toEqual([{ metric: 'rmssd', value: 40 }]);
  expect(await storedHours(harness.engine, id)).toMatchObject([{ n: 1, low: 40 }]);
});
