import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import type { getBurden } from '@vigil/contract/alerts-burden.contract';
import { VigilError } from '@vigil/contract/errors';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { InterventionOutcome } from '@vigil/contract/factuary-actions.values';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { Role } from '@vigil/domain/roles';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { alertsOver } from '../testing/alerts-over.ts';
import { createAlarmBurden } from './index.ts';

const harness = await useHarness();
const { database } = harness;
// Actions go by the database's clock.
harness.clock.set(Date.now());
const actions = createActions({ ...harness, maySee: async () => true });
const alerts = alertsOver(harness, { actions });
const cohortMembers = new Map<string, string[]>();
const membersFor = async (_tenantId: string, cohortId: string) => {
  const found = cohortMembers.get(cohortId);
  if (!found) throw new VigilError('not_found', 'There is no such cohort.');
  return found;
};
const burden = createAlarmBurden({ ...harness, actions, cohorts: { membersFor }, answered: alerts.answered });
const server = await startHttp(harness, {
  routes: burden.routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock: harness.clock, key: 'seal of the burden' }),
});
afterAll(async () => {
  await server.stop();
  await Promise.all([actions.stop?.(), alerts.stop?.()]);
});

type Burden = ResponseOf<typeof getBurden>;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const begin = Date.now() - 10 * dayMs;
const spo2 = { id: randomUUID(), version: 1, name: 'SpO2 low' };
const pulse = { id: randomUUID(), version: 3, name: 'Pulse high' };

async function clinic() {
  const tenant = await harness.createTenant();
  const staff = (role: Role) => harness.createUser(tenant, { roles: [role], givenName: role, familyName: 'Staff' });
  const [nurse, md, admin, observer] = [await staff('nurse'), await staff('md'), await staff('tenant_admin'), await staff('observer')];
  /** Members since 28 days ago, so that the last 28 days hold four weeks of each. */
  const member = async () => {
    const made = await harness.createUser(tenant, { onboardedAt: new Date(Date.now() - 60 * dayMs) });
    await harness.asOwner("update vigil.users set created_at = now() - interval '60 days' where id = $1", [made.id]);
    return made;
  };
  return { tenant, nurse, md, admin, observer, member };
}

/** An alert of a rule that opened an action at a moment. */
function opened(tenant: TestTenant, member: TestUser, { rule = spo2, atMs = begin } = {}) {
  const alert: Alert = {
    ...{ severity: 'HIGH', triggered_at: atMs / 1000, triggered_values: [], timeframe: '24h', baseline: '7d', evidence: [], rule },
  };
  return database.tenant(tenant.id, async (sql) => {
    const opening = { userId: member.id, category: 'BIOMETRICS' as const, title: rule.name, priority: 'LOW' as const, alert, atMs };
    return (await actions.open(sql, tenant.id, opening)).actionId;
  });
}
const intervene = (tenant: TestTenant, by: TestUser, id: string, outcome: InterventionOutcome, atMs: number) =>
  actions.intervene({ tenantId: tenant.id, id: by.id, roles: ['nurse'], atMs }, id, { request_id: randomUUID(), type: 'CALL', outcome });
async function get(as: TestUser, query = '') {
  const answer = await server.http.inject({
    url: `/alerts/api/v1/burden${query}`,
    headers: { authorization: `Bearer ${as.id}`, 'x-tenant-id': as.tenantId },
  });
  return { status: answer.statusCode, body: answer.json() as Burden };
}

describe('the burden of alerts', () => {
  test('is what the rules opened, what became of it, how soon and by whom; what nobody judged stands apart', async () => {
    const { tenant, nurse, md, observer, member } = await clinic();
    const [one, two] = [await member(), await member()];
    const ids = await Promise.all([opened(tenant, one), opened(tenant, one), opened(tenant, two, { rule: pulse }), opened(tenant, one)]);
    await intervene(tenant, nurse, ids[0] ?? '', 'RESOLVED', begin + hourMs);
    await intervene(tenant, nurse, ids[1] ?? '', 'ARTEFACT', begin + 3 * hourMs);
    await intervene(tenant, md, ids[2] ?? '', 'REFERRED', begin + 2 * hourMs);
    const { body } = await get(observer);
    expect([body.members, body.memberWeeks, body.complete]).toEqual([2, expect.closeTo(8, 5), true]);
    expect(body.total).toEqual({
      ...{ alerts: 4, repeats: 0, members: 2, alertsPerMemberWeek: expect.closeTo(0.5, 5), byHandPerMemberWeek: expect.closeTo(3 / 8, 5) },
      acknowledged: { alerts: 0, medianSeconds: null, p90Seconds: null },
      intervened: { alerts: 3, medianSeconds: 7_200, p90Seconds: 10_800 },
      ...{ clinical: 2, noise: 1, precision: expect.closeTo(2 / 3, 5), notJudged: { expired: 0, closed: 0, unanswered: 1 } },
    });
    expect(body.rules.map(({ ruleId, title, figures }) => [ruleId, title, figures.alerts, figures.precision])).toEqual([
      [spo2.id, 'SpO2 low', 3, 0.5],
      [pulse.id, 'Pulse high', 1, 1],
    ]);
    expect(
      body.clinicians.map(({ clinicianId, firstName, hours, alertsPerHour }) => [clinicianId, firstName, hours, alertsPerHour]),
    ).toEqual([
      [nurse.id, 'nurse', 2, 1],
      [md.id, 'md', 1, 1],
    ]);
    expect([body.clinicianHours, body.alertsPerClinicianHour]).toEqual([3, 4 / 3]);
    expect(body.noisiestMembers?.map(({ userId, alerts: count }) => [userId, count])).toEqual([
      [one.id, 3],
      [two.id, 1],
    ]);
    expect(body.yardstick).toMatchObject({ alertsPerMemberWeek: 3.4, byHandPerMemberWeek: 0.7 });
  });

  test('does not count what was undone, neither for precision nor for hours', async () => {
    const { tenant, nurse, observer, member } = await clinic();
    // Undo goes by the clock of the database, which is ahead of this file's.
    const figures = () => get(observer, `?from=${(Date.now() - dayMs) / 1000}&to=${(Date.now() + hourMs) / 1000}`);
    const [who, request] = [await member(), randomUUID()];
    const actionId = await opened(tenant, who, { atMs: Date.now() - hourMs });
    const by = { tenantId: tenant.id, id: nurse.id, roles: ['nurse'] } as const;
    await actions.intervene(by, actionId, { request_id: request, type: 'CALL', outcome: 'ARTEFACT', minutes: 20 });
    expect((await figures()).body).toMatchObject({ total: { noise: 1, precision: 0, intervened: { alerts: 1 } }, clinicianHours: 1 });
    await actions.undo(by, actionId, request);
    const { body } = await figures();
    expect(body).toMatchObject({ total: { alerts: 1, noise: 0, precision: null, intervened: { alerts: 0 } }, clinicianHours: 0 });
    expect(body.total?.notJudged).toEqual({ expired: 0, closed: 0, unanswered: 1 });
    expect(body.clinicians).toEqual([]);
    await actions.intervene(by, actionId, { request_id: randomUUID(), type: 'CALL', outcome: 'RESOLVED' });
    expect((await figures()).body).toMatchObject({ total: { clinical: 1, noise: 0, precision: 1 }, clinicianHours: 1 });
  });

  test('tells who acknowledged first and how often a rule was true again, from the events of alarms', async () => {
    const { tenant, nurse, observer, member } = await clinic();
    const who = await member();
    const { rule, title } = defaultRules.find(({ id }) => id === 'spo2-low') ?? (defaultRules[0] as (typeof defaultRules)[0]);
    const actionId = await opened(tenant, who, { atMs: Date.now() - 60_000 });
    const report = (event: 'persisted' | 'cleared' | 'true_again') =>
      database.tenant(tenant.id, (sql) =>
        alerts.alarms.report(sql, tenant.id, [
          {
            ...{ userId: who.id, ruleId: spo2.id, version: 1, firingId: randomUUID(), actionId, rule, title },
            ...{ measured: 88, atSeconds: Date.now() / 1000, event },
          },
        ]),
      );
    await report('persisted');
    for (let again = 0; again < 2; again++) {
      await report('cleared');
      await report('true_again');
    }
    await harness.asOwner(
      `insert into vigil.alarm_events (tenant_id, alarm_id, kind, state, severity, level, is_judged, by_id, rang)
       select tenant_id, id, 'acknowledged', 'acknowledged', severity, level, true, $2, false from vigil.alarms where user_id = $1`,
      [who.id, nurse.id],
    );
    const { body } = await get(observer);
    expect([body.total?.alerts, body.total?.repeats, body.total?.acknowledged.alerts]).toEqual([1, 2, 1]);
    expect(body.total?.acknowledged.medianSeconds).toBeGreaterThanOrEqual(60);
    expect(body.total?.acknowledged.medianSeconds).toBeLessThan(600);
    expect(body.clinicians.map(({ clinicianId }) => clinicianId)).toEqual([nurse.id]);
  });

  test('an acknowledgement stays with the action for which it was given, when its rule fires again in the same alarm', async () => {
    const { tenant, nurse, observer, member } = await clinic();
    const who = await member();
    const { rule, title } = defaultRules.find(({ id }) => id === 'spo2-low') ?? (defaultRules[0] as (typeof defaultRules)[0]);
    const other = { id: randomUUID(), version: 1, name: 'SpO2 low at night' };
    const fires = async (of: typeof spo2, minutesAgo: number) => {
      const actionId = await opened(tenant, who, { rule: of, atMs: Date.now() - minutesAgo * 60_000 });
      const report = { userId: who.id, ruleId: of.id, version: 1, firingId: randomUUID(), actionId, rule, title };
      await database.tenant(tenant.id, (sql) =>
        alerts.alarms.report(sql, tenant.id, [{ ...report, measured: 88, atSeconds: Date.now() / 1000, event: 'persisted' }]),
      );
      return actionId;
    };
    const first = await fires(spo2, 30);
    await fires(other, 20);
    await harness.asOwner(
      `insert into vigil.alarm_events (tenant_id, alarm_id, at, kind, state, severity, level, is_judged, by_id, rang)
       select tenant_id, id, now() - interval '10 minutes', 'acknowledged', 'acknowledged', severity, level, true, $2, false
       from vigil.alarms where user_id = $1`,
      [who.id, nurse.id],
    );
    await intervene(tenant, nurse, first, 'RESOLVED', Date.now() - 300_000);
    await fires(spo2, 1);
    const { body } = await get(observer);
    expect([body.total?.alerts, body.total?.acknowledged.alerts]).toEqual([3, 2]);
    const alarms = await harness.asOwner('select id from vigil.alarms where user_id = $1', [who.id]);
    expect(alarms).toHaveLength(1);
  });

  test('counts no weeks of a member before the first sign of life, however old the account is', async () => {
    const { tenant, observer } = await clinic();
    const [began, synced] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    await harness.createUser(tenant);
    const ago = (days: number) => `now() - interval '${days} days'`;
    await harness.asOwner(`update vigil.users set created_at = ${ago(60)} where tenant_id = $1`, [tenant.id]);
    await harness.asOwner(`update vigil.users set onboarded_at = ${ago(7)} where id = $1`, [began.id]);
    await harness.asOwner(`update vigil.users set onboarded_at = ${ago(1)}, first_band_sync_at = ${ago(14)} where id = $1`, [synced.id]);
    const { body } = await get(observer);
    expect([body.members, body.memberWeeks]).toEqual([2, expect.closeTo(1 + 2, 4)]);
  });

  test('counts whoever is on hold or has left as long as they were watched, and no time that is still to come', async () => {
    const { tenant, observer, member } = await clinic();
    const [held, left, removed] = [await member(), await member(), await member()];
    await member();
    const since = "last_status_at = now() - interval '14 days'";
    await harness.asOwner(`update vigil.users set is_on_hold = true, ${since} where id = $1`, [held.id]);
    await harness.asOwner(`update vigil.users set is_in_the_tenant = false, ${since} where id = $1`, [left.id]);
    await harness.asOwner("update vigil.users set removed_at = now(), last_status_at = now() - interval '40 days' where id = $1", [
      removed.id,
    ]);
    await opened(tenant, held, { atMs: Date.now() - 20 * dayMs });
    const { body } = await get(observer);
    expect([body.total?.alerts, body.members, body.memberWeeks]).toEqual([1, 3, expect.closeTo(2 + 2 + 4, 4)]);
    const [from, to] = [Date.now() / 1000 - 7 * 86_400, Date.now() / 1000 + 21 * 86_400];
    expect((await get(observer, `?from=${from}&to=${to}`)).body.memberWeeks).toBeCloseTo(1, 4);
  });

  test('what is acknowledged after an action has ended counts for those that are still open', async () => {
    const { tenant, nurse, observer, member } = await clinic();
    const who = await member();
    const { rule, title } = defaultRules.find(({ id }) => id === 'spo2-low') ?? (defaultRules[0] as (typeof defaultRules)[0]);
    const atMs = Date.now() - 60_000;
    const [first, second] = [await opened(tenant, who, { atMs }), await opened(tenant, who, { rule: pulse, atMs })];
    const seen = { userId: who.id, version: 1, rule, title, measured: 88, atSeconds: atMs / 1000, event: 'persisted' } as const;
    await database.tenant(tenant.id, (sql) =>
      alerts.alarms.report(sql, tenant.id, [
        { ...seen, ruleId: spo2.id, firingId: randomUUID(), actionId: first },
        { ...seen, ruleId: pulse.id, firingId: randomUUID(), actionId: second },
      ]),
    );
    await intervene(tenant, nurse, first, 'RESOLVED', atMs + 30_000);
    await harness.asOwner(
      `insert into vigil.alarm_events (tenant_id, alarm_id, kind, state, severity, level, is_judged, by_id, rang)
       select tenant_id, id, 'acknowledged', 'acknowledged', severity, level, true, $2, false from vigil.alarms where user_id = $1`,
      [who.id, nurse.id],
    );
    const { body } = await get(observer);
    expect(body.rules.map(({ ruleId, figures }) => [ruleId, figures.acknowledged.alerts]).sort()).toEqual(
      [
        [spo2.id, 0],
        [pulse.id, 1],
      ].sort(),
    );
  });

  test('is of a time, a cohort, a rule or a clinician, as asked', async () => {
    const { tenant, nurse, md, observer, member } = await clinic();
    const [one, two] = [await member(), await member()];
    const first = await opened(tenant, one, { atMs: begin });
    const second = await opened(tenant, two, { rule: pulse, atMs: begin + dayMs });
    await intervene(tenant, nurse, first, 'RESOLVED', begin + hourMs);
    await intervene(tenant, md, second, 'KNOWN', begin + dayMs + hourMs);
    const cohort = randomUUID();
    cohortMembers.set(cohort, [two.id]);
    const [from, to] = [(begin - dayMs) / 1000, (begin + 0.5 * dayMs) / 1000];
    const alertsOf = async (query: string) => (await get(observer, query)).body.rules.map(({ ruleId }) => ruleId);
    expect(await alertsOf(`?from=${from}&to=${to}`)).toEqual([spo2.id]);
    expect(await alertsOf(`?cohort=${cohort}`)).toEqual([pulse.id]);
    expect((await get(observer, `?cohort=${cohort}`)).body.members).toBe(1);
    expect(await alertsOf(`?rule=${pulse.id}`)).toEqual([pulse.id]);
    expect(await alertsOf(`?clinician=${nurse.id}`)).toEqual([spo2.id]);
    expect((await get(observer, `?cohort=${randomUUID()}`)).status).toBe(404);
    expect((await get(observer, `?from=${to}&to=${from}`)).status).toBe(400);
    expect((await get(observer, `?from=${(begin - 100 * dayMs) / 1000}&to=${to}`)).status).toBe(400);
  });

  test('names clinicians to whoever reads everybody’s reports, members to the clinical staff, and is no member’s to read', async () => {
    const { tenant, nurse, md, observer, member } = await clinic();
    const who = await member();
    await intervene(tenant, nurse, await opened(tenant, who), 'RESOLVED', begin + hourMs);
    await intervene(tenant, md, await opened(tenant, who), 'RESOLVED', begin + hourMs);
    const [ofNurse, ofObserver] = [(await get(nurse)).body, (await get(observer)).body];
    expect([ofNurse.clinicians.map(({ clinicianId }) => clinicianId), ofNurse.total?.alerts]).toEqual([[nurse.id], 2]);
    expect(ofObserver.clinicians).toHaveLength(2);
    expect(ofNurse.noisiestMembers).toEqual([{ userId: who.id, firstName: 'Test', lastName: 'Member', alerts: 2, repeats: 0 }]);
    const read = await harness.asOwner('select 1 from vigil.audit_log where tenant_id = $1 and $2 = any(members)', [tenant.id, who.id]);
    expect(read).toHaveLength(2);
    expect((await get(who)).status).toBe(403);
  });

  test('says when there are more alerts than are looked at, and counts the newest', async () => {
    const { tenant, observer, member } = await clinic();
    const who = await member();
    await opened(tenant, who, { atMs: begin });
    await opened(tenant, who, { rule: pulse, atMs: begin + dayMs });
    const few = createAlarmBurden({ ...harness, actions, cohorts: { membersFor }, answered: alerts.answered, most: 1 });
    const other = await startHttp(harness, {
      routes: few.routes ?? [],
      verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    });
    const answer = await other.http.inject({
      url: '/alerts/api/v1/burden',
      headers: { authorization: `Bearer ${observer.id}`, 'x-tenant-id': tenant.id },
    });
    await other.stop();
    const body = answer.json() as Burden;
    expect([body.complete, body.rules.map(({ ruleId }) => ruleId)]).toEqual([false, [pulse.id]]);
  });
});

describe('an administrator who may not see the members', () => {
  const weekMs = 7 * dayMs;
  const firstMonday = 4 * dayMs;
  const lastEnd = firstMonday + Math.floor((Date.now() - firstMonday) / weekMs) * weekMs;
  const inLastWeek = lastEnd - 3 * dayMs;

  /** So many members, each with an alert in the last week that has ended. */
  async function alerted(at: Awaited<ReturnType<typeof clinic>>, count: number, rule = spo2) {
    const members = await Promise.all(Array.from({ length: count }, () => at.member()));
    for (const one of members) await opened(at.tenant, one, { rule, atMs: inLastWeek });
    return members;
  }

  test('chooses neither members, nor a rule, nor a clinician, nor days', async () => {
    const at = await clinic();
    const [one] = await alerted(at, 7);
    const cohort = randomUUID();
    cohortMembers.set(cohort, [one?.id ?? '']);
    for (const query of [`?cohort=${cohort}`, `?rule=${spo2.id}`, `?clinician=${at.nurse.id}`])
      expect((await get(at.admin, query)).status).toBe(403);
    for (const [from, to] of [
      [lastEnd - weekMs + hourMs, lastEnd + hourMs],
      [lastEnd - 2 * weekMs, lastEnd],
      [lastEnd - dayMs, lastEnd],
      [lastEnd, lastEnd + weekMs],
    ])
      expect((await get(at.admin, `?from=${(from ?? 0) / 1000}&to=${(to ?? 0) / 1000}`)).status).toBe(400);
    const { body } = await get(at.admin);
    expect([body.from, body.to]).toEqual([(lastEnd - weekMs) / 1000, lastEnd / 1000]);
    expect((await get(at.admin, `?to=${(lastEnd - weekMs) / 1000}`)).body.to).toBe((lastEnd - weekMs) / 1000);
  });

  test('is told nothing of fewer than five members, and steps of five of more', async () => {
    const at = await clinic();
    await alerted(at, 4);
    const few = (await get(at.admin)).body;
    expect([few.total, few.members, few.rules, few.clinicians, few.clinicianHours]).toEqual([null, null, [], [], null]);
    await alerted(at, 3);
    const { body } = await get(at.admin);
    expect([body.isCoarse, body.total?.alerts, body.total?.members, body.members]).toEqual([true, 5, 5, 5]);
    expect(body.rules.map(({ ruleId, figures }) => [ruleId, figures.alerts])).toEqual([[spo2.id, 5]]);
    expect(body.noisiestMembers).toBeNull();
    const exact = (await get(at.observer, `?from=${body.from}&to=${body.to}`)).body;
    expect([exact.isCoarse, exact.total?.alerts, exact.members]).toEqual([false, 7, 7]);
  });

  test('cannot subtract what a rule about one member found from the whole', async () => {
    const at = await clinic();
    await alerted(at, 6);
    await alerted(at, 8, { id: randomUUID(), version: 1, name: 'Temperature' });
    await alerted(at, 1, pulse);
    const { body } = await get(at.admin);
    expect(body.rules.map(({ title }) => title)).toEqual(['Temperature']);
  });

  test('reads the same, whether one more member had an alert or not', async () => {
    const at = await clinic();
    await alerted(at, 10);
    const before = (await get(at.admin)).body;
    await alerted(at, 1);
    const after = (await get(at.admin)).body;
    const told = ({ total, rules, clinicians }: Burden) => [
      total?.alerts,
      total?.members,
      rules.map(({ figures }) => figures.alerts),
      clinicians,
    ];
    expect(told(after)).toEqual(told(before));
  });
});
