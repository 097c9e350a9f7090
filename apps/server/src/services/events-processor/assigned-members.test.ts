import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { listMembersPage } from './queries/list-members.ts';

/** Every module behind the real HTTP server, contract and access rules. */
const harness = await useHarness();
const { listen, stop } = await startModules(harness);
const url = await listen();
afterAll(stop);

const tenant = await harness.createTenant();
const staff = (familyName: string, of = tenant) => harness.createUser(of, { roles: ['nurse'], familyName });
const [nora, carl, nobodys] = [await staff('Nora'), await staff('Carl'), await staff('Ned')];
const member = (familyName: string) => harness.createUser(tenant, { familyName });
const [adams, baker, clark, davis] = [await member('Adams'), await member('Baker'), await member('Clark'), await member('Davis')];
await member('Evans');

type Person = { readonly id: string };
const assign = (patient: Person, clinician: Person, type: string, team = 'PRIMARY', of = tenant) =>
  harness.asOwner(
    `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
     values ($1, $2, $3, $4, $5, now())`,
    [of.id, patient.id, clinician.id, team, type],
  );
await assign(adams, nora, 'DIRECT_ASSIGNMENT');
await assign(adams, nora, 'TEAM_ASSIGNMENT', 'SUPPORT');
await assign(baker, nora, 'TRANSFER_ASSIGNMENT');
await assign(clark, carl, 'DIRECT_ASSIGNMENT');
// A care team of Nora's looks after Davis.
const teamId = randomUUID();
await harness.asOwner("insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, $2, 'Heart', now(), now())", [
  tenant.id,
  teamId,
]);
for (const [who, side] of [
  [nora, 'CLINICIAN'],
  [davis, 'PATIENT'],
] as const)
  await harness.asOwner('insert into vigil.care_team_people values ($1, $2, $3, $4)', [tenant.id, teamId, who.id, side]);

interface Answer {
  readonly content: { data: { lastName: string } }[];
  readonly totalElements: number;
  readonly error: { code: string; message: string; fields: { field: string; message: string }[] };
}
async function ask(query: string, as: Person = nora) {
  const headers = { authorization: `Bearer ${as.id}` };
  const answer = await fetch(`${url}/events-processor/api/v1/user_facts?facts=heart_rate&${query}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Answer };
}
async function names(query: string, as?: Person) {
  const { body } = await ask(query, as);
  expect(body.totalElements).toBe(body.content.length);
  return body.content.map(({ data }) => data.lastName);
}

describe('the list of members by who looks after them', () => {
  it.each<[string, string, string[]]>([
    ['a clinician’s, in whatever way: assigned, or in a care team', `clinicianId=${nora.id}`, ['Adams', 'Baker', 'Davis']],
    ['the same said aloud', `clinicianId=${nora.id}&assignmentType=ALL`, ['Adams', 'Baker', 'Davis']],
    ['the id in capitals', `clinicianId=${nora.id.toUpperCase()}`, ['Adams', 'Baker', 'Davis']],
    ['assigned directly', `clinicianId=${nora.id}&assignmentType=DIRECT_ASSIGNMENT`, ['Adams']],
    ['taken over', `clinicianId=${nora.id}&assignmentType=TRANSFER_ASSIGNMENT`, ['Baker']],
    ['come along with somebody', `clinicianId=${nora.id}&assignmentType=TEAM_ASSIGNMENT`, ['Adams']],
    ['another clinician’s', `clinicianId=${carl.id}`, ['Clark']],
    ['of a type, whoever it is', 'assignmentType=DIRECT_ASSIGNMENT', ['Adams', 'Clark']],
    ['of any type or none, whoever it is', 'assignmentType=ALL', ['Adams', 'Baker', 'Clark', 'Davis', 'Evans']],
    ['of somebody who looks after nobody', `clinicianId=${nobodys.id}`, []],
    ['of nobody', `clinicianId=${randomUUID()}`, []],
    ['with a name beside it', `clinicianId=${nora.id}&partOfName=baker`, ['Baker']],
  ])('%s', async (_name, query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect(await names(`${query}&sortingField=heart_rate`)).toEqual(expected);
    expect((await names(`${query}&sortingField=attention`)).sort()).toEqual(expected);
  });

  it.each<[string, Partial<Parameters<typeof listMembersPage>[1]>, string[]]>([
    ['a clinician’s', { clinicianId: nora.id }, ['Adams', 'Baker', 'Davis']],
    ['of a type', { assignmentType: 'DIRECT_ASSIGNMENT' }, ['Adams', 'Clark']],
    ['a clinician’s of a type', { clinicianId: nora.id, assignmentType: 'TRANSFER_ASSIGNMENT' }, ['Baker']],
  ])('%s are the same looked for along an index, as where there are many', async (_name, who, expected) => {
    const question = { tenantId: tenant.id, scope: 'tenant' as const, facts: [], page: 0, size: 20 };
    const by = { sortingField: 'lastName', sortOrder: 'ASC' } as const;
    const { content, totalElements } = await listMembersPage(harness.database, { ...question, ...by, ...who }, 0, 0);
    expect([content.map(({ data }) => data.lastName), totalElements]).toEqual([expected, expected.length]);
  });

  it('narrows whom the caller may see and never widens it', async () => {
    const strict = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const [mine, theirs] = [await staff('Mine', strict), await staff('Theirs', strict)];
    const [one, other] = [
      await harness.createUser(strict, { familyName: 'One' }),
      await harness.createUser(strict, { familyName: 'Other' }),
    ];
    await assign(one, mine, 'DIRECT_ASSIGNMENT', 'PRIMARY', strict);
    for (const patient of [one, other]) await assign(patient, theirs, 'DIRECT_ASSIGNMENT', 'SUPPORT', strict);
    expect(await names(`clinicianId=${theirs.id}`, mine)).toEqual(['One']);
    expect(await names(`clinicianId=${theirs.id}`, theirs)).toEqual(['One', 'Other']);
  });

  it('tells nothing of another tenant’s clinicians', async () => {
    const foreign = await harness.createTenant();
    expect(await names(`clinicianId=${nora.id}`, await staff('Foreign', foreign))).toEqual([]);
  });

  it.each([
    ['an id that is none', 'clinicianId=nora', 'clinicianId'],
    ['a type that is none', 'assignmentType=SOME', 'assignmentType'],
  ])('%s is refused', async (_name, query, field) => {
    const { status, body } = await ask(query);
    expect([status, body.error.fields.map((one) => one.field)]).toEqual([400, [field]]);
  });

  it.each(['cohort=7', 'cohort='])('%s is refused with a sentence, not answered with everybody', async (query) => {
    const { status, body } = await ask(query);
    expect([status, body.error.code, body.error.fields]).toEqual([400, 'invalid_input', [{ field: 'cohort', message: 'Invalid UUID' }]]);
  });
});
