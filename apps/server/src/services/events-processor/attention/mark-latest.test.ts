import { defaultLimits } from '@vigil/domain/alerts/testing/default-limits';
import { expect, test } from 'vitest';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { readLatest } from '../queries/latest.ts';
import { markLatest } from './mark-latest.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const tenant = await harness.createTenant();
const now = Math.floor(harness.clock.now() / 1000);
const read = markLatest({
  ...harness,
  latest: (tenantId, userId, metrics) => readLatest(harness.database, tenantId, userId, metrics),
  limits: async () => ({ metrics: ['spo2'], of: async () => () => defaultLimits }),
});

test.each([
  ['who is looked after', {}, 'CRITICAL'],
  ['on hold', { isOnHold: true }, 'CRITICAL'],
  ['who was discharged', { isInTheTenant: false }, undefined],
  ['who was removed', 'removed', undefined],
] as const)('a reading beyond a limit of a member %s is marked while anybody acts on it', async (_, account, severity) => {
  const member = await harness.createUser(tenant, account === 'removed' ? {} : account);
  if (account === 'removed')
    await harness.asOwner('update vigil.users set removed_at = now() where tenant_id = $1 and id = $2', [tenant.id, member.id]);
  await writer.append(tickBatch(member, { spo2: [[now - 60, 80]] }, { receivedAtMs: now * 1000 }));
  await writer.rollupsSettled();
  const { latest } = await read(tenant.id, member.id, undefined, { isOwn: false });
  expect([latest.spo2?.value, latest.spo2?.outOfRange?.severity]).toEqual([80, severity]);
});
