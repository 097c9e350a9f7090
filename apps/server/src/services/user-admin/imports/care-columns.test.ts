import { randomUUID } from 'node:crypto';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { newcomersCareOn } from '#testing/newcomers-care-on.ts';
import { startHttp } from '#testing/start-http.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createUserAdmin } from '../index.ts';

/** The columns of a file of members that assign them: clinicians by e-mail address, care teams by name. */
const harness = await useHarness();
const { database, clock } = harness;
const idp = await startIdentity(harness);
const audit = createAudit({ database, clock, key: 'seal of the care columns' });
const post = createTenantPost({ database, mail: idp.mail, sms: { carries: false, post: () => {}, send: async () => {} }, clock });
const told: string[] = [];
const userAdmin = createUserAdmin({
  ...{ ...harness, reserve: endlessDisk, mailLanguageOf: async () => 'en', identity: idp.identity, post, audit },
  care: newcomersCareOn(harness, (_tenantId, userIds) => told.push(...userIds)),
});
const server = await startHttp(harness, {
  routes: userAdmin.routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit,
});
afterAll(async () => {
  await userAdmin.stop?.();
  await server.stop();
  await idp.stop();
});

let tenant: TestTenant;
let admin: TestUser;
let nurse: TestUser;
let coach: TestUser;
beforeEach(async () => {
  tenant = await harness.createTenant();
  admin = await harness.createUser(tenant, { roles: ['tenant_admin'], email: 'admin@test.example' });
  nurse = await harness.createUser(tenant, { roles: ['nurse'], email: 'Nora@test.example' });
  coach = await harness.createUser(tenant, { roles: ['coach'], email: 'cora@test.example' });
});

async function addTeam(name: string, members = 0): Promise<string> {
  const id = randomUUID();
  await harness.asOwner('insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, $2, $3, now(), now())', [
    tenant.id,
    id,
    name,
  ]);
  await harness.asOwner(
    `with made as (
       insert into vigil.users (tenant_id, roles, given_name, family_name, is_in_the_tenant, data_origin)
       select $1::uuid, '{patient}', 'Given', 'Full' || n, true, 'synthetic' from generate_series(1, $3::int) n returning id
     ) insert into vigil.care_team_people (tenant_id, care_team_id, user_id, side) select $1, $2, id, 'PATIENT' from made`,
    [tenant.id, id, members],
  );
  return id;
}

async function call(method: 'GET' | 'POST', path: string, file?: string) {
  const answer = await server.http.inject({
    method,
    url: `/user_admin/api/v1/tenants/${tenant.id}/imports${path}`,
    headers: { authorization: `Bearer ${admin.id}`, ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }) },
    ...(file === undefined ? {} : { payload: Buffer.from(file) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const header = 'contact,firstname,lastname,primaryclinician,supportclinician,careteam';
const fileOf = (...cells: string[]) => [header, ...cells.map((line, at) => `p${at}@test.example,First${at},Last${at},${line}`)].join('\n');
async function checked(file: string, query = '') {
  const id = randomUUID();
  const { body } = await call('POST', `?id=${id}${query}`, file);
  expect(body.state).toBe('CHECKED');
  return id;
}
async function run(id: string) {
  await call('POST', `/${id}/start`);
  await userAdmin.settled();
  return (await call('GET', `/${id}`)).body.counts;
}
const problems = async (id: string) => {
  const rows = (await call('GET', `/${id}/rows`)).body.content as { line: number; problems: { column: string; reason: string }[] }[];
  return rows.map((row) => row.problems.map(({ column, reason }) => `${column}: ${reason}`));
};
const assigned = () =>
  harness.asOwner<{ name: string; clinician: string; team: string }>(
    `select p.family_name as name, c.email as clinician, r.team_type as team from vigil.care_relations r
       join vigil.users p on p.tenant_id = r.tenant_id and p.id = r.patient_id join vigil.users c on c.tenant_id = r.tenant_id and c.id = r.clinician_id
     where r.tenant_id = $1 order by 1, 3, 2`,
    [tenant.id],
  );
const inTeam = (teamId: string) =>
  harness.asOwner<{ name: string }>(
    `select u.family_name as name from vigil.care_team_people p join vigil.users u on u.tenant_id = p.tenant_id and u.id = p.user_id
     where p.care_team_id = $1 and u.family_name like 'Last%' order by 1`,
    [teamId],
  );

describe('a file that says who looks after each member', () => {
  test('assigns them as they are made, and imported once more nothing is doubled', async () => {
    const blue = await addTeam('Blue team');
    const file = fileOf('NORA@test.example,cora@test.example; nora@test.example,blue  TEAM', ',,', 'nora@test.example,,Blue team');
    told.length = 0;
    expect(await run(await checked(file))).toMatchObject({ CREATED: 3 });
    const expected = [
      { name: 'Last0', clinician: nurse.email, team: 'PRIMARY' },
      { name: 'Last0', clinician: coach.email, team: 'SUPPORT' },
      { name: 'Last0', clinician: nurse.email, team: 'SUPPORT' },
      { name: 'Last2', clinician: nurse.email, team: 'PRIMARY' },
    ];
    expect(await assigned()).toEqual(expect.arrayContaining(expected));
    expect(await inTeam(blue)).toEqual([{ name: 'Last0' }, { name: 'Last2' }]);
    expect(new Set(told)).toEqual(new Set([nurse.id, coach.id]));
    expect(await run(await checked(file))).toMatchObject({ CREATED: 0, DUPLICATE: 3 });
    expect(await assigned()).toHaveLength(expected.length);
    const history = await harness.asOwner('select 1 from vigil.care_history where tenant_id = $1 and executed_by = $2', [
      tenant.id,
      admin.id,
    ]);
    expect(history).toHaveLength(expected.length + 2);
  });

  test('one who is named twice, in other letters, is named once', async () => {
    const blue = await addTeam('Blue team');
    const id = await checked(fileOf('NORA@test.example; nora@test.example,,Blue team; BLUE  team'));
    expect(await problems(id)).toEqual([[]]);
    expect(await run(id)).toMatchObject({ CREATED: 1 });
    expect(await inTeam(blue)).toEqual([{ name: 'Last0' }]);
    expect(await assigned()).toEqual([{ name: 'Last0', clinician: nurse.email, team: 'PRIMARY' }]);
  });

  test('the dry run says of each line what is wrong, in which column', async () => {
    await harness.createUser(tenant, { roles: ['nurse'], email: 'left@test.example', isInTheTenant: false });
    for (const name of ['Green team', 'green  team']) await addTeam(name);
    await addTeam('Full', mostTeamPatients - 1);
    const id = await checked(
      fileOf(
        'nobody@test.example,,',
        'nora clarke,,',
        ',left@test.example,',
        'admin@test.example,,',
        ',,Red',
        ',,GREEN TEAM',
        ',,Full',
        ',,Full',
        'nora@test.example;cora@test.example,,',
      ),
    );
    expect(await problems(id)).toEqual([
      ['primaryclinician: No one here has the e-mail address nobody@test.example; check it, or invite the clinician first'],
      ['primaryclinician: nora clarke isn’t an e-mail address; enter the clinician’s e-mail address, not the name'],
      ['supportclinician: left@test.example is discharged, deactivated or deleted here, so nobody can be assigned to them'],
      ['primaryclinician: admin@test.example isn’t a clinician here: they hold no role of the care team'],
      ['careteam: No care team is named “Red”'],
      ['careteam: 2 care teams are named “GREEN TEAM”; rename one of them first'],
      [],
      [`careteam: The care team “Full” has no room: ${mostTeamPatients} members are the most`],
      ['primaryclinician: Names more than one; a member has one primary clinician here, and others under supportclinician'],
    ]);
    expect(await assigned()).toEqual([]);
  });

  test('who leaves between the dry run and the start is told on the line, and nobody is made of it', async () => {
    const id = await checked(fileOf('nora@test.example,,', 'cora@test.example,,'));
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    expect(await run(id)).toMatchObject({ CREATED: 1, ERROR: 1 });
    expect((await problems(id))[0]).toEqual([expect.stringContaining('primaryclinician: nora@test.example is discharged')]);
    expect(await assigned()).toEqual([{ name: 'Last1', clinician: coach.email, team: 'PRIMARY' }]);
  });

  test('staff are assigned to nobody', async () => {
    const file = 'contact,firstname,lastname,role,primaryclinician\nnew@test.example,Nia,New,nurse,nora@test.example';
    expect(await problems(await checked(file, '&realm=care'))).toEqual([
      ['primaryclinician: Only members have clinicians and care teams; leave this empty for staff'],
    ]);
  });
});
