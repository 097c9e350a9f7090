import { randomUUID } from 'node:crypto';
import { totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { mostMembersAtOnce } from '@vigil/contract/factuary-programs.values';
import { expect, test } from 'vitest';
import { startPrograms } from './testing/programs-server.ts';

const { harness, server, call, taken, published } = await startPrograms();
const everybody = ['ACTIVE', 'CREATED', 'HOLDING'];

async function clinic(over: Parameters<typeof harness.createTenant>[0] = {}) {
  const tenant = await harness.createTenant(over);
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  const members = [await harness.createUser(tenant), await harness.createUser(tenant)];
  const { id } = await published(nurse);
  return { tenant, nurse, ids: members.map((one) => one.id).toSorted(), path: `v2/programs/${id}/assignments` };
}
async function cohortBy(by: { id: string }, over: object = {}): Promise<string> {
  const id = randomUUID();
  const sent = { id, title: 'Everybody', type: 'custom', json_conditions: [], filters: { userStatus: everybody }, ...over };
  await taken('POST', 'v2/cohorts', by, sent);
  await server.modules.cohorts.follow();
  return id;
}
const results = (answer: { user_id: string; result: string }[]) =>
  answer.map(({ user_id, result }) => [user_id, result]).toSorted(([one], [other]) => String(one).localeCompare(String(other)));

test('a program is assigned to whoever is in the cohort now, with a result for each; again nothing changes', async () => {
  const { nurse, ids, path } = await clinic();
  const sent = { op: 'assign', cohort_id: await cohortBy(nurse) };
  expect(results(await taken('POST', path, nurse, sent))).toEqual(ids.map((id) => [id, 'done']));
  expect(results(await taken('POST', path, nurse, sent))).toEqual(ids.map((id) => [id, 'unchanged']));
  // Once: the cohort is not in use by it, and can be deleted.
  expect(
    (
      await server.http.inject({
        method: 'DELETE',
        url: `/factuary/api/v2/cohorts/${sent.cohort_id}`,
        headers: { authorization: `Bearer ${nurse.id}` },
      })
    ).statusCode,
  ).toBe(200);
});

test('members out of the caller’s scope are not among them', async () => {
  const { tenant, nurse, ids, path } = await clinic({ settings: { access: { patients: 'assigned' } } });
  const cohort_id = await cohortBy(nurse);
  // Nobody is assigned to the nurse: nobody in the cohort may be seen.
  expect(await taken('POST', path, nurse, { op: 'assign', cohort_id })).toEqual([]);
  const reader = { userId: nurse.id, roles: ['nurse'] as const };
  const inScope = [ids[0] ?? '', randomUUID()];
  expect(await server.modules.cohorts.membersFor(tenant.id, cohort_id, reader, inScope)).toEqual([ids[0]]);
});

test('a cohort of somebody else’s, a draft, an unknown one, and both or neither are refused, and nobody is assigned', async () => {
  const { tenant, nurse, ids, path } = await clinic();
  const other = await harness.createUser(tenant, { roles: ['nurse'] });
  const [theirs, draft] = [await cohortBy(other), await cohortBy(nurse, { isDraft: true })];
  const statusOf = async (sent: object) => (await call('POST', path, nurse, { op: 'assign', ...sent })).status;
  expect([await statusOf({ cohort_id: theirs }), await statusOf({ cohort_id: randomUUID() })]).toEqual([404, 404]);
  expect(await statusOf({ cohort_id: draft })).toBe(409);
  expect([await statusOf({ cohort_id: theirs, user_ids: ids }), await statusOf({})]).toEqual([400, 400]);
  expect(await harness.asOwner('select from vigil.member_programs where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('a cohort with more members than a call may name is refused as a whole', async () => {
  const { tenant, nurse, ids, path } = await clinic();
  await harness.asOwner(
    `insert into vigil.users (tenant_id, id, roles, given_name, family_name, email, time_zone, is_in_the_tenant, is_on_hold, data_origin)
     select tenant_id, gen_random_uuid(), roles, given_name, family_name, n || '.' || email, time_zone, true, false, 'synthetic'
     from vigil.users, generate_series(1, $2::int) n where id = $1`,
    [ids[0], mostMembersAtOnce],
  );
  const { status, body } = await call('POST', path, nurse, { op: 'assign', cohort_id: totalPopulation.id });
  expect([status, body.error.fields[0].field]).toEqual([409, 'cohort_id']);
  expect(await harness.asOwner('select from vigil.member_programs where tenant_id = $1', [tenant.id])).toEqual([]);
});
