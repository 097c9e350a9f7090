import { randomUUID } from 'node:crypto';
import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import { bulkUndoSeconds, mostBulkMembers } from '@vigil/contract/registry-bulk-assignment.values';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lockPatients } from './relations.store.ts';
import { startRelations } from './testing/relations-server.ts';

const { harness, server, call, staffOf, member } = await startRelations();
const { clock } = harness;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const { admin, md, nurse, coach, observer } = await staffOf(tenant);
type Somebody = { readonly id: string };
const bulk = 'v1/relations/bulk_assignment';

const members = (count: number): Promise<Somebody[]> => Promise.all(Array.from({ length: count }, () => member(tenant)));
const idsOf = (people: readonly Somebody[]) => people.map(({ id }) => id);
const toClinician = (clinician: Somebody, how: object = {}) => ({ kind: 'clinician', clinicianId: clinician.id, ...how });
const takingOver = (clinician: Somebody) => toClinician(clinician, { assignmentType: 'TRANSFER_ASSIGNMENT' });
const assign = (people: readonly Somebody[], to: object, id = randomUUID(), by: Somebody = admin) =>
  call('POST', bulk, by, { id, memberIds: idsOf(people), to });
const preview = (people: readonly Somebody[], to: object) => call('POST', `${bulk}/preview`, admin, { memberIds: idsOf(people), to });
const undo = (id: string, by: Somebody = admin) => call('POST', `${bulk}/undo`, by, { id });
const outcomes = ({ results }: BulkResult) => results.map(({ outcome, refusal }) => refusal ?? outcome);

const lookedAfterBy = async (patient: Somebody) => {
  const { body } = await call('GET', `v1/users/${patient.id}/clinicians`, admin);
  return (body as { id: string; teamType: string; assignmentType: string }[]).map(({ id, teamType, assignmentType }) => [
    ...[[md, nurse, coach].findIndex((one) => one.id === id), teamType, assignmentType],
  ]);
};
const direct = (who: 0 | 1 | 2, teamType = 'PRIMARY') => [who, teamType, 'DIRECT_ASSIGNMENT'];
const timeline = async (patient: Somebody) =>
  (await call('GET', `v1/users/${patient.id}/timeline`, admin)).body.content as { kind: string }[];
const onRecord = async (endpoint: string) => {
  const [entry] = await harness.database.tenant(tenant.id, (sql) =>
    sql.query<{ members: string[] }>(
      'select members from vigil.audit_log where tenant_id = $1 and endpoint = $2 order by sequence desc limit 1',
      [tenant.id, endpoint],
    ),
  );
  return entry?.members.toSorted();
};

describe('assigning many members at once', () => {
  test('tells before it is done what it comes to, does just that, and each member is on record', async () => {
    const [fresh, hers, theirs, gone] = await members(4);
    const discharged = await harness.createUser(tenant, { isInTheTenant: false });
    const people = [fresh, hers, theirs, discharged, { id: randomUUID() }, nurse] as Somebody[];
    await assign([hers as Somebody], toClinician(md));
    await assign([theirs as Somebody], toClinician(nurse));
    const told = (await preview(people, takingOver(md))).body as BulkResult;
    expect(outcomes(told)).toEqual(['ASSIGNED', 'UNCHANGED', 'REPLACED', 'DISCHARGED', 'NOT_FOUND', 'NOT_FOUND']);
    expect(told.replaced.map(({ lastName }) => lastName)).toEqual(['Nurse']);
    expect(await lookedAfterBy(theirs as Somebody)).toEqual([direct(1)]);
    const done = await assign(people, takingOver(md));
    expect([done.status, done.body]).toEqual([200, told]);
    expect(await Promise.all([fresh, hers, theirs, gone, discharged].map((one) => lookedAfterBy(one as Somebody)))).toEqual([
      [direct(0)],
      [direct(0)],
      [[0, 'PRIMARY', 'TRANSFER_ASSIGNMENT']],
      [],
      [],
    ]);
    expect(await onRecord('registry.assignMany')).toEqual(idsOf([fresh, hers, theirs, discharged] as Somebody[]).toSorted());
  });

  test('adds a primary clinician beside another, and one of the support team, unless it takes over', async () => {
    const [patient] = await members(1);
    for (const to of [toClinician(md), toClinician(nurse), toClinician(coach, { teamType: 'SUPPORT' })])
      expect(outcomes((await assign([patient as Somebody], to)).body)).toEqual(['ASSIGNED']);
    expect((await lookedAfterBy(patient as Somebody)).toSorted()).toEqual([direct(0), direct(1), direct(2, 'SUPPORT')]);
  });

  test('sent again, also at the same time, it is stored once and answered as before', async () => {
    const people = await members(3);
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => assign(people, toClinician(md), id)));
    for (const { body } of answers) expect(outcomes(body)).toEqual(['ASSIGNED', 'ASSIGNED', 'ASSIGNED']);
    expect(outcomes((await assign(people, toClinician(md))).body)).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
    for (const patient of people) expect(await timeline(patient)).toHaveLength(1);
  });

  test('a used id is refused for anything else: another clinician, way, team or member, and anybody else’s', async () => {
    const people = await members(2);
    const [first, second] = people as [Somebody, Somebody];
    await assign([first], toClinician(nurse));
    const id = randomUUID();
    await assign(people, toClinician(md), id);
    const other = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    const before = await Promise.all(people.map(lookedAfterBy));
    for (const again of [
      assign(people, toClinician(nurse), id),
      assign(people, takingOver(md), id),
      assign(people, toClinician(md, { teamType: 'SUPPORT' }), id),
      assign(people, await teamOf([]), id),
      assign([first], toClinician(md), id),
      assign([second, first], toClinician(md), id),
      assign(people, toClinician(md), id, other),
    ]) {
      const { status, body } = await again;
      expect([status, body.error.message]).toEqual([
        409,
        'Another assignment was sent with this id. Nothing was changed; send it with a new id.',
      ]);
    }
    expect(await Promise.all(people.map(lookedAfterBy))).toEqual(before);
    expect(outcomes((await assign(people, toClinician(md), id)).body)).toEqual(['ASSIGNED', 'ASSIGNED']);
  });

  test('the id of one that changed nothing is used as well', async () => {
    const people = await members(1);
    await assign(people, toClinician(md));
    await assign(people, toClinician(nurse));
    const id = randomUUID();
    expect(outcomes((await assign(people, toClinician(md), id)).body)).toEqual(['UNCHANGED']);
    expect((await assign(people, takingOver(md), id)).body.error.code).toBe('conflict');
    expect((await lookedAfterBy(people[0] as Somebody)).toSorted()).toEqual([direct(0), direct(1)]);
    expect((await undo(id)).status).toBe(404);
  });

  test.each([
    ['an observer', () => observer.id, 400],
    ['a member', async () => (await member(tenant)).id, 400],
    ['somebody of another tenant', async () => (await harness.createUser(await harness.createTenant(), { roles: ['nurse'] })).id, 404],
  ] as const)('%s cannot be assigned', async (_name, who, status) => {
    const people = await members(1);
    for (const asked of [preview, assign]) expect((await asked(people, toClinician({ id: await who() }))).status).toBe(status);
  });

  test('a clinician who is a member as well is not assigned to themselves; more than the bound are refused', async () => {
    const both = await harness.createUser(tenant, { roles: ['nurse', 'patient'] });
    expect(outcomes((await assign([both], toClinician(both))).body)).toEqual(['SELF']);
    const tooMany = Array.from({ length: mostBulkMembers + 1 }, () => ({ id: randomUUID() }));
    expect((await assign(tooMany, toClinician(md))).status).toBe(400);
  });

  test('is for administrators', async () => {
    const people = await members(1);
    for (const by of [nurse, observer, people[0] as Somebody])
      expect((await assign(people, toClinician(md), randomUUID(), by)).status).toBe(403);
  });
});

const teamOf = async (patientIds: readonly string[]) => {
  const team = { id: randomUUID(), name: `Team ${randomUUID()}`, clinicianIds: [nurse.id], patientIds };
  await call('POST', 'v1/teams', admin, team);
  return { kind: 'careTeam', careTeamId: team.id };
};

/** Takes every member out of a care team. */
const leave = async ({ careTeamId }: { careTeamId: string }) => {
  const { body } = await call('GET', `v1/teams/${careTeamId}`, admin);
  await call('PUT', `v1/teams/${careTeamId}`, admin, {
    ...{ name: body.name, version: body.version, clinicianIds: [nurse.id], patientIds: [] },
  });
};

describe('putting many members into a care team', () => {
  const inTeam = async ({ careTeamId }: { careTeamId: string }) =>
    (await call('GET', `v1/teams/${careTeamId}`, admin)).body.patientIds as string[];

  test('lets in as many as the team has room for, in their order', async () => {
    const present = await members(mostTeamPatients - 2);
    const [first, second, third] = await members(3);
    const team = await teamOf(idsOf(present));
    const people = [present[0], first, second, third] as Somebody[];
    const told = (await preview(people, team)).body;
    expect(outcomes(told)).toEqual(['UNCHANGED', 'ASSIGNED', 'ASSIGNED', 'TEAM_FULL']);
    expect((await assign(people, team)).body).toEqual(told);
    expect(await inTeam(team)).toHaveLength(mostTeamPatients);
  });

  test('can be undone, and sent again after that it is refused', async () => {
    const people = await members(2);
    const team = await teamOf([(people[0] as Somebody).id]);
    const id = randomUUID();
    await assign(people, team, id);
    expect((await undo(id)).body.results).toEqual([{ memberId: (people[1] as Somebody).id, outcome: 'UNDONE' }]);
    expect(await inTeam(team)).toEqual([(people[0] as Somebody).id]);
    expect((await assign(people, team, id)).body.error.code).toBe('conflict');
  });

  test('a care team that there is not is told', async () => {
    for (const asked of [preview, assign])
      expect((await asked(await members(1), { kind: 'careTeam', careTeamId: randomUUID() })).status).toBe(404);
  });
});

describe('undoing a bulk assignment', () => {
  test('ends just those that were new, brings back who was replaced, and is done once', async () => {
    const [fresh, hers, theirs] = (await members(3)) as [Somebody, Somebody, Somebody];
    await assign([hers], toClinician(md));
    await call('PUT', `v1/users/${nurse.id}/subordinate/${coach.id}`, admin);
    await call('PUT', `v1/users/${nurse.id}/patients/${theirs.id}/full-assignment`, admin);
    const before = await Promise.all([fresh, hers, theirs].map(lookedAfterBy));
    const id = randomUUID();
    await assign([fresh, hers, theirs], takingOver(md), id);
    expect(await lookedAfterBy(theirs)).toEqual([[0, 'PRIMARY', 'TRANSFER_ASSIGNMENT']]);
    const undone = [fresh, theirs].map(({ id: memberId }) => ({ memberId, outcome: 'UNDONE' }));
    for (const answer of [await undo(id), await undo(id)]) {
      expect(answer.status).toBe(200);
      expect(answer.body.results).toEqual(expect.arrayContaining(undone));
      expect(answer.body.results).toHaveLength(2);
    }
    expect(await Promise.all([fresh, hers, theirs].map(lookedAfterBy))).toEqual(before);
    expect((await call('DELETE', `v1/users/${nurse.id}/patients/${theirs.id}/full-assignment`, admin)).body.removed).toHaveLength(2);
    expect(await onRecord('registry.undoBulkAssignment')).toEqual(idsOf([fresh, theirs]).toSorted());
  });

  test.each(['a clinician', 'a care team'])('from %s, sent twice at once, both answers say that it is undone', async (target) => {
    const people = await members(2);
    const id = randomUUID();
    await assign(people, target === 'a clinician' ? toClinician(md) : await teamOf([]), id);
    const answers = await Promise.all([undo(id), undo(id), undo(id)]);
    expect(answers.map(({ body }) => outcomes(body))).toEqual(Array.from({ length: 3 }, () => ['UNDONE', 'UNDONE']));
  });

  /** Holds these members as a change of who looks after them does, until `end`. */
  async function holding(people: readonly Somebody[]) {
    const end = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const held = harness.database.tenant(tenant.id, async (sql) => {
      await lockPatients(sql, tenant.id, idsOf(people));
      isHeld.resolve();
      await end.promise;
    });
    await isHeld.promise;
    return async () => {
      end.resolve();
      await held;
    };
  }
  /** Until so many transactions wait for what others hold. */
  const waiting = (count: number) =>
    vi.waitUntil(
      async () => {
        const [row] = await harness.asOwner<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          [],
        );
        return (row?.n ?? 0) >= count;
      },
      { timeout: 20_000 },
    );

  test('sent again while its undo runs, it is told as undone, and assigns nobody anew', async () => {
    const people = await members(2);
    const id = randomUUID();
    await assign(people, toClinician(md), id);
    const release = await holding(people);
    const undone = undo(id);
    await waiting(1);
    const again = assign(people, toClinician(md), id);
    expect((await again).body.error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/^This assignment was undone\./) });
    await release();
    expect(outcomes((await undone).body)).toEqual(['UNDONE', 'UNDONE']);
    expect(await lookedAfterBy(people[0] as Somebody)).toEqual([]);
  });

  test('what is being done when its undo comes is undone with it', async () => {
    const people = await members(2);
    const id = randomUUID();
    await assign(people, toClinician(md), id);
    const release = await holding(people);
    const again = assign(people, toClinician(md), id);
    await waiting(1);
    const undone = undo(id);
    await waiting(2);
    await release();
    expect(outcomes((await again).body)).toEqual(['ASSIGNED', 'ASSIGNED']);
    expect(outcomes((await undone).body)).toEqual(['UNDONE', 'UNDONE']);
    expect(await Promise.all(people.map(lookedAfterBy))).toEqual([[], []]);
  });

  test.each(['a clinician', 'a care team'])('from %s, sent again after that, it is refused, whatever could be undone', async (target) => {
    const people = await members(1);
    const id = randomUUID();
    const to = target === 'a clinician' ? toClinician(md) : await teamOf([]);
    await assign(people, to, id);
    await (target === 'a clinician'
      ? call('DELETE', `v1/users/${md.id}/patients/${people[0]?.id}`, admin)
      : leave(to as { careTeamId: string }));
    expect(outcomes((await undo(id)).body)).toEqual(['CHANGED_SINCE']);
    expect((await assign(people, to, id)).body.error.message).toMatch(/^This assignment was undone\./);
    expect(await lookedAfterBy(people[0] as Somebody)).toEqual([]);
  });

  test('whoever was changed since stays as they are', async () => {
    const [one, other] = (await members(2)) as [Somebody, Somebody];
    const id = randomUUID();
    await assign([one, other], toClinician(md), id);
    await call('PUT', `v1/users/${nurse.id}/patients/${one.id}`, admin);
    expect((await undo(id)).body.results).toEqual(
      expect.arrayContaining([
        { memberId: one.id, outcome: 'CHANGED_SINCE' },
        { memberId: other.id, outcome: 'UNDONE' },
      ]),
    );
    expect((await lookedAfterBy(one)).toSorted()).toEqual([direct(0), direct(1)]);
  });

  test('is for whoever did it, for ten minutes', async () => {
    const people = await members(1);
    const id = randomUUID();
    await assign(people, toClinician(md), id);
    const other = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    expect((await undo(id, other)).status).toBe(403);
    expect((await undo(randomUUID())).status).toBe(404);
    clock.advance((bulkUndoSeconds + 1) * 1000);
    expect((await undo(id)).body.error.code).toBe('conflict');
    expect(await lookedAfterBy(people[0] as Somebody)).toEqual([direct(0)]);
  });
});
