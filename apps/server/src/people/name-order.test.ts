import { expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startReads } from '#testing/reads-server.ts';
import { createCareStore } from './care.store.ts';

/** As they are looked up. Bytes would put the names in lower case, and those with marks, behind Zhang. */
const looked = ['Ängström', 'Beauvoir', 'de la Cruz', 'Łukasik', 'Müller', 'Mullin', "O'Brien", 'Oakley', 'Østergaard', 'von Ahn', 'Zhang'];

const harness = await useHarness();
const { url } = await startReads(harness);

const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin', 'md'], givenName: 'Ada', familyName: 'Zz' });
const shuffled = looked.toSorted((one, other) => one.charCodeAt(1) - other.charCodeAt(1));
for (const familyName of shuffled) {
  await harness.createUser(tenant, { familyName });
  await harness.createUser(tenant, { roles: ['nurse'], familyName });
}

async function listed(path: string): Promise<{ readonly data?: { lastName: string }; readonly lastName?: string }[]> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${admin.id}` } });
  return ((await answer.json()) as { content: [] }).content;
}
const lastNames = async (path: string) =>
  (await listed(path)).map((one) => one.data?.lastName ?? one.lastName ?? '').filter((name) => name !== 'Zz');

const pageOf = (list: string, page: number, size: number, order = 'ASC') =>
  lastNames(`${list}&sortingField=lastName&sortOrder=${order}&page=${page}&size=${size}`);

const lists = [
  ['members', '/registry/api/v1/users?teamType=PATIENT'],
  ['staff', '/registry/api/v1/users?teamType=CLINICIAN'],
  ['the panel', '/events-processor/api/v1/user_facts?facts=heart_rate'],
] as const;

test.each(lists)('%s stand as people look names up, whatever the server’s own order', async (_name, list) => {
  expect(await pageOf(list, 0, 50)).toEqual(looked);
});

test('so does the care team', async () => {
  const careTeam = await createCareStore(harness.database).careTeam(tenant.id);
  expect(careTeam.map(({ familyName }) => familyName)).toEqual([...looked, 'Zz']);
});

// The panel has pages of 20 and more.
test.each(lists.slice(0, 2))('%s: pages of two, one after the other, are the whole list, once, either way round', async (_name, list) => {
  for (const [order, whole] of [
    ['ASC', looked],
    ['DESC', looked.toReversed()],
  ] as const) {
    const pages = await Promise.all(Array.from({ length: 7 }, (_, page) => pageOf(list, page, 2, order)));
    expect(pages.flat()).toEqual(whole);
  }
});
