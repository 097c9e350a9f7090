import { randomUUID } from 'node:crypto';
import { endpoints } from '@vigil/contract';
import type { Role } from '@vigil/domain/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valuesAt } from '#http/values-at.ts';
import { type TestUser, useOwnHarness } from '../harness.ts';
import { startModules } from '../start-modules.ts';

/*
 * Every call whose answer holds figures over members, by somebody of each role who looks after one member of a tenant that shows its
 * staff only their own. What is measured of another member, done for them and said of them must not move a single count; and what is
 * told of the one member stands in the audit log under their name.
 */
// Servers of other files follow cohorts of every tenant, by clocks of their own.
const harness = await useOwnHarness({ env: { COHORTS_FOLLOW_SECONDS: '120' } });
const server = await startModules(harness);
const { cohorts, actions } = server.modules;
afterAll(() => server.stop());

const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
const [mine, hidden] = [await harness.createUser(tenant), await harness.createUser(tenant)];
const roles: readonly Role[] = ['clinician', 'md', 'nurse', 'coach', 'specialist', 'support', 'observer', 'tenant_admin'];
const staff = new Map<Role, TestUser>();
for (const role of roles) {
  const one = await harness.createUser(tenant, { roles: [role] });
  staff.set(role, one);
  if (role !== 'tenant_admin')
    await harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [tenant.id, mine.id, one.id],
    );
}
const md = staff.get('md') as TestUser;

async function call(by: TestUser, method: string, url: string, payload?: object) {
  const answer = await server.http.inject({
    ...{ method: method as 'GET', url },
    headers: { authorization: `Bearer ${by.id}`, 'x-tenant-id': tenant.id, ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const made = async (url: string, payload: object) => {
  const { status, body } = await call(md, 'POST', url, payload);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
async function measured(who: TestUser, systolic: number) {
  await harness.asOwner("delete from vigil.latest_ticks where tenant_id = $1 and user_id = $2 and metric = 'systolic'", [
    tenant.id,
    who.id,
  ]);
  await harness.asOwner("insert into vigil.latest_ticks values ($1, $2, 'systolic', $3, $4, 'device', $3)", [
    ...[tenant.id, who.id, new Date(harness.clock.now() - 60_000), systolic],
  ]);
}

const above = (systolic: number) => [{ fact: 'systolic', gte: systolic }];
const cohortBody = { id: randomUUID(), title: 'Above 140', type: 'shared', json_conditions: above(140) };
const program = {
  ...{ id: randomUUID(), name: 'Walk', title: 'Walk' },
  modules: [{ name: 'One', steps: [{ type: 'pledge', title: 'Walk', day: 0 }] }],
};
const backtest = randomUUID();
const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const factuary = '/factuary/api/v2';

/** How each call is asked. */
const asked: Readonly<Record<string, readonly [method: string, url: string, payload?: object]>> = {
  'alerts.getBurden': ['GET', '/alerts/api/v1/burden'],
  'alerts.listGaps': ['GET', '/alerts/api/v1/gaps'],
  'triageToday.getToday': ['GET', '/triage/api/v1/today'],
  'triageHandoffs.getDraft': ['GET', '/triage/api/v1/handoffs/draft'],
  'triageHandoffs.getWaiting': ['GET', '/triage/api/v1/handoffs/waiting'],
  'triageHandoffs.list': ['GET', '/triage/api/v1/handoffs'],
  'eventsProcessor.listMembers': ['GET', '/events-processor/api/v1/user_facts?facts=systolic'],
  'factuaryActions.listActions': ['GET', `${factuary}/users/actions`],
  'factuaryActions.countActions': ['GET', `${factuary}/users/actions/count`],
  'factuaryCohorts.listCohorts': ['GET', `${factuary}/cohorts`],
  'factuaryCohorts.getCohort': ['GET', `${factuary}/cohorts/${cohortBody.id}`],
  'factuaryCohorts.postCohort': ['POST', `${factuary}/cohorts`, cohortBody],
  'factuaryCohorts.postPreview': [
    'POST',
    `${factuary}/cohorts/preview`,
    { json_conditions: [...above(140), { fact: 'systolic', gte: 100 }] },
  ],
  'factuaryCohorts.listCohortMembers': ['GET', `${factuary}/cohorts/${cohortBody.id}/members`],
  'factuaryPrograms.getProgram': ['GET', `${factuary}/programs/${program.id}`],
  'factuaryReports.getReportByClinician': ['GET', `${factuary}/report/by-clinician?from_date=${day}&to_date=${day}`],
  'registry.listUsers': ['GET', '/registry/api/v1/users?teamType=PATIENT'],
  'registry.listBasicInfo': ['GET', `/registry/api/v1/users/basic_info?userIds=${mine.id},${hidden.id}`],
  'user_admin.listOnboarding': ['GET', `/user_admin/api/v1/tenants/${tenant.id}/onboarding`],
  'alerts.getBacktest': ['GET', `/alerts/api/v1/backtests/${backtest}`],
};
/** Calls that answer what another one reads, behind the same function. */
const alike: Readonly<Record<string, string>> = {
  'factuaryPrograms.postProgram': 'factuaryPrograms.getProgram',
  'factuaryPrograms.putProgram': 'factuaryPrograms.getProgram',
  'factuaryPrograms.publishProgram': 'factuaryPrograms.getProgram',
  'alerts.startBacktest': 'alerts.getBacktest',
  'alerts.cancelBacktest': 'alerts.getBacktest',
};
const telling = endpoints.filter(({ figures }) => figures);

test('every call that tells figures over members is asked', () => {
  expect(telling.map(({ id }) => id).sort()).toEqual([...Object.keys(asked), ...Object.keys(alike)].sort());
});

interface Told {
  readonly status: number;
  readonly counts: Readonly<Record<string, unknown>>;
}

async function tell(by: TestUser, id: string): Promise<Told> {
  const [method, url, payload] = asked[id] ?? ['GET', '/'];
  // A change says which version it is of.
  const [stored] = await harness.asOwner<{ version: number }>('select version from vigil.cohorts where id = $1', [cohortBody.id]);
  const sent = payload === cohortBody ? { ...cohortBody, version: stored?.version } : payload;
  if (payload === cohortBody) {
    // What was just changed is not counted yet: sent again once it is, the same change is answered with its figures.
    await call(by, method, url, sent);
    await cohorts.follow();
  }
  const { status, body } = await call(by, method, url, sent);
  expect([200, 403, 404], `${id}: ${JSON.stringify(body)}`).toContain(status);
  const places = telling.find((one) => one.id === id)?.figures?.counts ?? [];
  return { status, counts: status === 200 ? Object.fromEntries(places.map((place) => [place, valuesAt(body, place)])) : {} };
}
const cases = Object.keys(asked).flatMap((id) => roles.map((role) => [id, role] as const));

describe('of a tenant that shows its staff only their own members', () => {
  const before = new Map<string, Told>();

  beforeAll(async () => {
    await measured(mine, 150);
    await measured(hidden, 120);
    await made(`${factuary}/cohorts`, cohortBody);
    await made(`${factuary}/programs`, program);
    await call(md, 'POST', `${factuary}/programs/${program.id}/publish`, { op: 'publish', revision: 1 });
    await cohorts.follow();
    for (const [id, role] of cases) before.set(`${id} ${role}`, await tell(staff.get(role) as TestUser, id));

    await measured(hidden, 160);
    await server.modules.programs.assigning.change(tenant.id, { userId: hidden.id, by: md.id }, { op: 'assign', program_id: program.id });
    for (const by of staff.values()) {
      const opening = { userId: hidden.id, category: 'PATIENT_FOLLOWUP', title: 'Call' } as const;
      const { actionId } = await harness.database.tenant(tenant.id, (sql) => actions.open(sql, tenant.id, opening));
      await harness.asOwner('update vigil.actions set assignee_id = $2 where id = $1', [actionId, by.id]);
    }
    harness.clock.advance(600_000);
    await cohorts.follow();
    expect(await cohorts.membersOf(tenant.id, cohortBody.id)).toHaveLength(2);
  });

  test.each(cases.filter(([, role]) => role !== 'tenant_admin'))(
    '%s tells a %s nothing of a member who is not theirs',
    async (id, role) => {
      const by = staff.get(role) as TestUser;
      expect(await tell(by, id)).toEqual(before.get(`${id} ${role}`));
    },
  );

  const clinical = telling.filter(({ figures }) => figures?.membersSeenBy === 'clinical staff').map(({ id }) => id);
  test.each(clinical.filter((id) => asked[id]))('%s tells an administrator no count about fewer than five', async (id) => {
    const { counts } = await tell(staff.get('tenant_admin') as TestUser, id);
    for (const value of Object.values(counts).flat()) expect(value === null || (value as number) % 5 === 0).toBe(true);
    expect({ counts }).toEqual({ counts: before.get(`${id} tenant_admin`)?.counts });
  });

  test('what is told of one member is in the audit log under their name', async () => {
    const nurse = staff.get('nurse') as TestUser;
    for (const id of Object.keys(asked)) {
      const { status, counts } = await tell(nurse, id);
      const isAboutMine = Object.values(counts)
        .flat()
        .some((value) => typeof value === 'number' && value > 0);
      const [entry] = await harness.asOwner<{ members: string[]; status: number }>(
        `select members, status from vigil.audit_log where tenant_id = $1 and actor_id = $2 and endpoint = $3 order by sequence desc limit 1`,
        [tenant.id, nurse.id, id],
      );
      expect([id, entry?.status]).toEqual([id, status]);
      if (isAboutMine) expect([id, entry?.members]).toEqual([id, [mine.id]]);
    }
  });
});
