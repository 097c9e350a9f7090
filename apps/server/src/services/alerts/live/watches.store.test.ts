import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inEngineOrder } from '#services/ticks-store/index.ts';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { createWatchesStore } from './watches.store.ts';

const harness = await useHarness();
const { database } = harness;
const store = createWatchesStore(database);
const now = Date.parse('2026-03-02T12:00:00Z') / 1000;

/** A tenant of which so many changes of its rules were counted. */
async function tenantOf(generation: number): Promise<TestTenant> {
  const tenant = await harness.createTenant();
  await database.tenant(tenant.id, (sql) =>
    sql.query('insert into vigil.alert_passes (tenant_id, generation) values ($1, $2)', [tenant.id, generation]),
  );
  return tenant;
}

/** Members who are looked at next at a moment (Unix seconds), and were last after some change of the rules. */
async function watchedAt(tenant: TestTenant, count: number, nextAt: number | null, generation: number): Promise<string[]> {
  const members = await Promise.all(Array.from({ length: count }, () => harness.createUser(tenant)));
  const userIds = members.map(({ id }) => id);
  await database.tenant(tenant.id, (sql) =>
    sql.query(
      `insert into vigil.alert_watches (tenant_id, user_id, subjects, next_at, generation, evaluated_at)
       select $1, id, '{}', to_timestamp($3), $4, to_timestamp($5) from unnest($2::uuid[]) id`,
      [tenant.id, userIds, nextAt, generation, now],
    ),
  );
  return userIds;
}

test('who is due and who is behind the rules are each found all at once, in the order of the ticks engine', async () => {
  const tenant = await tenantOf(2);
  const due = await watchedAt(tenant, 12, now, 2);
  const behind = await watchedAt(tenant, 12, now + 1, 1);
  await watchedAt(tenant, 3, null, 2);
  expect(await store.due(tenant.id, now)).toEqual(inEngineOrder(due));
  expect(await store.behind(tenant.id)).toEqual(inEngineOrder(behind));
});

test('what arrived after a member was judged is told by its metrics, and nothing that was there before', async () => {
  const tenant = await tenantOf(1);
  const [heard = '', quiet = ''] = await watchedAt(tenant, 2, null, 1);
  await database.tenant(tenant.id, async (sql) => {
    const receive = (userId: string, metric: string, at: number) =>
      sql.query(
        `insert into vigil.latest_ticks (tenant_id, user_id, metric, ts, value, source, received_at)
         values ($1, $2, $3, to_timestamp($4), 1, 'device', to_timestamp($4))`,
        [tenant.id, userId, metric, at],
      );
    await receive(heard, 'heart_rate', now + 1);
    await receive(heard, 'spo2', now + 2);
    await receive(heard, 'weight', now - 20);
    await receive(quiet, 'heart_rate', now - 20);
  });
  const unheard = await store.unheard(tenant.id, { waitedSeconds: 0, overlapSeconds: 10 });
  expect(unheard.map(({ userId, metrics }) => [userId, [...metrics].sort()])).toEqual([[heard, ['heart_rate', 'spo2']]]);
});

test('a tenant without rules has nobody who is behind', async () => {
  const tenant = await harness.createTenant();
  await watchedAt(tenant, 1, null, 0);
  expect(await store.behind(tenant.id)).toEqual([]);
  expect(await store.due(randomUUID(), now)).toEqual([]);
});
