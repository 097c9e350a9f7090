import { afterAll, describe, expect, test } from 'vitest';
import type { RuleReport } from './alarms.ts';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

const server = await startAlarms();
const { harness, alarms, staff, firing, report, reportOf, standing, pushes } = server;
const { database } = harness;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const md = await staff(tenant, 'md');
const nurse = await staff(tenant, 'nurse');
const inTenant = <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(tenant.id, work);
const eventsOf = async (id: string) =>
  (
    await harness.asOwner<{ kind: string; state: string; rang: boolean }>(
      'select kind, state, rang from vigil.alarm_events where alarm_id = $1 order by sequence',
      [id],
    )
  ).map(({ kind, state, rang }) => [kind, state, rang]);
async function raised(over: Parameters<typeof firing>[2] = {}) {
  const member = await harness.createUser(tenant);
  const fired = await firing(tenant, member, { assigneeId: nurse.id, ...over });
  await report(fired, 'persisted', 92);
  return { member, fired };
}
const one = async (of: Firing) => {
  const [alarm, ...more] = await standing(of);
  expect(more).toEqual([]);
  if (!alarm) throw new Error('No alarm stands');
  return alarm;
};

describe('what rules saw', () => {
  test('raises an alarm that stands by itself and tells whoever has the action, once however often it is reported', async () => {
    const { fired, member } = await raised();
    await report(fired, 'persisted', 92);
    const alarm = await one(fired);
    expect(alarm).toMatchObject({
      ...{ userId: member.id, ruleIds: [fired.ruleId], actionIds: [fired.actionId], title: fired.title, version: 1 },
      ...{
        state: 'raised',
        severity: 'HIGH',
        level: 0,
        isJudged: true,
        by: null,
        measured: 92,
        subject: { kind: 'metric', metric: 'spo2' },
      },
    });
    expect((alarm.dueAt ?? 0) - alarm.raisedAt).toBe(900_000);
    expect(await pushes(tenant, member)).toEqual([{ user_ids: [nurse.id], description: `High alert · ${fired.title}` }]);
    expect(await eventsOf(alarm.id)).toEqual([['persisted', 'raised', true]]);
  });

  test('is nothing that failed, when the transaction of its cause does not come through', async () => {
    const member = await harness.createUser(tenant);
    const fired = await firing(tenant, member);
    const failing = inTenant(async (sql) => {
      await alarms.report(sql, tenant.id, [reportOf(fired, 'persisted')]);
      throw new Error('not stored');
    });
    await expect(failing).rejects.toThrow('not stored');
    expect([await standing(fired), await pushes(tenant, member)]).toEqual([[], []]);
  });

  test.each<[RuleReport['event'], string, boolean]>([
    ['cleared', 'cleared', true],
    ['data_stopped', 'raised', false],
  ])('%s: the alarm is %s', async (event, state, isJudged) => {
    const { fired } = await raised();
    await report(fired, event);
    expect(await one(fired)).toMatchObject({ state, isJudged, actionIds: [fired.actionId] });
  });

  test('that an alarm is true again, whatever the engine calls it, raises the same one with the same action', async () => {
    for (const event of ['true_again', 'still_true'] as const) {
      const { fired, member } = await raised();
      const before = await one(fired);
      await report(fired, 'cleared');
      await report(fired, event, 91);
      expect(await one(fired)).toMatchObject({ id: before.id, state: 'raised', level: 0, actionIds: [fired.actionId], version: 2 });
      expect(await pushes(tenant, member)).toHaveLength(2);
    }
  });

  test('of an alarm that goes on as it was changes what was measured, and is no event of it', async () => {
    const { fired } = await raised();
    const before = await one(fired);
    await report(fired, 'still_true', 93);
    expect(await one(fired)).toEqual({ ...before, measured: 93 });
    expect(await eventsOf(before.id)).toHaveLength(1);
  });

  test('of the same vital sign is one alarm, and it is over with the last of its actions', async () => {
    const { fired, member } = await raised();
    const second = await firing(tenant, member, { id: 'spo2-very-low' });
    await report(second, 'persisted', 90);
    const alarm = await one(fired);
    expect(alarm).toMatchObject({ severity: 'CRITICAL', title: second.title, state: 'raised' });
    expect(new Set(alarm.actionIds)).toEqual(new Set([fired.actionId, second.actionId]));
    await report(fired, 'cleared');
    expect((await one(fired)).state).toBe('raised');
    await inTenant((sql) => alarms.actionEnded(sql, tenant.id, second.actionId, 'intervened'));
    // What is left had cleared.
    expect(await one(fired)).toMatchObject({ state: 'cleared', actionIds: [fired.actionId] });
    await inTenant((sql) => alarms.actionEnded(sql, tenant.id, fired.actionId, 'closed'));
    expect(await standing(fired)).toEqual([]);
  });

  test('of another vital sign is an alarm of its own', async () => {
    const { fired, member } = await raised();
    await report(await firing(tenant, member, { id: 'pulse-high' }), 'persisted', 115);
    expect(await standing(fired)).toHaveLength(2);
  });

  test('reports that come together do what they do one by one', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => harness.createUser(tenant)));
    const fired = await Promise.all(members.map((member) => firing(tenant, member, { assigneeId: nurse.id })));
    const second = await firing(tenant, members[0] as (typeof members)[0], { id: 'spo2-very-low' });
    await inTenant((sql) =>
      alarms.report(sql, tenant.id, [...fired.map((of) => reportOf(of, 'persisted', 92)), reportOf(second, 'persisted', 90)]),
    );
    const states = await Promise.all(fired.map(async (of) => (await one(of)).severity));
    expect(states).toEqual(['CRITICAL', 'HIGH', 'HIGH', 'HIGH', 'HIGH']);
    for (const member of members) expect(await pushes(tenant, member)).toHaveLength(1);
  });

  test('by two at the same time is one alarm', async () => {
    const member = await harness.createUser(tenant);
    const fired = await Promise.all(['spo2-low', 'spo2-very-low', 'spo2-low'].map((id) => firing(tenant, member, { id })));
    await Promise.all(fired.map((of) => report(of, 'persisted', 90)));
    expect((await one(fired[0] as Firing)).ruleIds).toHaveLength(3);
  });
});

describe('an action', () => {
  test('that is intervened on through the call resolves its alarm in the same transaction; later reports change nothing', async () => {
    const { fired, member } = await raised();
    const body = { request_id: fired.firingId, action_ids: [fired.actionId], type: 'CALL', outcome: 'RESOLVED' };
    const { status } = await server.call('POST', '/factuary/api/v2/clinicians/actions/intervenes', nurse, body);
    expect(status).toBe(200);
    expect(await standing(fired)).toEqual([]);
    for (const event of ['still_true', 'persisted', 'true_again', 'cleared'] as const) await report(fired, event, 85);
    expect(await standing(fired)).toEqual([]);
    expect(await pushes(tenant, member)).toHaveLength(1);
    // What the rule sees after that is a new firing, with an action of its own.
    const again = await firing(tenant, member, { ruleId: fired.ruleId, assigneeId: nurse.id });
    await report(again, 'persisted', 91);
    expect(await one(fired)).toMatchObject({ actionIds: [again.actionId], state: 'raised' });
  });

  test('of a CRITICAL alarm that expires unfinished tells the chain, and of a lesser one nobody', async () => {
    for (const [id, told] of [
      ['spo2-very-low', 2],
      ['spo2-low', 1],
    ] as const) {
      const { fired, member } = await raised({ id });
      await harness.asOwner("update vigil.actions set expires_at = now() - interval '1 s' where id = $1", [fired.actionId]);
      await server.actions.expire();
      expect(await standing(fired)).toEqual([]);
      const all = await pushes(tenant, member);
      expect(all).toHaveLength(told);
      // Without a team or anybody on call, the step after the assignee is the providers.
      if (told === 2)
        expect(all[1]).toMatchObject({ user_ids: [md.id], description: expect.stringContaining('Expired without being handled') });
    }
  });
});

describe('a member on hold', () => {
  const put = (id: string, isOnHold: boolean) =>
    harness.people.accounts.change({ tenantId: tenant.id, userId: id, actorId: md.id, sinceVersion: null, decide: () => ({ isOnHold }) });

  test('has alarms that are suspended and ring nobody; back, they are cleared until they are true again', async () => {
    const { fired, member } = await raised();
    await put(member.id, true);
    expect(await one(fired)).toMatchObject({ state: 'suspended', dueAt: null });
    await report(fired, 'still_true', 80);
    expect(await one(fired)).toMatchObject({ state: 'suspended' });
    await put(member.id, false);
    expect(await one(fired)).toMatchObject({ state: 'cleared', level: 0 });
    await report(fired, 'still_true', 88);
    expect(await one(fired)).toMatchObject({ state: 'raised' });
    expect(await pushes(tenant, member)).toHaveLength(2);
  });

  test('who is put on hold while an alarm of theirs begins has one that is suspended', async () => {
    const member = await harness.createUser(tenant);
    const fired = await firing(tenant, member, { assigneeId: nurse.id });
    const reported = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const beginning = inTenant(async (sql) => {
      await alarms.report(sql, tenant.id, [reportOf(fired, 'persisted', 92)]);
      reported.resolve();
      await goOn.promise;
    });
    await reported.promise;
    const held = put(member.id, true);
    const waits = async () =>
      (await harness.asOwner("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%vigil.users%for update%'"))
        .length > 0;
    await Promise.race([held, expect.poll(waits, { timeout: 10_000 }).toBe(true)]);
    goOn.resolve();
    await Promise.all([beginning, held]);
    expect(await one(fired)).toMatchObject({ state: 'suspended', dueAt: null });
  });

  test('begins no alarm that rings', async () => {
    const member = await harness.createUser(tenant, { isOnHold: true });
    const fired = await firing(tenant, member, { assigneeId: nurse.id });
    await report(fired, 'persisted', 88);
    expect(await one(fired)).toMatchObject({ state: 'suspended' });
    expect(await pushes(tenant, member)).toEqual([]);
  });
});

test('alarms of one tenant are nobody else’s', async () => {
  const { fired } = await raised();
  const other = await harness.createTenant();
  expect(await alarms.standing(other.id)).toEqual([]);
  expect((await alarms.standing(tenant.id)).some(({ userId }) => userId === fired.userId)).toBe(true);
});
