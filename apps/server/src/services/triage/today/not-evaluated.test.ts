import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import type { getToday } from '@vigil/contract/triage-today.contract';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { startTriage } from '../testing/triage-server.ts';

// Stores of its own: what waits in them is looked for in every tenant.
const harness = await useOwnHarness();
const { alerts, call, staff } = await startTriage(harness, systemClock);

test('right after a start Today says how many members the rules have not judged, and since when; then it is complete', async () => {
  const tenant = await harness.createTenant();
  const [nurse, md] = [await staff(tenant, 'nurse'), await staff(tenant, 'md')];
  const rule = defaultRules.find(({ id }) => id === 'glucose-very-low');
  if (!rule) throw new Error('There is no such rule');
  const id = randomUUID();
  await alerts.rules.create(tenant.id, md.id, { id, title: rule.title, definition: rule.rule });
  await alerts.rules.publish(tenant.id, id, 1, 'live');
  await alerts.live.settled();
  const today = async () => (await call<ResponseOf<typeof getToday>>('GET', '/triage/api/v1/today', nurse)).body;
  expect(await today()).toMatchObject({ totalElements: 0, notEvaluated: null });
  // As if it had arrived while no server was there to judge it.
  const members = [await harness.createUser(tenant), await harness.createUser(tenant)];
  const receivedAt = Math.floor(Date.now() / 1000) - 5;
  await harness.asOwner(
    `insert into vigil.latest_ticks (tenant_id, user_id, metric, ts, value, source, received_at)
     select $1, unnest($2::uuid[]), 'glucose', to_timestamp($3), 44, 'device', to_timestamp($3)`,
    [tenant.id, members.map((member) => member.id), receivedAt],
  );
  expect(await today()).toMatchObject({ totalElements: 0, notEvaluated: { members: 2, since: receivedAt } });
  await alerts.live.catchUp();
  await alerts.live.settled();
  expect(await today()).toMatchObject({ notEvaluated: null });
});
