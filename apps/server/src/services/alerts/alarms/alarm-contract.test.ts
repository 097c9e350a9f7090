import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

/*
 * The alarm contract row by row, through the calls, the timers and the database. What happens before a rule has held for long enough
 * is the engine's: nothing of it is stored here.
 */
const server = await startAlarms();
const { harness, alerts, alarms, staff, firing, report, standing, pushes, makeDue, acknowledge, snooze } = server;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const [ann, bob, md, observer] = await Promise.all([
  staff(tenant, 'nurse', { givenName: 'Ann', familyName: 'First' }),
  staff(tenant, 'nurse', { givenName: 'Bob', familyName: 'Second' }),
  staff(tenant, 'md'),
  staff(tenant, 'observer'),
]);
const minute = 60_000;

async function raised(over: Parameters<typeof firing>[2] = {}) {
  const member = await harness.createUser(tenant);
  const fired = await firing(tenant, member, { assigneeId: ann.id, ...over });
  await report(fired, 'persisted', 92);
  return { member, fired, alarm: await one(fired) };
}
async function one(of: Firing) {
  const [alarm] = await standing(of);
  if (!alarm) throw new Error('No alarm stands');
  return alarm;
}
const acknowledged = async (over: Parameters<typeof firing>[2] = {}) => {
  const all = await raised(over);
  expect((await acknowledge(all.alarm, ann)).body).toMatchObject({ state: 'acknowledged' });
  return all;
};
const snoozed = async (seconds = 600, over: Parameters<typeof firing>[2] = {}) => {
  const all = await raised(over);
  expect((await snooze(all.alarm, ann, seconds)).body).toMatchObject({ state: 'snoozed' });
  return all;
};
const due = async (member: { id: string }, seconds?: number) => {
  await makeDue(member, seconds);
  await alerts.goOn(tenant.id);
};
const rung = async (member: { id: string }) => (await pushes(tenant, member)).length;

describe('pending', () => {
  test('persisted: raised; cleared or without data before that: there is no alarm', async () => {
    const { alarm, member } = await raised();
    expect([alarm.state, await rung(member)]).toEqual(['raised', 1]);
    for (const event of ['cleared', 'data_stopped'] as const) {
      const fired = await firing(tenant, await harness.createUser(tenant));
      await report(fired, event);
      expect(await standing(fired)).toEqual([]);
    }
  });
});

describe('raised', () => {
  test('acknowledged: stops for everybody and shows who; again by another: unchanged, and names the first', async () => {
    const { alarm, member, fired } = await raised();
    const { status, body } = await acknowledge(alarm, ann);
    expect([status, body.state, body.by]).toEqual([200, 'acknowledged', { id: ann.id, firstName: 'Ann', lastName: 'First' }]);
    expect((body.dueAt ?? 0) - body.changedAt).toBe(120 * minute);
    const second = await acknowledge(alarm, bob);
    expect([second.status, second.body]).toEqual([200, body]);
    expect((await one(fired)).by).toBe(ann.id);
    await alerts.goOn(tenant.id);
    expect(await rung(member)).toBe(1);
  });

  test('due: one level up, to the next step that has anybody', async () => {
    const { alarm, member, fired } = await raised();
    await due(member);
    // Nobody is in a team or on call here: the providers are next.
    const after = await one(fired);
    expect(after).toMatchObject({ state: 'raised', level: 4, version: alarm.version });
    expect((after.dueAt ?? 0) - after.changedAt).toBe(15 * minute);
    expect((await pushes(tenant, member))[1]).toEqual({
      user_ids: [md.id],
      description: `Not acknowledged · High alert · ${fired.title}`,
    });
    await due(member);
    // The last step repeats.
    expect([(await one(fired)).level, await rung(member)]).toEqual([4, 3]);
  });

  test('the server was down past due: fires once, one level', async () => {
    const { member, fired } = await raised();
    await server.lookAfter(bob, member);
    await due(member, 3 * 86_400);
    await alerts.goOn(tenant.id);
    expect([(await one(fired)).level, await rung(member)]).toEqual([1, 2]);
  });

  test('LOW never climbs', async () => {
    const { alarm } = await raised({ rule: { severity: 'LOW' } });
    expect(alarm.dueAt).toBeNull();
  });
});

describe('snoozed', () => {
  test.each([
    ['CRITICAL', 900],
    ['HIGH', 3_600],
    ['MEDIUM', 14_400],
    ['LOW', 86_400],
  ] as const)('%s for %d s at most: a longer one is refused by field and changes nothing', async (severity, longest) => {
    const { alarm, fired } = await raised({ rule: { severity } });
    if (longest < 86_400) {
      const refused = await snooze(alarm, ann, longest + 1);
      expect([refused.status, refused.body.error.code, refused.body.error.fields?.[0]?.field]).toEqual([400, 'invalid_input', 'seconds']);
      expect((await one(fired)).state).toBe('raised');
    }
    const { body } = await snooze(alarm, ann, longest);
    expect([body.state, (body.dueAt ?? 0) - body.changedAt, body.longestSnooze]).toEqual(['snoozed', longest * 1000, longest]);
  });

  test('the same or better: snoozed', async () => {
    const { member, fired } = await snoozed();
    for (const value of [93, 92, 91]) await report(fired, 'still_true', value);
    expect([(await one(fired)).state, await rung(member)]).toEqual(['snoozed', 1]);
  });

  test.each([
    ['worse by the step of its metric', async (fired: Firing) => report(fired, 'still_true', 90)],
    [
      'of a higher severity',
      async (fired: Firing) => report({ ...fired, rule: { ...fired.rule, severity: 'CRITICAL' } }, 'still_true', 92),
    ],
    ['a second rule', async (_fired: Firing, second: Firing) => report(second, 'persisted', 92)],
    ['data stops', async (fired: Firing) => report(fired, 'data_stopped')],
  ])('%s: raised, at the first level', async (name, what) => {
    const { member, fired } = await snoozed();
    await what(fired, await firing(tenant, member, { id: 'spo2-very-low', rule: { severity: 'HIGH' } }));
    expect(await one(fired)).toMatchObject({ state: 'raised', level: 0, by: null, isJudged: name !== 'data stops' });
    expect(await rung(member)).toBe(2);
  });

  test('over and still true: raised; over and no longer: cleared', async () => {
    const still = await snoozed();
    await due(still.member);
    expect([(await one(still.fired)).state, await rung(still.member)]).toEqual(['raised', 2]);
    const gone = await snoozed();
    await report(gone.fired, 'cleared');
    expect([(await one(gone.fired)).state, await rung(gone.member)]).toEqual(['cleared', 1]);
  });
});

describe('acknowledged', () => {
  test('worse: raised', async () => {
    const { member, fired } = await acknowledged();
    await report(fired, 'still_true', 91);
    expect((await one(fired)).state).toBe('acknowledged');
    await report(fired, 'still_true', 90);
    expect(await one(fired)).toMatchObject({ state: 'raised', by: null });
    expect(await rung(member)).toBe(2);
  });

  test('nothing done in time: raised, one level up', async () => {
    const { member, fired } = await acknowledged();
    await due(member);
    const after = await one(fired);
    expect([after.state, after.by]).toEqual(['raised', null]);
    expect(after.level).toBeGreaterThan(0);
  });

  test('data stops: acknowledged, shown unknown; and known again when they are back', async () => {
    const { member, fired } = await acknowledged();
    await report(fired, 'data_stopped');
    expect(await one(fired)).toMatchObject({ state: 'acknowledged', isJudged: false, by: ann.id });
    await report(fired, 'data_back', 92);
    expect(await one(fired)).toMatchObject({ state: 'acknowledged', isJudged: true, by: ann.id });
    expect(await rung(member)).toBe(1);
  });
});

describe('any', () => {
  test.each([
    ['raised', raised],
    ['acknowledged', acknowledged],
    ['snoozed', () => snoozed()],
  ] as const)('%s, condition clears: cleared, and the action stays open; true again: raised, with the same action', async (_, begin) => {
    const { member, fired } = await begin();
    await report(fired, 'cleared');
    expect(await one(fired)).toMatchObject({ state: 'cleared', dueAt: null, by: null });
    const { body } = await server.call<{ status: { status: string } }>('GET', `/factuary/api/v2/users/actions/${fired.actionId}`, ann);
    expect(body.status.status).toBe('OPEN');
    await report(fired, 'true_again', 92);
    expect(await one(fired)).toMatchObject({ state: 'raised', level: 0, actionIds: [fired.actionId] });
    expect(await rung(member)).toBe(2);
  });

  test.each([
    ['raised', raised],
    ['acknowledged', acknowledged],
    ['snoozed', () => snoozed()],
  ] as const)('%s, its action is closed: resolved', async (_, begin) => {
    const { member, fired } = await begin();
    await server.call('PUT', '/factuary/api/v2/users/actions', ann, {
      ...{ action_id: fired.actionId, version: 1, status: { status: 'CLOSED' }, note: 'An artefact' },
    });
    expect(await standing(fired)).toEqual([]);
    await due(member);
    expect(await rung(member)).toBe(1);
  });
});

describe('what somebody does about an alarm', () => {
  test('whose answer was lost is done once, whatever has become of the alarm since', async () => {
    const { alarm, fired } = await raised();
    const request_id = randomUUID();
    await acknowledge(alarm, ann, { request_id });
    await report(fired, 'still_true', 85);
    const again = await acknowledge(alarm, ann, { request_id });
    expect([again.status, again.body.state]).toEqual([200, 'raised']);
  });

  test('under the request of something else, or of somebody else, is refused: nobody takes it for done', async () => {
    const { alarm, fired } = await raised();
    const request_id = randomUUID();
    expect((await snooze(alarm, ann, 600, { request_id })).status).toBe(200);
    expect([(await acknowledge(alarm, ann, { request_id })).status, (await snooze(alarm, bob, 600, { request_id })).status]).toEqual([
      409, 409,
    ]);
    expect((await snooze(alarm, ann, 900, { request_id })).status).toBe(409);
    expect((await snooze(alarm, ann, 600, { request_id })).status).toBe(200);
    expect((await one(fired)).state).toBe('snoozed');
  });

  test('that somebody else has taken on does not take it from them: an old page cannot snooze it', async () => {
    const { alarm } = await raised();
    await acknowledge(alarm, ann);
    const { status, body } = await snooze(alarm, bob, 600);
    expect([status, body.state, body.by?.id]).toEqual([200, 'acknowledged', ann.id]);
    expect((await snooze(alarm, ann, 600)).body).toMatchObject({ state: 'snoozed', by: { id: ann.id } });
  });

  test('before seeing that it was raised anew is refused, and it goes on ringing', async () => {
    const { alarm, fired } = await raised();
    await report(fired, 'still_true', 92);
    await report({ ...fired, rule: { ...fired.rule, severity: 'CRITICAL' } }, 'still_true', 80);
    const { status, body } = await acknowledge(alarm, ann);
    expect([status, body.error.code, body.error.fields?.[0]?.field]).toEqual([409, 'conflict', 'version']);
    expect((await one(fired)).state).toBe('raised');
    expect((await acknowledge(await one(fired), ann)).body.state).toBe('acknowledged');
  });

  test('at the same time as another is one’s: the other is told whose', async () => {
    const { alarm } = await raised();
    const both = await Promise.all([acknowledge(alarm, ann), acknowledge(alarm, bob)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ body }) => body.by?.id)).size).toBe(1);
  });

  test('is refused to observers, administrators and members, who may not or see nothing of alarms; another tenant has none', async () => {
    const { alarm, member } = await raised();
    const admin = await staff(tenant, 'tenant_admin');
    const elsewhere = await harness.createTenant();
    const other = await harness.createUser(elsewhere, { roles: ['nurse'] });
    const codes = [];
    for (const who of [observer, admin, member, other])
      codes.push((await acknowledge(alarm, who)).status, (await snooze(alarm, who, 60)).status);
    expect(codes).toEqual([403, 403, 403, 403, 403, 403, 404, 404]);
    const list = (who: { id: string }) => server.call<unknown[]>('GET', `/alerts/api/v1/alarms?user_id=${member.id}`, who);
    expect((await list(observer)).body).toHaveLength(1);
    expect([(await list(member)).status, (await list(admin)).status]).toEqual([403, 403]);
  });

  test('stands in the audit log with the member, as does who has seen it', async () => {
    const { alarm, member } = await raised();
    await acknowledge(alarm, ann);
    await server.call('GET', `/alerts/api/v1/alarms?user_id=${member.id}`, bob);
    const rows = await harness.asOwner<{ endpoint: string; actor_id: string }>(
      'select endpoint, actor_id from vigil.audit_log where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows.map(({ endpoint, actor_id }) => [endpoint, actor_id])).toEqual([
      ['alertsAlarms.acknowledge', ann.id],
      ['alertsAlarms.list', bob.id],
    ]);
  });

  test('of an alarm that is over changes nothing, and says so', async () => {
    const { alarm, fired } = await raised();
    await harness.database.tenant(tenant.id, (sql) => alarms.actionEnded(sql, tenant.id, fired.actionId, 'intervened'));
    const { status, body } = await acknowledge(alarm, ann);
    expect([status, body.state, body.by]).toEqual([200, 'resolved', null]);
  });
});
