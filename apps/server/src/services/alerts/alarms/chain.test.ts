import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#testing/harness.ts';
import { stormMembers } from './rings.ts';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

const server = await startAlarms();
const { harness, alerts, alarms, posted, staff, firing, report, reportOf, standing, pushes, lookAfter, onCall, makeDue } = server;
afterAll(() => server.stop());

/** A tenant with one at every step of the chain: assignee, primary team, on call as nurse and as physician, provider, administrator. */
async function clinic(settings: object = {}) {
  const tenant = await harness.createTenant({ settings });
  const [assignee, primary, nurseOnCall, mdOnCall, provider, admin] = await Promise.all([
    staff(tenant, 'nurse'),
    staff(tenant, 'coach'),
    staff(tenant, 'nurse'),
    staff(tenant, 'md'),
    staff(tenant, 'clinician'),
    staff(tenant, 'tenant_admin'),
  ]);
  const member = await harness.createUser(tenant);
  return { tenant, assignee, primary, nurseOnCall, mdOnCall, provider, admin, member };
}
const told = async (of: { tenant: { id: string }; member: TestUser }) => (await pushes(of.tenant, of.member)).map((push) => push.user_ids);
const climb = async (member: TestUser, times: number) => {
  for (let time = 0; time < times; time += 1) {
    await makeDue(member);
    await alerts.goOn(member.tenantId);
  }
};
const levelOf = async (fired: Firing) => (await standing(fired))[0]?.level;

describe('the chain', () => {
  test('is climbed step by step: assignee, primary team, on call for the role, on-call md, all providers, who are asked again', async () => {
    const all = await clinic();
    const { tenant, member, assignee, primary, nurseOnCall, mdOnCall, provider } = all;
    await lookAfter(primary, member);
    await lookAfter(await staff(tenant, 'support'), member, 'SUPPORT');
    await onCall(nurseOnCall, 'nurse');
    await onCall(mdOnCall, 'md');
    const fired = await firing(tenant, member, { assigneeId: assignee.id });
    await report(fired, 'persisted', 92);
    await climb(member, 5);
    const providers = [mdOnCall.id, provider.id].sort();
    expect(await told(all)).toEqual([[assignee.id], [primary.id], [nurseOnCall.id], [mdOnCall.id], providers, providers]);
  });

  test('skips a step without anybody at once, at the first ring as at any other', async () => {
    const all = await clinic();
    const { tenant, member, mdOnCall, nurseOnCall } = all;
    await onCall(nurseOnCall, 'nurse');
    await onCall(mdOnCall, 'md');
    const fired = await firing(tenant, member);
    await report(fired, 'persisted', 92);
    expect([await told(all), await levelOf(fired)]).toEqual([[[nurseOnCall.id]], 2]);
  });

  test('leaves out who has left or is on hold', async () => {
    const all = await clinic();
    const { tenant, member, nurseOnCall, primary } = all;
    const gone = await staff(tenant, 'nurse', { isInTheTenant: false });
    await lookAfter(await staff(tenant, 'nurse', { isOnHold: true }), member);
    await lookAfter(primary, member);
    await onCall(nurseOnCall, 'nurse');
    await report(await firing(tenant, member, { assigneeId: gone.id }), 'persisted', 92);
    expect(await told(all)).toEqual([[primary.id]]);
  });

  test('leaves out whom the rota names and who holds the role no longer', async () => {
    const all = await clinic();
    const { tenant, member, nurseOnCall, mdOnCall } = all;
    await onCall(nurseOnCall, 'nurse');
    await onCall(mdOnCall, 'md');
    await harness.asOwner("update vigil.users set roles = '{coach}' where id = $1", [nurseOnCall.id]);
    await report(await firing(tenant, member), 'persisted', 92);
    expect(await told(all)).toEqual([[mdOnCall.id]]);
  });

  test('asks the care team where the tenant has no provider', async () => {
    const tenant = await harness.createTenant();
    const coach = await staff(tenant, 'coach');
    const member = await harness.createUser(tenant);
    await report(await firing(tenant, member), 'persisted', 92);
    expect(await told({ tenant, member })).toEqual([[coach.id]]);
  });

  test('where staff see only whom they look after, asks none of the others', async () => {
    const all = await clinic({ access: { patients: 'assigned' } });
    const { tenant, member, assignee, primary, nurseOnCall, mdOnCall } = all;
    await lookAfter(primary, member);
    await onCall(nurseOnCall, 'nurse');
    await onCall(mdOnCall, 'md');
    const fired = await firing(tenant, member, { assigneeId: assignee.id });
    await report(fired, 'persisted', 92);
    await climb(member, 1);
    expect(await told(all)).toEqual([[primary.id], [primary.id]]);
  });

  test('where nobody looks after the member, tells the administrators that nobody does, without what it is about', async () => {
    const { tenant, member, admin } = await clinic({ access: { patients: 'assigned' } });
    const fired = await firing(tenant, member);
    await report(fired, 'persisted', 92);
    expect(await pushes(tenant, member)).toEqual([
      { user_ids: [admin.id], description: 'Nobody is assigned to a member with a high alert. Assign someone.' },
    ]);
    await alerts.goOn(tenant.id);
    expect(posted.filter(({ to }) => to === admin.email).map(({ text }) => text)).toEqual([
      'High alert for a member nobody is assigned to. Assign someone.\n\nhttps://care.example/dashboard/today\n',
    ]);
  });
});

test('an alarm in a tenant that has nobody to be told stands all the same, and climbs', async () => {
  const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
  const member = await harness.createUser(tenant);
  const fired = await firing(tenant, member);
  await report(fired, 'persisted', 92);
  expect((await standing(fired))[0]).toMatchObject({ state: 'raised', level: 4 });
  await climb(member, 1);
  expect(await told({ tenant, member })).toEqual([]);
  const admin = await staff(tenant, 'tenant_admin');
  await climb(member, 1);
  expect(await told({ tenant, member })).toEqual([[admin.id]]);
});

describe('e-mail and SMS', () => {
  test('follow from the second step on, with severity and a link and nothing of the member', async () => {
    const { tenant, member, assignee, primary } = await clinic();
    await harness.asOwner("update vigil.users set phone_number = '+15005550006' where id = $1", [primary.id]);
    await lookAfter(primary, member);
    const fired = await firing(tenant, member, { assigneeId: assignee.id });
    await report(fired, 'persisted', 92);
    await alerts.goOn(tenant.id);
    const ours = () => posted.filter(({ tenantId }) => tenantId === tenant.id);
    expect(ours()).toEqual([]);
    await climb(member, 1);
    await alerts.goOn(tenant.id);
    expect(ours()).toEqual([
      {
        ...{ tenantId: tenant.id, channel: 'EMAIL', to: primary.email, subject: 'Vigil: High alert' },
        text: 'High alert: not acknowledged.\n\nhttps://care.example/dashboard/today\n',
      },
      {
        ...{ tenantId: tenant.id, channel: 'SMS', to: '+15005550006', subject: '' },
        text: 'Vigil: High alert: not acknowledged. https://care.example/dashboard/today',
      },
    ]);
  });

  test('are there exactly when the ring is', async () => {
    const { tenant, member, mdOnCall } = await clinic();
    await onCall(mdOnCall, 'md');
    const fired = await firing(tenant, member);
    const failing = harness.database.tenant(tenant.id, async (sql) => {
      await alarms.report(sql, tenant.id, [reportOf(fired, 'persisted')]);
      throw new Error('not stored');
    });
    await expect(failing).rejects.toThrow('not stored');
    const waiting = () => harness.asOwner('select 1 from vigil.alarm_messages where tenant_id = $1', [tenant.id]);
    expect(await waiting()).toEqual([]);
    await report(fired, 'persisted');
    expect(await waiting()).toHaveLength(1);
  });
});

describe('a storm', () => {
  async function manyOf(count: number, over: object = {}) {
    const all = await clinic();
    const ruleId = randomUUID();
    const members = await Promise.all(Array.from({ length: count }, () => harness.createUser(all.tenant)));
    const fired = await Promise.all(members.map((one) => firing(all.tenant, one, { ruleId, assigneeId: all.assignee.id, ...over })));
    return { ...all, ruleId, members, fired };
  }

  test('of twenty members on one rule, reported together, rings once; each alarm stands by itself', async () => {
    const { tenant, members, fired, assignee } = await manyOf(stormMembers);
    await harness.database.tenant(tenant.id, (sql) =>
      alarms.report(
        sql,
        tenant.id,
        fired.map((of) => reportOf(of, 'persisted', 92)),
      ),
    );
    expect(await pushes(tenant, null)).toEqual([
      { user_ids: [assignee.id], description: `20 members, rule “${fired[0]?.title}”: high alerts within 10 minutes` },
    ]);
    for (const member of members) expect(await pushes(tenant, member)).toEqual([]);
    const alone = await alarms.standing(tenant.id);
    expect(alone.map(({ state }) => state)).toEqual(members.map(() => 'raised'));
  });

  test('that comes member by member rings as one from the twentieth on, once for everybody who is asked', async () => {
    const { tenant, members, fired, assignee, mdOnCall } = await manyOf(stormMembers + 3);
    for (const of of fired) await report(of, 'persisted', 92);
    const alone = await Promise.all(members.map(async (member) => (await pushes(tenant, member)).length));
    expect(alone).toEqual(members.map((_, index) => (index < stormMembers - 1 ? 1 : 0)));
    expect(await pushes(tenant, null)).toHaveLength(1);
    // Nobody answers any of them: whoever is next is told once as well.
    await onCall(mdOnCall, 'md');
    for (const member of members) await makeDue(member);
    await alerts.goOn(tenant.id);
    expect((await pushes(tenant, null)).map((push) => push.user_ids)).toEqual([[assignee.id], [mdOnCall.id]]);
  });

  test('begins with the twentieth also where alarms ring at the same moment in several processes', async () => {
    const { tenant, members, fired } = await manyOf(stormMembers + 8);
    // Below half of them nobody waits for anybody; from then on at most as many ring at the same time as there are connections.
    for (const of of fired.slice(0, 10)) await report(of, 'persisted', 92);
    await Promise.all(fired.slice(10).map((of) => report(of, 'persisted', 92)));
    const alone = await Promise.all(members.map(async (member) => (await pushes(tenant, member)).length));
    expect(alone.filter((count) => count === 1)).toHaveLength(stormMembers - 1);
    expect(await pushes(tenant, null)).toHaveLength(1);
  });

  test('that becomes more severe is told again, once', async () => {
    const { tenant, fired, assignee } = await manyOf(stormMembers + 3);
    const [worst, ...others] = fired;
    const [worse, ...first] = others;
    const critical = (of: Firing | undefined) => (of ? [{ ...of, rule: { ...of.rule, severity: 'CRITICAL' as const } }] : []);
    const together = (some: readonly Firing[]) =>
      harness.database.tenant(tenant.id, (sql) =>
        alarms.report(
          sql,
          tenant.id,
          some.map((of) => reportOf(of, 'persisted', 92)),
        ),
      );
    await together(first);
    await together(critical(worst));
    await together(critical(worse));
    expect(await pushes(tenant, null)).toEqual(
      ['21 members, rule “A rule”: high', '22 members, rule “A rule”: critical'].map((words) => ({
        user_ids: [assignee.id],
        description: `${words.replace('A rule', fired[0]?.title ?? '')} alerts within 10 minutes`,
      })),
    );
  });

  test('is over when ten minutes pass without so many', async () => {
    const { tenant, fired, assignee } = await manyOf(stormMembers);
    await harness.database.tenant(tenant.id, (sql) =>
      alarms.report(
        sql,
        tenant.id,
        fired.map((of) => reportOf(of, 'persisted', 92)),
      ),
    );
    await harness.asOwner("update vigil.alarm_events set at = at - interval '11 minutes' where tenant_id = $1", [tenant.id]);
    const next = await harness.createUser(tenant);
    const { ruleId } = fired[0] as Firing;
    await report(await firing(tenant, next, { ruleId, assigneeId: assignee.id }), 'persisted', 92);
    expect(await pushes(tenant, next)).toHaveLength(1);
  });

  test('is of one rule: many members on many rules ring one by one', async () => {
    const all = await clinic();
    const fired = await Promise.all(
      Array.from({ length: stormMembers }, async () =>
        firing(all.tenant, await harness.createUser(all.tenant), { assigneeId: all.assignee.id }),
      ),
    );
    await harness.database.tenant(all.tenant.id, (sql) =>
      alarms.report(
        sql,
        all.tenant.id,
        fired.map((of) => reportOf(of, 'persisted', 92)),
      ),
    );
    expect(await pushes(all.tenant, null)).toEqual([]);
  });
});
