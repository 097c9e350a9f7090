import type { PatientClinician } from '@vigil/contract/registry-care-team.contract';
import type { CareRelation } from '@vigil/contract/registry-relations.contract';
import { afterAll, describe, expect, test } from 'vitest';
import { startRelations } from './testing/relations-server.ts';

const { harness, server, call, staffOf, member } = await startRelations();
const { clock } = harness;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const { admin, md, nurse, coach, observer } = await staffOf(tenant);
type Somebody = { readonly id: string };
const minuteMs = 60_000;

const pair = (clinician: Somebody, patient: Somebody) => `v1/users/${clinician.id}/patients/${patient.id}`;
const clinicians = async (patient: Somebody, query = '') =>
  (await call('GET', `v1/users/${patient.id}/clinicians${query}`, nurse)).body as PatientClinician[];
const seen = async (patient: Somebody) =>
  (await clinicians(patient)).map((one) => [one.lastName, one.teamType, one.assignmentType] as const);
const ids = (rows: readonly CareRelation[]) => rows.map(({ clinicianId }) => clinicianId).sort();

describe('assigning a member to a clinician', () => {
  test('goes to the primary team unless a team type says otherwise, and both lists show it', async () => {
    const patient = await member(tenant);
    const { status, body } = await call('PUT', pair(md, patient), admin);
    expect([status, body]).toEqual([
      200,
      {
        assigned: [
          {
            clinicianId: md.id,
            patientId: patient.id,
            teamType: 'PRIMARY',
            assignmentType: 'DIRECT_ASSIGNMENT',
            withClinicianId: null,
            associatedCareTeamId: null,
            assignedAt: clock.now(),
          },
        ],
        removed: [],
      },
    ]);
    await call('PUT', `${pair(coach, patient)}?teamType=SUPPORT`, admin);
    expect(await seen(patient)).toEqual(
      expect.arrayContaining([
        ['Provider', 'PRIMARY', 'DIRECT_ASSIGNMENT'],
        ['Coach', 'SUPPORT', 'DIRECT_ASSIGNMENT'],
      ]),
    );
    expect((await clinicians(patient, '?teamTypes=SUPPORT')).map(({ id, isPrimary }) => [id, isPrimary])).toEqual([[coach.id, false]]);
    const v2 = (await call('GET', `v2/users/${patient.id}/clinicians/`, nurse)).body;
    expect([v2.PRIMARY, v2.SUPPORT].map((list: Somebody[]) => list.map(({ id }) => id))).toEqual([[md.id], [coach.id]]);
  });

  test('sent again, also at the same time, changes nothing and stands in the history once', async () => {
    const patient = await member(tenant);
    const answers = await Promise.all([1, 2, 3].map(() => call('PUT', pair(md, patient), admin)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.assigned)).toHaveLength(1);
    expect((await call('GET', `v1/users/${patient.id}/timeline`, nurse)).body.content).toHaveLength(1);
  });

  test.each([
    ['an observer', () => observer.id, 400, 'invalid_input'],
    ['an administrator without a role of the care team', () => admin.id, 400, 'invalid_input'],
    ['a member', async () => (await member(tenant)).id, 400, 'invalid_input'],
    [
      'a nurse who was discharged',
      async () => (await harness.createUser(tenant, { roles: ['nurse'], isInTheTenant: false })).id,
      400,
      'invalid_input',
    ],
    [
      'a nurse of another tenant',
      async () => (await harness.createUser(await harness.createTenant(), { roles: ['nurse'] })).id,
      404,
      'not_found',
    ],
  ] as const)('%s cannot be assigned', async (_name, who, status, code) => {
    const patient = await member(tenant);
    const refused = await call('PUT', pair({ id: await who() }, patient), admin);
    expect([refused.status, refused.body.error.code]).toEqual([status, code]);
    expect(await clinicians(patient)).toEqual([]);
  });

  test('is for administrators: the care team reads who looks after whom, and changes nothing', async () => {
    const patient = await member(tenant);
    for (const by of [nurse, observer, patient]) expect((await call('PUT', pair(md, patient), by)).status).toBe(403);
    for (const by of [nurse, observer, patient, admin])
      expect((await call('GET', `v1/users/${patient.id}/clinicians`, by)).status).toBe(200);
  });
});

describe('taking a member over', () => {
  test('ends everybody else of that team in one step, leaves the other team, and no direct clinician remains', async () => {
    const patient = await member(tenant);
    await call('PUT', pair(md, patient), admin);
    await call('PUT', pair(nurse, patient), admin);
    await call('PUT', `${pair(nurse, patient)}?teamType=SUPPORT`, admin);
    const { body } = await call('PUT', `${pair(coach, patient)}?teamType=PRIMARY&assignmentType=TRANSFER_ASSIGNMENT`, admin);
    expect([ids(body.assigned), ids(body.removed)]).toEqual([[coach.id], [md.id, nurse.id].sort()]);
    const team = (await call('GET', `v1/users/${patient.id}/care-team`, nurse)).body;
    expect(team).toMatchObject({
      clinicians: [{ id: nurse.id, isPrimary: false }],
      primaryTeam: { assignmentType: 'TRANSFER_ASSIGNMENT', clinicianIds: [coach.id] },
      primaryClinician: { id: coach.id, isPrimary: true },
    });
  });

  test('by two at the same time leaves one', async () => {
    const patient = await member(tenant);
    await call('PUT', pair(md, patient), admin);
    await Promise.all([nurse, coach].map((one) => call('PUT', `${pair(one, patient)}?assignmentType=TRANSFER_ASSIGNMENT`, admin)));
    expect(await clinicians(patient)).toHaveLength(1);
  });
});

describe('ending an assignment', () => {
  test('ends it in that team only, and the history keeps who, from when until when, and by whom', async () => {
    const patient = await member(tenant);
    const assignedAt = clock.now();
    await call('PUT', pair(md, patient), admin);
    await call('PUT', `${pair(md, patient)}?teamType=SUPPORT`, admin);
    clock.advance(minuteMs);
    const { status, body } = await call('DELETE', `${pair(md, patient)}?teamType=PRIMARY`, admin);
    expect([status, ids(body.removed)]).toEqual([200, [md.id]]);
    expect(await seen(patient)).toEqual([['Provider', 'SUPPORT', 'DIRECT_ASSIGNMENT']]);
    const details = (await call('GET', `v1/users/${patient.id}/clinicianUnassignmentDetails`, nurse)).body;
    expect(details.clinicianHistory).toMatchObject({
      [md.id]: {
        user: { id: md.id, firstName: 'Mara', lastName: 'Provider', roles: ['md'] },
        assignments: [{ teamType: 'PRIMARY', assignedAt, unassignedAt: clock.now(), executedBy: { id: admin.id } }],
      },
    });
  });

  test('that there is not is 404, so that whoever reassigns stops there', async () => {
    const patient = await member(tenant);
    const answer = await call('DELETE', pair(md, patient), admin);
    expect([answer.status, answer.body.error.message]).toEqual([
      404,
      'This clinician is not assigned to the member in that team. Nothing was changed.',
    ]);
  });
});

describe('a full assignment', () => {
  test('brings the subordinates along, and its end takes them away again, but for those who are assigned by name', async () => {
    const patient = await member(tenant);
    const other = await harness.createUser(tenant, { roles: ['support'], familyName: 'Other' });
    const head = await harness.createUser(tenant, { roles: ['md'], familyName: 'Head' });
    for (const one of [nurse, other]) expect((await call('PUT', `v1/users/${head.id}/subordinate/${one.id}`, admin)).status).toBe(200);
    const made = await call('PUT', `${pair(head, patient)}/full-assignment?teamType=SUPPORT`, admin);
    expect(ids(made.body.assigned)).toEqual([head.id, nurse.id, other.id].sort());
    expect(made.body.assigned.find((one: CareRelation) => one.clinicianId === nurse.id)).toMatchObject({
      assignmentType: 'TEAM_ASSIGNMENT',
      withClinicianId: head.id,
    });
    await call('PUT', `${pair(nurse, patient)}?teamType=SUPPORT`, admin);
    const ended = await call('DELETE', `${pair(head, patient)}/full-assignment?teamType=SUPPORT`, admin);
    expect(ids(ended.body.removed)).toEqual([head.id, other.id].sort());
    expect(await seen(patient)).toEqual([['Nurse', 'SUPPORT', 'DIRECT_ASSIGNMENT']]);
    expect((await call('DELETE', `${pair(head, patient)}/full-assignment?teamType=SUPPORT`, admin)).status).toBe(404);
  });

  test('with a care team puts the member into it as well, or does nothing at all', async () => {
    const patient = await member(tenant);
    const team = { id: crypto.randomUUID(), name: `Team ${crypto.randomUUID()}`, clinicianIds: [md.id, coach.id] };
    await call('POST', 'v1/teams', admin, team);
    const body = {
      clinicianId: nurse.id,
      patientId: patient.id,
      teamType: 'PRIMARY',
      assignmentType: 'DIRECT_ASSIGNMENT',
      associatedCareTeamId: team.id,
    };
    const refused = await call('POST', 'v3/relations/team_assignment/full', admin, body);
    expect([refused.status, refused.body.error.fields]).toMatchObject([400, [{ field: 'associatedCareTeamId' }]]);
    expect(await clinicians(patient)).toEqual([]);
    const made = await call('POST', 'v3/relations/team_assignment/full', admin, { ...body, clinicianId: md.id });
    expect(made.body.assigned).toMatchObject([{ clinicianId: md.id, associatedCareTeamId: team.id }]);
    const of = (await call('GET', `v1/users/${patient.id}/care-team`, nurse)).body;
    expect(of.careTeams).toMatchObject([{ id: team.id, name: team.name, clinicians: [{ id: coach.id }, { id: md.id }] }]);
    const teams = (await call('GET', `${pair(md, patient)}/teams`, nurse)).body;
    expect(teams.map((one: { teamType: string; id: string | null }) => [one.teamType, one.id])).toEqual([
      ['PRIMARY', null],
      ['NONE', team.id],
    ]);
    expect((await call('GET', `${pair(md, patient)}/teams?teamTypes=NONE`, nurse)).body).toHaveLength(1);
  });

  test('names of team types that do not exist are refused by name', async () => {
    const patient = await member(tenant);
    const { status, body } = await call('PUT', `${pair(md, patient)}?teamType=TERTIARY`, admin);
    expect([status, body.error.fields[0].field]).toEqual([400, 'teamType']);
  });
});

describe('lists of a clinician', () => {
  test('name the members by last name, with how the clinician looks after each', async () => {
    const somebody = await harness.createUser(tenant, { roles: ['specialist'], familyName: 'Lister' });
    const [zed, abel] = [await member(tenant, 'Zed'), await member(tenant, 'Abel')];
    const team = { id: crypto.randomUUID(), name: `Team ${crypto.randomUUID()}`, clinicianIds: [somebody.id], patientIds: [abel.id] };
    await call('POST', 'v1/teams', admin, team);
    await call('PUT', pair(somebody, zed), admin);
    const { body } = await call('GET', `v1/users/${somebody.id}/patients`, nurse);
    expect(body).toMatchObject([
      { lastName: 'Abel', relations: [], careTeamIds: [team.id] },
      { lastName: 'Zed', relations: [{ teamType: 'PRIMARY' }], careTeamIds: [] },
    ]);
    expect((await call('GET', pair(somebody, zed), nurse)).body).toMatchObject({ id: zed.id });
    expect((await call('GET', pair(md, zed), nurse)).status).toBe(404);
    const caseloads = (await call('GET', 'v1/users/clinicians/patients', observer)).body;
    expect(caseloads.find(({ id }: Somebody) => id === somebody.id)).toMatchObject({
      caseload: 2,
      primary: 1,
      support: 0,
      recentActivity: null,
    });
    expect(caseloads.some(({ id }: Somebody) => [observer.id, admin.id, zed.id].includes(id))).toBe(false);
  });

  test('of somebody in another tenant are not there', async () => {
    const foreign = await harness.createUser(await harness.createTenant(), { roles: ['md'] });
    for (const path of ['patients', 'last_task']) expect((await call('GET', `v1/users/${foreign.id}/${path}`, nurse)).status).toBe(404);
  });
});

describe('whoever has left', () => {
  const stamp = (person: Somebody, column: 'removed_at' | 'deactivated_at') =>
    harness.asOwner(`update vigil.users set ${column} = now() where id = $1`, [person.id]);
  const listed = async () => ((await call('GET', 'v1/users/clinicians/patients', nurse)).body as Somebody[]).map(({ id }) => id);

  test.each(['removed_at', 'deactivated_at'] as const)(
    'by %s is not assigned, not in a care team and not on the team page',
    async (column) => {
      const patient = await member(tenant);
      const [above, left] = [await harness.createUser(tenant, { roles: ['md'] }), await harness.createUser(tenant, { roles: ['nurse'] })];
      await call('PUT', `v1/users/${above.id}/subordinate/${left.id}`, admin);
      expect(await listed()).toContain(left.id);
      await stamp(left, column);
      expect(await listed()).not.toContain(left.id);
      expect((await call('PUT', pair(left, patient), admin)).status).toBe(400);
      const full = await call('PUT', `${pair(above, patient)}/full-assignment`, admin);
      expect(ids(full.body.assigned)).toEqual([above.id]);
      const team = { id: crypto.randomUUID(), name: `Left by ${column}`, clinicianIds: [left.id], patientIds: [] };
      expect((await call('POST', 'v1/teams', admin, team)).status).toBe(400);
    },
  );

  test('as a removed member is in nobody’s caseload, neither counted nor listed, also by a care team', async () => {
    const clinician = await harness.createUser(tenant, { roles: ['md'] });
    const [stays, direct, inTeam] = [await member(tenant), await member(tenant), await member(tenant)];
    for (const one of [stays, direct]) await call('PUT', pair(clinician, one), admin);
    const team = { id: crypto.randomUUID(), name: 'With a removed member', clinicianIds: [clinician.id], patientIds: [inTeam.id] };
    expect((await call('POST', 'v1/teams', admin, team)).status).toBe(200);
    const caseload = async () => {
      const { body } = await call('GET', 'v1/users/clinicians/patients', nurse);
      const { caseload, primary } = body.find(({ id }: Somebody) => id === clinician.id);
      return [caseload, primary, (await call('GET', `v1/users/${clinician.id}/patients`, nurse)).body.length];
    };
    expect(await caseload()).toEqual([3, 2, 3]);
    for (const one of [direct, inTeam]) await stamp(one, 'removed_at');
    expect(await caseload()).toEqual([1, 1, 1]);
  });
});

describe('subordinates', () => {
  test('are added, read and removed by administrators', async () => {
    const [above, below] = [await harness.createUser(tenant, { roles: ['md'] }), await harness.createUser(tenant, { roles: ['nurse'] })];
    const path = `v1/users/${above.id}/subordinate/${below.id}`;
    expect((await call('GET', path, admin)).status).toBe(404);
    expect((await call('PUT', path, admin)).body).toMatchObject({ clinicianId: above.id, subordinateId: below.id, since: clock.now() });
    expect((await call('PUT', path, admin)).status).toBe(200);
    expect((await call('GET', `v1/users/${above.id}/subordinates`, admin)).body).toHaveLength(1);
    expect((await call('PUT', `v1/users/${below.id}/subordinate/${above.id}`, admin)).status).toBe(400);
    expect((await call('PUT', `v1/users/${above.id}/subordinate/${above.id}`, admin)).status).toBe(400);
    expect((await call('GET', path, nurse)).status).toBe(403);
    expect((await call('DELETE', path, admin)).status).toBe(200);
    expect((await call('DELETE', path, admin)).status).toBe(404);
  });
});

test('the history can be added to, and neither changed nor emptied', async () => {
  await expect(harness.database.tenant(tenant.id, (sql) => sql.query('delete from vigil.care_history'))).rejects.toThrow();
  await expect(harness.asOwner('update vigil.care_history set at = now()')).rejects.toThrow('can only be added to');
});

test('every reading and change of who looks after a member is in the audit log', async () => {
  const patient = await member(tenant);
  await call('PUT', pair(md, patient), admin);
  await call('GET', `v1/users/${patient.id}/care-team`, nurse);
  await call('GET', `v1/users/${md.id}/patients`, nurse);
  const rows = await harness.asOwner<{ endpoint: string }>(
    'select endpoint from vigil.audit_log where tenant_id = $1 and $2 = any (members) order by sequence',
    [tenant.id, patient.id],
  );
  expect(rows.map(({ endpoint }) => endpoint)).toEqual([
    'registry.assignClinician',
    'registry.getCareTeamOfPatient',
    'registry.listPatientsOfClinician',
  ]);
});
