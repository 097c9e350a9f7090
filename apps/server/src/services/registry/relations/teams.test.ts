import { randomUUID } from 'node:crypto';
import type { NewTeam } from '@vigil/contract/registry-teams.forms';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import { afterAll, describe, expect, test } from 'vitest';
import { startRelations } from './testing/relations-server.ts';

const { harness, server, relations, call, staffOf, member } = await startRelations();
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const { admin, md, nurse, coach, observer } = await staffOf(tenant);

const newTeam = (over: Partial<NewTeam> = {}): NewTeam => ({
  id: randomUUID(),
  name: `Team ${randomUUID()}`,
  clinicianIds: [md.id],
  patientIds: [],
  ...over,
});
async function make(over: Partial<NewTeam> = {}) {
  const team = newTeam(over);
  const { status, body } = await call('POST', 'v1/teams', admin, team);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as NewTeam & { version: number };
}

describe('making a care team', () => {
  test('keeps name, clinicians and members, and lists name no member', async () => {
    const patient = await member(tenant);
    const team = await make({ name: '  Blue — «Azul» ', clinicianIds: [md.id, nurse.id, md.id], patientIds: [patient.id] });
    expect(team).toMatchObject({ name: 'Blue — «Azul»', version: 1, patientIds: [patient.id], patients: [{ id: patient.id }] });
    expect(team.clinicianIds.toSorted()).toEqual([md.id, nurse.id].toSorted());
    const listed = (await call('GET', 'v1/teams/', nurse)).body.find(({ id }: { id: string }) => id === team.id);
    expect(listed).toMatchObject({ name: 'Blue — «Azul»', patientCount: 1, version: 1 });
    expect(JSON.stringify(listed)).not.toContain(patient.id);
    expect((await call('GET', `v1/teams/${team.id}`, observer)).body).toEqual(team);
  });

  test('the same team sent again, also at the same time, is made once', async () => {
    const team = newTeam();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'v1/teams', admin, team)));
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
  });

  test.each<[string, () => Partial<NewTeam> | Promise<Partial<NewTeam>>, number, string]>([
    ['no name', () => ({ name: '  ' }), 400, 'name'],
    ['an observer in it', () => ({ clinicianIds: [observer.id] }), 400, 'clinicianIds'],
    ['too many members', () => ({ patientIds: Array.from({ length: mostTeamPatients + 1 }, () => randomUUID()) }), 400, 'patientIds'],
    ['the name of another', async () => ({ name: (await make()).name.toUpperCase() }), 409, 'name'],
    [
      'a name that differs by an accent',
      async () => ({ name: (await make(newTeam({ name: `Équipe ${randomUUID()}` }))).name.replace('É', 'e') }),
      409,
      'name',
    ],
  ])('with %s is refused, naming the field', async (_name, over, status, field) => {
    const refused = await call('POST', 'v1/teams', admin, newTeam(await over()));
    expect([refused.status, refused.body.error.fields[0].field]).toEqual([status, field]);
  });

  test('with a member of another tenant, or somebody of the staff as a member, is 404 and makes none', async () => {
    const foreign = await member(await harness.createTenant());
    for (const id of [foreign.id, nurse.id]) {
      const team = newTeam({ patientIds: [id] });
      expect((await call('POST', 'v1/teams', admin, team)).status).toBe(404);
      expect((await call('GET', `v1/teams/${team.id}`, admin)).status).toBe(404);
    }
  });

  test('is for administrators', async () => {
    for (const by of [nurse, observer]) expect((await call('POST', 'v1/teams', by, newTeam())).status).toBe(403);
  });
});

describe('changing a care team', () => {
  test('sets it as it is to be; who joined and left stands in the timeline of the members', async () => {
    const [stays, goes, comes] = [await member(tenant), await member(tenant), await member(tenant)];
    const team = await make({ patientIds: [stays.id, goes.id] });
    const { status, body } = await call('PUT', `v1/teams/${team.id}`, admin, {
      name: `${team.name} 2`,
      clinicianIds: [coach.id],
      patientIds: [stays.id, comes.id],
      version: team.version,
    });
    expect([status, body.version, body.clinicianIds, body.patientIds.toSorted()]).toEqual([
      200,
      2,
      [coach.id],
      [stays.id, comes.id].toSorted(),
    ]);
    const kinds = async (who: { id: string }) =>
      (await call('GET', `v1/users/${who.id}/timeline`, nurse)).body.content.map((one: { kind: string }) => one.kind);
    expect([await kinds(stays), await kinds(goes), await kinds(comes)]).toEqual([
      ['TEAM_JOINED'],
      ['TEAM_LEFT', 'TEAM_JOINED'],
      ['TEAM_JOINED'],
    ]);
  });

  test('of two who change the same version the second is told so, and nothing of theirs is stored', async () => {
    const team = await make();
    const change = (name: string) => ({ name, clinicianIds: team.clinicianIds, patientIds: [], version: team.version });
    const names = ['first', 'second'].map((one) => `${one} ${team.id}`);
    const answers = await Promise.all(names.map((name) => call('PUT', `v1/teams/${team.id}`, admin, change(name))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = names[answers.findIndex(({ status }) => status === 200)];
    expect((await call('GET', `v1/teams/${team.id}`, admin)).body).toMatchObject({ name: kept, version: 2 });
    expect((await call('DELETE', `v1/teams/${team.id}?version=1`, admin)).status).toBe(409);
  });

  test('dissolving it takes it from its members and is in the audit log', async () => {
    const patient = await member(tenant);
    const team = await make({ patientIds: [patient.id] });
    expect((await call('DELETE', `v1/teams/${team.id}?version=1`, nurse)).status).toBe(403);
    expect((await call('DELETE', `v1/teams/${team.id}?version=1`, admin)).body).toEqual({ id: team.id, name: team.name });
    expect((await call('GET', `v1/teams/${team.id}`, admin)).status).toBe(404);
    expect((await call('GET', `v1/users/${patient.id}/care-team`, nurse)).body.careTeams).toEqual([]);
    const rows = await harness.asOwner('select 1 from vigil.audit_log where endpoint = $1 and $2 = any (members)', [
      'registry.deleteTeam',
      patient.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

test('who is in some teams is told by id, clinicians and members', async () => {
  const [one, other] = [await member(tenant), await member(tenant)];
  const teams = [await make({ patientIds: [one.id] }), await make({ clinicianIds: [nurse.id], patientIds: [other.id] })];
  const of = async (which: readonly { id: string }[]) =>
    (
      await relations.usersOfTeams(
        tenant.id,
        which.map(({ id }) => id),
      )
    ).toSorted();
  expect(await of(teams.slice(0, 1))).toEqual([one.id, md.id].toSorted());
  expect(await of(teams)).toEqual([one.id, md.id, other.id, nurse.id].toSorted());
  expect(await of([{ id: randomUUID() }])).toEqual([]);
});
