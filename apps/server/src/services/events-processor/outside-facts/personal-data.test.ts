import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createOutsideFactsStore } from './outside-facts.store.ts';
import { outsideFactsPersonalData } from './personal-data.ts';

const harness = await useHarness();
const store = createOutsideFactsStore(harness.database);
const personalData = outsideFactsPersonalData(harness.database);
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const atMs = Date.parse('2026-03-02T10:00:00Z');

const told = (facts: number) =>
  Array.from({ length: facts }, (_, n) => ({
    fact: 'relative_population_stroke',
    value: 1 + n / 1_000,
    validAtMs: atMs + n * 1_000,
    source: 'Registry',
  }));

async function exported(member: { id: string }) {
  const [file, ...others] = (await personalData.exportOf?.({ tenantId: tenant.id, userId: member.id })) ?? [];
  expect(others).toEqual([]);
  let text = '';
  for await (const part of file?.content ?? []) text += part;
  return JSON.parse(text) as { fact: string; value: number; validAt: string; receivedAt: string; source: string }[];
}

it('an export holds every fact that was ever told, page after page', async () => {
  const member = await harness.createUser(tenant);
  await store.add({ tenantId: tenant.id, userId: member.id }, told(1_100), { userId: nurse.id, atMs });
  const rows = await exported(member);
  expect(rows).toHaveLength(1_100);
  expect(rows[1]).toMatchObject({
    fact: 'relative_population_stroke',
    value: 1.001,
    source: 'Registry',
    validAt: '2026-03-02T10:00:01.000Z',
  });
});

it('the last step of an erasure leaves nothing, and of others everything', async () => {
  const [member, other] = [await harness.createUser(tenant), await harness.createUser(tenant)];
  for (const { id } of [member, other]) await store.add({ tenantId: tenant.id, userId: id }, told(2), { userId: nurse.id, atMs });
  await personalData.erase?.({ tenantId: tenant.id, userId: member.id }, 'contact');
  expect(await exported(member)).toHaveLength(2);
  await personalData.erase?.({ tenantId: tenant.id, userId: member.id }, 'record');
  await personalData.erase?.({ tenantId: tenant.id, userId: member.id }, 'record');
  expect([await exported(member), (await exported(other)).length]).toEqual([[], 2]);
});

it('nothing that was told can be changed', async () => {
  const member = await harness.createUser(tenant);
  await store.add({ tenantId: tenant.id, userId: member.id }, told(1), { userId: nurse.id, atMs });
  const change = harness.database.tenant(tenant.id, (sql) =>
    sql.query('update vigil.outside_facts set value = 9 where user_id = $1', [member.id]),
  );
  await expect(change).rejects.toThrow(/permission denied/);
});
