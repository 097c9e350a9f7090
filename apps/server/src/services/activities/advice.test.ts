import { randomUUID } from 'node:crypto';
import type { NewActivity } from '@vigil/contract/activities.forms';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCare } from './testing/care-server.ts';

const { harness, server, call, pathOf, post } = await startCare();
// Rules are judged by the database's clock.
harness.clock.set(Date.now());

const pressure = (systolic: number, diastolic: number): NewActivity => ({
  activityType: 'LOGGING_BLOOD_PRESSURE',
  activityDetails: { systolic, diastolic },
});
/** Measured so many minutes ago, by the clock of UTC. */
const at = (minutes: number) =>
  minutes === 0 ? {} : { when: { time: new Date(Date.now() - minutes * 60_000).toISOString().slice(11, 16) } };
const glucose = (value: number, minutes = 0): NewActivity => ({
  activityType: 'LOGGING_GLUCOSE',
  activityDetails: { glucose: value },
  ...at(minutes),
});
const weight = (value: number, minutes = 0): NewActivity => ({
  activityType: 'LOGGING_WEIGHT',
  activityDetails: { weight: value },
  ...at(minutes),
});
/** The day of some minutes ago, also just after midnight. */
const minutesAgo = (minutes: number) => {
  const [year, ...rest] = new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 10).split('-');
  return `?from=${rest.join('-')}-${year}&tz=UTC`;
};

async function tenantWith(...ids: readonly string[]) {
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const rules = new Map<string, string>();
  for (const { id, title, rule } of defaultRules.filter((one) => ids.includes(one.id)))
    rules.set(id, await liveRule(tenant.id, md.id, title, rule));
  return { tenant, md, rules };
}
async function liveRule(tenantId: string, by: string, title: string, definition: AlertRule): Promise<string> {
  const id = randomUUID();
  await server.modules.alertRules.create(tenantId, by, { id, title, definition });
  await server.modules.alertRules.publish(tenantId, id, 1, 'live');
  return id;
}

const check = async (member: { id: string }, values: object, by = member) =>
  (await call('POST', `${pathOf(member)}/check`, by, values)).body.concerns.map(({ advice }: { advice: string }) => advice);
const adviceOf = async (member: { id: string }, id: string, by = member) =>
  (await call('GET', `${pathOf(member)}/activities/${id}/advice`, by)).body;

let clinic: Awaited<ReturnType<typeof tenantWith>>;
beforeAll(async () => {
  clinic = await tenantWith('systolic-crisis', 'systolic-high', 'systolic-very-low', 'glucose-very-low');
});

describe('before it is logged', () => {
  test('values beyond a published level or a limit of the member’s own are named, with the advice that fits', async () => {
    const member = await harness.createUser(clinic.tenant);
    expect(await check(member, { systolic: 215, diastolic: 125 })).toEqual(['pressure_very_high']);
    expect(await check(member, { systolic: 165, diastolic: 80 })).toEqual(['pressure_high']);
    expect(await check(member, { systolic: 88, diastolic: 60 })).toEqual(['pressure_low']);
    expect(await check(member, { glucose: 45 })).toEqual(['glucose_very_low']);
    expect(await check(member, { systolic: 130, diastolic: 80 })).toEqual([]);
    expect(await check(member, { weight: 80 })).toEqual([]);
  });

  test('the limit that a clinician has set for one member holds for that member', async () => {
    const [member, other] = [await harness.createUser(clinic.tenant), await harness.createUser(clinic.tenant)];
    const url = `/alerts/api/v1/users/${member.id}/rules/${clinic.rules.get('systolic-high')}`;
    expect((await call('PUT', url, clinic.md, { revision: 0, settings: { level: 140, clearing: 135 }, off: null })).status).toBe(200);
    expect(await check(member, { systolic: 142, diastolic: 80 })).toEqual(['pressure_high']);
    expect(await check(other, { systolic: 142, diastolic: 80 })).toEqual([]);
  });

  test('it is nobody else’s to ask, and what cannot be is refused', async () => {
    const [member, other] = [await harness.createUser(clinic.tenant), await harness.createUser(clinic.tenant)];
    expect((await call('POST', `${pathOf(member)}/check`, other, { systolic: 215 })).status).toBeGreaterThanOrEqual(403);
    expect((await call('POST', `${pathOf(member)}/check`, member, { systolic: 1_000 })).status).toBe(400);
    expect(await check(member, { glucose: 45 }, clinic.md)).toEqual(['glucose_very_low']);
  });
});

describe('once it is logged', () => {
  test('the answer says at once what it calls for, and then who was notified: nobody before the rules have looked', async () => {
    const member = await harness.createUser(clinic.tenant);
    const { body } = await post(member, pressure(215, 125));
    expect(body.concerns.map(({ advice }: { advice: string }) => advice)).toEqual(['pressure_very_high']);
    await server.modules.alertsSettled();
    const advice = await adviceOf(member, body.id);
    expect(advice.notified).toEqual({ state: 'notified', at: expect.any(Number) });
  });

  test('a glucose of 45 mmol/L alerts the care team at once, and tells the member to get help now', async () => {
    const { tenant } = await tenantWith('glucose-very-high', 'glucose-extremely-high');
    const member = await harness.createUser(tenant);
    const { body } = await post(member, glucose(810.819));
    await server.modules.alertsSettled();
    expect(await adviceOf(member, body.id)).toEqual({
      concerns: [{ metric: 'glucose', side: 'high', advice: 'glucose_very_high' }],
      notified: { state: 'notified', at: expect.any(Number) },
    });
  });

  test.each([
    { first: 45, next: 450, of: 'glucose_very_low', and: 'glucose_very_high' },
    { first: 450, next: 45, of: 'glucose_very_high', and: 'glucose_very_low' },
  ])('a glucose of $first and then $next: each is told what it calls for itself, never the opposite', async ({ first, next, of, and }) => {
    const { tenant } = await tenantWith('glucose-very-low', 'glucose-very-high', 'glucose-extremely-high');
    const member = await harness.createUser(tenant);
    const one = await post(member, glucose(first, 2), minutesAgo(2));
    await server.modules.alertsSettled();
    const other = await post(member, glucose(next));
    await server.modules.alertsSettled();
    const told = async (id: string) => {
      const { concerns, notified } = await adviceOf(member, id);
      return [concerns.map(({ advice }: { advice: string }) => advice), notified.state];
    };
    expect(await told(one.body.id)).toEqual([[of], 'notified']);
    // One alert of both: the second one was added to it, or, where the first was over by then (another five minutes), raised it again.
    expect(await told(other.body.id)).toEqual([[and], expect.stringMatching(/^(known|notified)$/)]);
  });

  test('an alert about one value says nothing of a usual one beside it', async () => {
    const { tenant } = await tenantWith('glucose-very-low');
    const member = await harness.createUser(tenant);
    await post(member, glucose(45, 2), minutesAgo(2));
    await server.modules.alertsSettled();
    const { body } = await post(member, glucose(120));
    await server.modules.alertsSettled();
    expect(await adviceOf(member, body.id)).toEqual({ concerns: [], notified: { state: 'nobody', at: null } });
  });

  test('an alert about high values has notified nobody of a low one', async () => {
    const { tenant } = await tenantWith('glucose-extremely-high');
    const member = await harness.createUser(tenant);
    await post(member, glucose(450, 2), minutesAgo(2));
    await server.modules.alertsSettled();
    const { body } = await post(member, glucose(45));
    await server.modules.alertsSettled();
    expect(await adviceOf(member, body.id)).toEqual({
      concerns: [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }],
      notified: { state: 'nobody', at: null },
    });
  });

  test('an alert about the lower pressure says nothing of an upper one that no rule watches', async () => {
    const { tenant, md } = await tenantWith('diastolic-crisis');
    const member = await harness.createUser(tenant);
    await post(member, { ...pressure(150, 125), ...at(2) }, minutesAgo(2));
    await server.modules.alertsSettled();
    const [alarm] = await server.modules.alarms.standing(tenant.id, [member.id]);
    const acknowledged = { version: alarm?.version, request_id: randomUUID() };
    expect((await call('POST', `/alerts/api/v1/alarms/${alarm?.id}/acknowledge`, md, acknowledged)).status).toBe(200);
    const { body } = await post(member, pressure(200, 80));
    await server.modules.alertsSettled();
    expect(await adviceOf(member, body.id)).toEqual({
      concerns: [{ metric: 'systolic', side: 'high', advice: 'pressure_very_high' }],
      notified: { state: 'nobody', at: null },
    });
  });

  test('a weight far above the last week is told so, and a usual one beside it is not', async () => {
    const { tenant } = await tenantWith('weight-gain');
    const member = await harness.createUser(tenant);
    for (const days of [3, 4, 5, 6]) await post(member, weight(80), minutesAgo(days * 1_440));
    const { body } = await post(member, weight(83, 2), minutesAgo(2));
    await server.modules.alertsSettled();
    const usual = await post(member, weight(80.5));
    await server.modules.alertsSettled();
    const told = async (id: string) => (await adviceOf(member, id)).concerns.map(({ advice }: { advice: string }) => advice);
    expect([await told(body.id), await told(usual.body.id)]).toEqual([['weight_changed'], []]);
  });

  test('a weight beyond a limit of its own is not said to have changed quickly', async () => {
    const { tenant, md } = await tenantWith();
    const gain = defaultRules.find(({ id }) => id === 'weight-gain')?.rule as AlertRule;
    await liveRule(tenant.id, md.id, 'Weight high', { ...gain, against: 'value', baseline: null, level: 100, clearing: 98 });
    const member = await harness.createUser(tenant);
    expect(await check(member, { weight: 101 })).toEqual(['weight_beyond_limit']);
    const { body } = await post(member, weight(101));
    await server.modules.alertsSettled();
    expect((await adviceOf(member, body.id)).concerns).toEqual([{ metric: 'weight', side: 'high', advice: 'weight_beyond_limit' }]);
  });

  test('a value that no meter gives is refused with the range and its unit', async () => {
    const member = await harness.createUser(clinic.tenant);
    const { status, body } = await post(member, glucose(5.4));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('from 10 to 1000 mg/dL');
  });

  test('a second value on the same alert says that the care team knows; once acknowledged, that somebody has it', async () => {
    const member = await harness.createUser(clinic.tenant);
    await post(member, pressure(215, 125));
    await server.modules.alertsSettled();
    const { body } = await post(member, pressure(217, 125));
    await server.modules.alertsSettled();
    expect((await adviceOf(member, body.id)).notified.state).toBe('known');
    const [alarm] = await server.modules.alarms.standing(clinic.tenant.id, [member.id]);
    const acknowledged = { version: alarm?.version, request_id: randomUUID() };
    expect((await call('POST', `/alerts/api/v1/alarms/${alarm?.id}/acknowledge`, clinic.md, acknowledged)).status).toBe(200);
    expect((await adviceOf(member, body.id)).notified.state).toBe('acknowledged');
  });

  test('where the clinic has no rule about it, nobody was notified, and the advice is the same', async () => {
    const bare = await harness.createTenant();
    const member = await harness.createUser(bare);
    const { body } = await post(member, glucose(45));
    expect(await adviceOf(member, body.id)).toEqual({
      concerns: [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }],
      notified: { state: 'nobody', at: null },
    });
  });

  test('where only an administrator could be told, nobody who could act was notified', async () => {
    const { tenant, md } = await tenantWith('glucose-very-low');
    const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
    const member = await harness.createUser(tenant);
    await harness.database.tenant(tenant.id, (sql) =>
      sql.query('update vigil.users set deactivated_at = now() where tenant_id = $1 and id = $2', [tenant.id, md.id]),
    );
    const { body } = await post(member, glucose(45));
    await server.modules.alertsSettled();
    expect((await adviceOf(member, body.id)).notified.state).toBe('nobody');
    expect((await server.modules.alarms.standing(tenant.id, [member.id])).map(({ state }) => state)).toEqual(['raised']);
    expect(admin.id).toBeTruthy();
  });

  test('what was taken back, or is somebody else’s, is not there', async () => {
    const [member, other] = [await harness.createUser(clinic.tenant), await harness.createUser(clinic.tenant)];
    const { body } = await post(member, glucose(120));
    expect((await call('GET', `${pathOf(other)}/activities/${body.id}/advice`, other)).status).toBe(404);
    await call('POST', `${pathOf(member)}/activities/${body.id}/taken-back`, member, {});
    expect((await call('GET', `${pathOf(member)}/activities/${body.id}/advice`, member)).status).toBe(404);
  });
});
