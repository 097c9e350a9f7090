import { afterAll, describe, expect, test } from 'vitest';
import { silentTimers, startAlarms } from './testing/alarms-server.ts';
import { createTimers } from './timers.job.ts';

const server = await startAlarms();
const { harness, alerts, alarms, staff, firing, report, standing, pushes, makeDue } = server;
afterAll(() => server.stop());

/** Alarms that wait for their time, of as many members: what a tenant with 100,000 members has at the worst. */
async function manyWaiting(tenant: { id: string }, count: number): Promise<void> {
  await harness.asOwner(
    `with made as (
       insert into vigil.users (tenant_id, roles, given_name, family_name, data_origin, is_in_the_tenant)
       select $1, '{patient}', 'Test', 'Member', 'synthetic', true from generate_series(1, $2) returning id
     ), rung as (
       insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, due_at, raised_at, changed_at, version)
       select $1, gen_random_uuid(), id, 'sign:spo2', 'raised', 'HIGH', 0, true, now() + interval '1 hour' + random() * interval '1 day', now(), now(), 1
       from made returning id
     )
     insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role, judged_at, holds, ended)
     select $1, id, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'SpO2 low', 'HIGH', '{"kind":"metric","metric":"spo2"}', 'at_most', 'nurse', now(), true, false
     from rung`,
    [tenant.id, count],
  );
  await harness.asOwner('analyze vigil.alarms; analyze vigil.alarm_parts');
}

describe('alarms that are due', () => {
  test('go on once and one step, however many processes look', async () => {
    const tenant = await harness.createTenant();
    const nurse = await staff(tenant, 'nurse');
    await staff(tenant, 'md');
    const members = await Promise.all(Array.from({ length: 30 }, () => harness.createUser(tenant)));
    const fired = await Promise.all(members.map((member) => firing(tenant, member, { assigneeId: nurse.id })));
    for (const of of fired) await report(of, 'persisted', 92);
    for (const member of members) await makeDue(member, 86_400);
    await Promise.all(Array.from({ length: 5 }, () => alerts.goOn(tenant.id)));
    for (const [index, of] of fired.entries()) {
      expect((await standing(of))[0]).toMatchObject({ state: 'raised', level: 4 });
      expect(await pushes(tenant, members[index] ?? null)).toHaveLength(2);
    }
  });

  test('are found by their time, and not by looking through those that wait', { timeout: 120_000 }, async () => {
    const tenant = await harness.createTenant();
    const nurse = await staff(tenant, 'nurse');
    await manyWaiting(tenant, 5_000);
    const plan = async (text: string, values: readonly unknown[]) =>
      JSON.stringify(await harness.asOwner(`explain (analyze, format json) ${text}`, values));
    const member = await harness.createUser(tenant);
    const fired = await firing(tenant, member, { assigneeId: nurse.id });
    await report(fired, 'persisted', 92);
    await makeDue(member);
    const read = await plan(
      'select id from vigil.alarms where tenant_id = $1 and due_at <= now() order by due_at limit 250 for update skip locked',
      [tenant.id],
    );
    expect(read).toContain('alarms_due');
    expect(read).not.toContain('Seq Scan');
    await alerts.goOn(tenant.id);
    expect((await standing(fired))[0]?.state).toBe('raised');
    expect(await pushes(tenant, member)).toHaveLength(2);
  });

  test('of other tenants go on where those of one fail', async () => {
    const gone: string[] = [];
    const logged: unknown[] = [];
    const timers = createTimers({
      ...silentTimers,
      tenantsWithDue: async () => ['one', 'two'],
      goOn: async (tenantId) => {
        if (tenantId === 'one') throw new Error('cannot');
        gone.push(tenantId);
        return 1;
      },
      log: { warn: (what: unknown) => void logged.push(what) },
      everySeconds: 0.02,
    });
    await expect.poll(() => [gone.includes('two'), logged.length > 0]).toEqual([true, true]);
    await timers.stop();
    const [count, now] = [gone.length, await alarms.goOn((await harness.createTenant()).id, 10)];
    expect([gone.length, now]).toEqual([count, 0]);
  });
});
