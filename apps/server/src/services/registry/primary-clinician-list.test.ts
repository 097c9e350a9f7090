import { afterAll, expect, test } from 'vitest';
import { createApp } from '#app';
import { useHarness } from '#testing/harness.ts';

/** The list of accounts with who looks after each member: record number and primary clinician, in the whole server. */
const harness = await useHarness();
const app = await createApp({ config: harness.config, stores: harness, log: harness.log, clock: harness.clock, portal: false });
const url = await app.listen();
afterAll(() => app.stop());

const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], email: 'lists@test.example' });
await app.identity.accounts.create({
  email: 'lists@test.example',
  password: 'correct horse battery',
  userId: admin.id,
  emailVerified: true,
});
const token = await app.identity.issueToken({ email: 'lists@test.example' });
const ask = async (path: string, method = 'GET') =>
  (await fetch(`${url}/registry/api/v1/users${path}`, { method, headers: { authorization: `Bearer ${token}` } })).json();

const adams = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Adams' });
const zorn = await harness.createUser(tenant, { roles: ['md'], givenName: 'Mara', familyName: 'Zorn' });
async function member(familyName: string, mrn: string | null) {
  const made = await harness.createUser(tenant, { familyName });
  await harness.asOwner('update vigil.users set mrn = $2 where id = $1', [made.id, mrn]);
  return made;
}
const [one, two, three] = [await member('One', 'm-20'), await member('Two', 'M-3'), await member('Three', null)];
const assign = (clinician: { id: string }, patient: { id: string }, query = '') =>
  ask(`/${clinician.id}/patients/${patient.id}${query}`, 'PUT');
await assign(zorn, one);
harness.clock.advance(1000);
await assign(adams, one);
await assign(adams, two);
await assign(zorn, three, '?teamType=SUPPORT');

interface Listed {
  readonly content: {
    lastName: string;
    mrn: string | null;
    primaryClinician: { id: string; firstName: string; lastName: string } | null;
  }[];
}
const listed = async (query: string) => {
  const { content } = (await ask(`?teamType=PATIENT&${query}`)) as Listed;
  return content.map(({ lastName }) => lastName);
};

test('each member has the record number, and who of the primary team has been there longest; nobody of the support team', async () => {
  const { content } = (await ask('?teamType=PATIENT')) as Listed;
  expect(content.map(({ lastName, mrn, primaryClinician }) => [lastName, mrn, primaryClinician?.lastName ?? null])).toEqual([
    ['One', 'm-20', 'Zorn'],
    ['Three', null, null],
    ['Two', 'M-3', 'Adams'],
  ]);
  const staff = (await ask('?teamType=CLINICIAN')) as Listed;
  expect(staff.content.filter(({ mrn, primaryClinician }) => mrn !== null || primaryClinician !== null)).toEqual([]);
});

test.each([
  ['by record number, whatever its case', 'sortingField=mrn', ['One', 'Two', 'Three']],
  ['by record number downwards, those without one last', 'sortingField=mrn&sortOrder=DESC', ['Two', 'One', 'Three']],
  ['by the name of the clinician', 'sortingField=primaryClinician', ['Two', 'One', 'Three']],
  ['by the name of the clinician downwards', 'sortingField=primaryClinician&sortOrder=DESC', ['One', 'Two', 'Three']],
])('is sorted %s', async (_name, query, names) => {
  expect(await listed(query)).toEqual(names);
});

test.each([
  ['of one clinician', () => `primaryClinicians=${zorn.id}`, ['One']],
  ['of several', () => `primaryClinicians=${zorn.id},${adams.id}`, ['One', 'Two']],
  ['without one', () => 'primaryClinicians=NONE', ['Three']],
  ['of one, or without one', () => `primaryClinicians=NONE,${adams.id}`, ['Three', 'Two']],
  ['with this record number', () => 'partOfName=m-20', ['One']],
])('shows members %s', async (_name, query, names) => {
  expect(await listed(query())).toEqual(names);
});
