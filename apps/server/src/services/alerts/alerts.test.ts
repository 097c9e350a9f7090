import { randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import type { CohortPlaces } from '#services/factuary/cohorts/index.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { alertsOver } from './testing/alerts-over.ts';

const harness = await useHarness();
const { database, clock } = harness;
const cohorts = new Map<string, readonly string[]>();
const deletedCohort = randomUUID();
const places: CohortPlaces[] = [];
const actions = createActions({ ...harness, maySee: async () => true });
const alerts = alertsOver(harness, {
  actions,
  cohorts: {
    cohortsOf: async () => cohorts,
    membersFor: async (_tenant, cohortId) => [...cohorts].filter(([, ids]) => ids.includes(cohortId)).map(([id]) => id),
    hold: async (_sql, _tenant, id) => id !== deletedCohort,
    registerPlaces: (found) => places.push(found),
  },
});
/** The module behind the real HTTP server, contract, access rules and audit log; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: alerts.routes ?? [],
  owners: alerts.owners ?? {},
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the alerts' }),
});
afterAll(async () => {
  await server.stop();
  await alerts.stop?.();
  await actions.stop?.();
});

const tenant = await harness.createTenant();
const [md, nurse, admin, observer] = (await Promise.all(
  (['md', 'nurse', 'tenant_admin', 'observer'] as const).map((role) => harness.createUser(tenant, { roles: [role] })),
)) as [TestUser, TestUser, TestUser, TestUser];
const member = await harness.createUser(tenant);
const spo2 = defaultRules.find(({ id }) => id === 'spo2-low')?.rule as AlertRule;

async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  { as = md, of = tenant }: { as?: TestUser; of?: TestTenant } = {},
) {
  const answer = await server.http.inject({
    method,
    url: `/alerts/api/v1${path}`,
    headers: { authorization: `Bearer ${as.id}`, 'x-tenant-id': of.id, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const newRule = (over: object = {}) => ({ id: randomUUID(), title: 'SpO2 low', definition: spo2, ...over });
async function written(over: object = {}) {
  const { status, body } = await call('POST', '/rules', newRule(over));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function live(over: object = {}) {
  const rule = await written(over);
  return (await call('POST', `/rules/${rule.id}/publish`, { revision: rule.revision, state: 'live' })).body;
}
const states = (rule: { versions: { version: number; state: string }[] }) => rule.versions.map(({ version, state }) => [version, state]);
const fieldsOf = ({ body }: { body: { error: { fields: { field: string }[] } } }) => body.error.fields.map(({ field }) => field);

describe('a rule and its versions', () => {
  test('about a survey runs where members can be given the survey; otherwise it would watch nobody, and stays a draft', async () => {
    const about = (surveyId: string) => ({
      ...{ ...spo2, subject: { kind: 'survey', surveyId }, aggregate: 'latest', window: '14d', category: 'SURVEY', persistMinutes: 0 },
      ...{ direction: 'at_least', level: 15, clearing: 10 },
    });
    const rule = await written({ definition: about('no-such-survey') });
    const refused = await call('POST', `/rules/${rule.id}/publish`, { revision: 1, state: 'live' });
    expect(refused.status).toBe(400);
    expect(fieldsOf(refused)).toEqual(['definition.subject']);
    expect(states((await call('GET', `/rules/${rule.id}`)).body)).toEqual([[1, 'draft']]);
    expect(states(await live({ definition: about(gad7.id) }))).toEqual([[1, 'live']]);
  });

  test('names the default that it was made of, and no other word; sent again as made of another one it is a conflict', async () => {
    const unknown = await call('POST', '/rules', newRule({ defaultId: '__proto__' }));
    expect([unknown.status, fieldsOf(unknown)]).toEqual([400, ['defaultId']]);
    const sent = newRule({ defaultId: 'spo2-low' });
    const again = [sent, sent, { ...sent, defaultId: 'spo2-very-low' }, { ...sent, defaultId: undefined }];
    const statuses: number[] = [];
    for (const body of again) statuses.push((await call('POST', '/rules', body)).status);
    expect(statuses).toEqual([200, 200, 409, 409]);
  });

  test('is a draft, then runs in the shadow, then live; a change makes a new draft, and the version that ran stays as it was', async () => {
    const rule = await written({ defaultId: 'spo2-low' });
    expect(rule).toMatchObject({
      defaultId: 'spo2-low',
      revision: 1,
      cohorts: [],
      versions: [{ version: 1, state: 'draft', title: 'SpO2 low', definition: spo2, writtenBy: md.id }],
    });
    const shadow = (await call('POST', `/rules/${rule.id}/publish`, { revision: 1, state: 'shadow' })).body;
    expect(states(shadow)).toEqual([[1, 'shadow']]);
    const running = (await call('POST', `/rules/${rule.id}/publish`, { revision: 2, state: 'live' })).body;
    expect(states(running)).toEqual([[1, 'live']]);
    const changed = (
      await call('PUT', `/rules/${rule.id}`, { revision: 3, title: 'SpO2 92', definition: { ...spo2, level: 92 } }, { as: admin })
    ).body;
    expect(states(changed)).toEqual([
      [2, 'draft'],
      [1, 'live'],
    ]);
    expect(changed.versions[1].definition).toEqual(spo2);
    const again = (await call('PUT', `/rules/${rule.id}`, { revision: 4, title: 'SpO2 90', definition: { ...spo2, level: 90 } })).body;
    expect(states(again)).toEqual([
      [2, 'draft'],
      [1, 'live'],
    ]);
    const second = (await call('POST', `/rules/${rule.id}/publish`, { revision: 5, state: 'live' })).body;
    expect(states(second)).toEqual([
      [2, 'live'],
      [1, 'retired'],
    ]);
    const retired = (await call('POST', `/rules/${rule.id}/retire`, { revision: 6 })).body;
    expect(states(retired)).toEqual([
      [2, 'retired'],
      [1, 'retired'],
    ]);
    expect((await call('POST', `/rules/${rule.id}/publish`, { revision: 7, state: 'live' })).body.error.code).toBe('conflict');
  });

  test('is not published about something else while a level for what it was about stands, and its layers fit both of its versions', async () => {
    const rule = await live();
    const [own, cohort] = [await harness.createUser(tenant), randomUUID()];
    const layer = `/users/${own.id}/rules/${rule.id}`;
    expect((await call('PUT', layer, { revision: 0, settings: { level: 86 }, off: null })).status).toBe(200);
    const pulse = { ...spo2, subject: { kind: 'metric', metric: 'heart_rate' }, level: 45, clearing: 50 };
    const { body: draft } = await call('PUT', `/rules/${rule.id}`, { revision: rule.revision, title: 'Pulse low', definition: pulse });
    const refused = await call('POST', `/rules/${rule.id}/publish`, { revision: draft.revision, state: 'live' });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('0 cohorts and 1 members')]);
    expect(states((await call('GET', `/rules/${rule.id}`)).body)).toEqual([
      [2, 'draft'],
      [1, 'live'],
    ]);
    // A pulse of 130 is possible for the draft, and no share of oxygen.
    const above = { revision: draft.revision, place: 1, settings: { level: 130 } };
    expect(fieldsOf(await call('PUT', `/rules/${rule.id}/cohorts/${cohort}`, above))).toEqual(['settings.level']);
    expect((await call('PUT', layer, { revision: 1, settings: { severity: 'LOW' }, off: null })).status).toBe(200);
    expect((await call('POST', `/rules/${rule.id}/publish`, { revision: draft.revision, state: 'live' })).status).toBe(200);
  });

  test('is not published where what a layer says would make it impossible', async () => {
    const weekly = { ...spo2, against: 'difference', window: '1d', baseline: '28dS2d', level: -3, clearing: -2 };
    const rule = await live({ definition: weekly });
    const layer = { revision: rule.revision, place: 1, settings: { window: '2d' } };
    const { body: layered } = await call('PUT', `/rules/${rule.id}/cohorts/${randomUUID()}`, layer);
    const overlapping = { ...weekly, baseline: '28dS1d' };
    const sent = { revision: layered.revision, title: 'Since yesterday', definition: overlapping };
    const { body: draft } = await call('PUT', `/rules/${rule.id}`, sent);
    const refused = await call('POST', `/rules/${rule.id}/publish`, { revision: draft.revision, state: 'shadow' });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('1 cohorts and 0 members')]);
  });

  test('refuses a revision that no rule can have by its field', async () => {
    const rule = await live();
    for (const revision of [2_147_483_647, Number.MAX_SAFE_INTEGER])
      expect(fieldsOf(await call('PUT', `/users/${member.id}/rules/${rule.id}`, { revision, settings: {}, off: null }))).toEqual([
        'revision',
      ]);
  });

  test('a version that has run cannot be written again, whoever tries', async () => {
    const rule = await live();
    await expect(
      harness.asOwner("update vigil.alert_rule_versions set title = 'x' where tenant_id = $1 and rule_id = $2", [tenant.id, rule.id]),
    ).rejects.toThrow('never written again');
  });

  test('sent twice it is made once; another rule under the same id is refused', async () => {
    const sent = newRule();
    const first = await call('POST', '/rules', sent);
    expect(await call('POST', '/rules', sent)).toEqual(first);
    expect((await call('POST', '/rules', { ...sent, title: 'Another' })).body.error.code).toBe('conflict');
  });

  test('a stale change is refused with both values of each field that differs, and stores nothing', async () => {
    const rule = await written();
    const mine = { revision: 1, title: 'SpO2 low', definition: { ...spo2, level: 92 } };
    expect(
      (await call('PUT', `/rules/${rule.id}`, { ...mine, definition: { ...spo2, level: 90, severity: 'MEDIUM' } }, { as: admin })).status,
    ).toBe(200);
    const refused = await call('PUT', `/rules/${rule.id}`, mine);
    expect(refused.status).toBe(409);
    expect(refused.body.error.fields).toEqual([
      { field: 'definition.level', message: 'Yours: 92; stored as version 1: 90' },
      { field: 'definition.severity', message: 'Yours: "HIGH"; stored as version 1: "MEDIUM"' },
    ]);
    expect((await call('GET', `/rules/${rule.id}`)).body.versions[0].definition.level).toBe(90);
    for (const [path, body] of [
      ['/publish', { revision: 1, state: 'live' }],
      ['/retire', { revision: 1 }],
    ] as const)
      expect((await call('POST', `/rules/${rule.id}${path}`, body)).status).toBe(409);
  });

  test('whose answer was lost is sent again, step by step, and changes nothing further; by somebody else it is a conflict', async () => {
    const rule = await written();
    const cohortId = randomUUID();
    const definition = { ...spo2, level: 91 };
    const steps = [
      ['PUT', '', { revision: 1, title: 'Ninety-one', definition }, 2],
      ['POST', '/publish', { revision: 2, state: 'shadow' }, 3],
      ['POST', '/publish', { revision: 3, state: 'live' }, 4],
      ['PUT', `/cohorts/${cohortId}`, { revision: 4, place: 2, settings: { level: 89 } }, 5],
      ['PUT', `/cohorts/${cohortId}`, { revision: 5, place: 2, settings: {} }, 6],
      ['POST', '/retire', { revision: 6 }, 7],
    ] as const;
    for (const [method, path, body, revision] of steps)
      for (const _ of ['first', 'again']) {
        const answer = await call(method, `/rules/${rule.id}${path}`, body);
        expect([answer.status, answer.body.revision], `${path} ${JSON.stringify(answer.body)}`).toEqual([200, revision]);
      }
    const other = await written();
    const change = { revision: 1, title: 'Mine', definition };
    expect((await call('PUT', `/rules/${other.id}`, change)).status).toBe(200);
    expect((await call('PUT', `/rules/${other.id}`, change, { as: admin })).status).toBe(409);
  });

  test('two changes at the same time: one is stored, one is refused', async () => {
    const rule = await written();
    const answers = await Promise.all(
      [90, 92].map((level) => call('PUT', `/rules/${rule.id}`, { revision: 1, title: 'Both', definition: { ...spo2, level } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('an impossible rule is refused by field', async () => {
    const impossible = { ...spo2, window: '0h', level: 12, leastCoverage: 0.2, role: 'coach' };
    const refused = await call('POST', '/rules', newRule({ definition: impossible }));
    expect([refused.status, fieldsOf(refused)]).toEqual([
      400,
      ['definition.window', 'definition.level', 'definition.leastCoverage', 'definition.role'],
    ]);
    const rule = await written();
    expect(fieldsOf(await call('PUT', `/rules/${rule.id}`, { revision: 1, title: 'x', definition: { ...spo2, clearing: 80 } }))).toEqual([
      'definition.clearing',
    ]);
    expect((await call('POST', '/rules', newRule({ definition: { ...spo2, unheard: 1 } }))).status).toBe(400);
  });

  test('a limit in another unit is refused with the range and what was probably meant; one that could be is asked about before it runs', async () => {
    const definition = defaultRules.find(({ id }) => id === 'glucose-low')?.rule as AlertRule;
    const refused = await call('POST', '/rules', newRule({ definition: { ...definition, level: 5.4 } }));
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      [{ field: 'definition.level', message: 'Give a number from 10 to 1000 mg/dL. Did you mean 5.4 mmol/L?' }],
    ]);
    const rule = await written({ definition: { ...definition, level: 22 } });
    const publish = (more: object) => call('POST', `/rules/${rule.id}/publish`, { revision: 1, state: 'live', ...more });
    const asked = await publish({});
    const question = 'A limit of 22 mg/dL is far outside the usual range. Did you mean 22 mmol/L?';
    expect([asked.status, asked.body.error.fields]).toEqual([400, [{ field: 'definition.level', message: question }]]);
    expect(asked.body.error.message).toContain(question);
    expect(states((await call('GET', `/rules/${rule.id}`)).body)).toEqual([[1, 'draft']]);
    expect(states((await publish({ limitsConfirmed: true })).body)).toEqual([[1, 'live']]);
  });

  test('a layer’s limit is asked about when it is said, and not again with another word', async () => {
    const definition = defaultRules.find(({ id }) => id === 'glucose-low')?.rule as AlertRule;
    const rule = await live({ definition });
    const cohortPath = `/rules/${rule.id}/cohorts/${randomUUID()}`;
    const memberPath = `/users/${member.id}/rules/${rule.id}`;
    const layer = { revision: rule.revision, place: 1, settings: { level: 22 } };
    const asked = [
      await call('PUT', cohortPath, layer),
      await call('PUT', memberPath, { revision: 0, settings: { level: 22 }, off: null }),
    ];
    for (const one of asked) expect([one.status, fieldsOf(one)]).toEqual([400, ['settings.level']]);
    expect((await call('PUT', cohortPath, { ...layer, limitsConfirmed: true })).status).toBe(200);
    const said = { revision: 0, settings: { level: 22 }, off: null, limitsConfirmed: true };
    expect((await call('PUT', memberPath, said)).status).toBe(200);
    expect((await call('PUT', memberPath, { revision: 1, settings: { level: 22, severity: 'CRITICAL' }, off: null })).status).toBe(200);
  });

  test('the list has the newest version of each and those that run, by title; the defaults can all be taken over', async () => {
    const own = await harness.createTenant();
    const as = await harness.createUser(own, { roles: ['md'] });
    const defaults = (await call('GET', '/defaults', undefined, { as, of: own })).body;
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual(defaultRules.map(({ id }) => id));
    for (const { id, title, definition } of defaults)
      expect((await call('POST', '/rules', newRule({ title, definition, defaultId: id }), { as, of: own })).status).toBe(200);
    const list = (await call('GET', '/rules', undefined, { as, of: own })).body as { versions: { title: string }[] }[];
    const titles = list.map(({ versions }) => versions[0]?.title);
    expect(titles).toEqual([...titles].sort((a, b) => (a ?? '').localeCompare(b ?? '', 'en')));
    expect(list).toHaveLength(defaultRules.length);
  });
});

describe('what holds for one member', () => {
  const path = (ruleId: string, of: TestUser = member) => `/users/${of.id}/rules/${ruleId}`;
  const rulesOf = async (of: TestUser, as = nurse) =>
    (await call('GET', `/users/${of.id}/rules`, undefined, { as })).body as Record<string, never>[];

  test('tenant, cohort, member: the narrowest wins field by field, each field names its layer, and drafts do not run', async () => {
    const one = await harness.createUser(tenant);
    const [copd, frail] = [randomUUID(), randomUUID()];
    cohorts.set(one.id, [copd, frail]);
    const rule = await live();
    await written();
    const { revision } = (
      await call('PUT', `/rules/${rule.id}/cohorts/${copd}`, { revision: rule.revision, place: 1, settings: { level: 86, clearing: 87 } })
    ).body;
    const whole = (
      await call('PUT', `/rules/${rule.id}/cohorts/${frail}`, { revision, place: 2, settings: { level: 94, persistMinutes: 5 } })
    ).body;
    expect(whole.cohorts.map(({ cohortId, place }: { cohortId: string; place: number }) => [cohortId, place])).toEqual([
      [copd, 1],
      [frail, 2],
    ]);
    const set = await call('PUT', path(rule.id, one), { revision: 0, settings: { severity: 'CRITICAL' }, off: null }, { as: nurse });
    expect([set.status, set.body.own]).toMatchObject([200, { revision: 1, settings: { severity: 'CRITICAL' }, saidBy: nurse.id }]);
    const found = (await rulesOf(one)).find(({ ruleId }) => ruleId === rule.id) as never as Record<string, object>;
    expect(found).toMatchObject({
      version: 1,
      state: 'live',
      rule: { level: 86, clearing: 87, persistMinutes: 5, severity: 'CRITICAL' },
      inherited: { level: 86, clearing: 87, persistMinutes: 5, severity: spo2.severity },
      off: null,
    });
    expect(found.layers).toMatchObject({
      ...{ level: { kind: 'cohort', cohortId: copd }, persistMinutes: { kind: 'cohort', cohortId: frail } },
      ...{ severity: { kind: 'member' }, window: { kind: 'tenant' } },
    });
    expect((await rulesOf(member)).find(({ ruleId }) => ruleId === rule.id)).toMatchObject({ rule: { level: spo2.level } });
    const listed = (await call('GET', '/rules')).body as { id: string; cohortLayers: number }[];
    expect(listed.find(({ id }) => id === rule.id)?.cohortLayers).toBe(2);
    await call('PUT', `/rules/${rule.id}/cohorts/${copd}`, { revision: whole.revision, place: 1, settings: {} });
    expect((await rulesOf(one)).find(({ ruleId }) => ruleId === rule.id)).toMatchObject({ rule: { level: 94 } });
  });

  test('a cohort is in use by the rules that have something otherwise for it, and one that is gone is refused', async () => {
    const cohortId = randomUUID();
    const rule = await live();
    const usedBy = () =>
      database.tenant(tenant.id, async (sql) => (await Promise.all(places.map((of) => of(sql, tenant.id, cohortId)))).flat());
    expect(await usedBy()).toEqual([]);
    const layer = { revision: rule.revision, place: 1, settings: { level: 86, clearing: 87 } };
    const { revision } = (await call('PUT', `/rules/${rule.id}/cohorts/${cohortId}`, layer)).body;
    expect(await usedBy()).toEqual([expect.stringMatching(/^Rule “.+”$/)]);
    await call('PUT', `/rules/${rule.id}/cohorts/${cohortId}`, { ...layer, revision, settings: {} });
    expect(await usedBy()).toEqual([]);
    const gone = await call('PUT', `/rules/${rule.id}/cohorts/${deletedCohort}`, { ...layer, revision: revision + 1 });
    expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found']);
  });

  test('a rule is switched off with a reason and an end, and never without either', async () => {
    const one = await harness.createUser(tenant);
    const rule = await live();
    const until = Math.floor(clock.now() / 1000) + 7 * 86_400;
    const off = await call('PUT', path(rule.id, one), { revision: 0, settings: {}, off: { reason: 'In hospital', until } }, { as: nurse });
    expect(off.body.off).toEqual({ reason: 'In hospital', until });
    const refused = async (said: object) =>
      (await call('PUT', path(rule.id, one), { revision: 1, settings: {}, off: said }, { as: nurse })).status;
    expect(await refused({ reason: ' ', until })).toBe(400);
    expect(await refused({ until })).toBe(400);
    expect(await refused({ reason: 'For ever' })).toBe(400);
    expect(await refused({ reason: 'Over already', until: Math.floor(clock.now() / 1000) - 1 })).toBe(400);
    expect(await refused({ reason: 'For ever', until: until + 400 * 86_400 })).toBe(400);
  });

  test('what is impossible for a member is refused by field, and a stale word by a conflict', async () => {
    const one = await harness.createUser(tenant);
    const rule = await live();
    expect(fieldsOf(await call('PUT', path(rule.id, one), { revision: 0, settings: { level: 12, role: 'coach' }, off: null }))).toEqual([
      'settings.level',
      'settings.role',
    ]);
    // Sent again, because its answer was lost.
    for (const _ of ['first', 'again'])
      expect((await call('PUT', path(rule.id, one), { revision: 0, settings: { level: 90 }, off: null })).status).toBe(200);
    const stale = await call('PUT', path(rule.id, one), { revision: 0, settings: { level: 80 }, off: null });
    expect([stale.status, fieldsOf(stale)]).toEqual([409, ['revision']]);
    expect(stale.body.error.message).toContain('you have revision 0, and it is at 1');
    const other = await call('POST', `/rules/${rule.id}/retire`, { revision: 999 });
    expect([other.status, other.body.error.message]).toEqual([
      409,
      expect.stringContaining(`you have revision 999, and it is at ${rule.revision}`),
    ]);
    const racing = await Promise.all(
      [85, 86].map((level) => call('PUT', path(rule.id, one), { revision: 1, settings: { level }, off: null })),
    );
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a window that does not go with the baseline that stays is refused; of two layers’ words that do not, the narrower holds', async () => {
    const one = await harness.createUser(tenant);
    const cohortId = randomUUID();
    cohorts.set(one.id, [cohortId]);
    const compared = { against: 'difference', level: -4, clearing: -2, window: '1d', baseline: '28dS7d' } as const;
    const rule = await live({ definition: { ...spo2, ...compared } });
    const refused = await call('PUT', path(rule.id, one), { revision: 0, settings: { window: '14d' }, off: null });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['settings.window']]);
    const layer = { revision: rule.revision, place: 1, settings: { baseline: '5dS1d' } };
    expect((await call('PUT', `/rules/${rule.id}/cohorts/${cohortId}`, layer)).status).toBe(200);
    const set = await call('PUT', path(rule.id, one), { revision: 0, settings: { window: '7d' }, off: null });
    expect([set.status, set.body]).toMatchObject([
      200,
      { rule: { window: '7d', baseline: '28dS7d' }, layers: { window: { kind: 'member' }, baseline: { kind: 'tenant' } } },
    ]);
  });

  test('rules are written by physicians and administrators, adapted by physicians and nurses, read by staff', async () => {
    const rule = await live();
    for (const [as, write, adapt, read, ofMember] of [
      [md, 200, 200, 200, 200],
      [nurse, 403, 200, 200, 200],
      [admin, 200, 403, 200, 403],
      [observer, 403, 403, 200, 200],
      [member, 403, 403, 403, 403],
    ] as const) {
      const one = await harness.createUser(tenant);
      expect((await call('POST', '/rules', newRule(), { as })).status).toBe(write);
      expect((await call('PUT', path(rule.id, one), { revision: 0, settings: { level: 90 }, off: null }, { as })).status).toBe(adapt);
      expect((await call('GET', '/rules', undefined, { as })).status).toBe(read);
      expect((await call('GET', `/users/${member.id}/rules`, undefined, { as })).status).toBe(ofMember);
    }
  });

  test('another tenant has neither the rule nor the member', async () => {
    const rule = await live();
    const elsewhere = await harness.createTenant();
    const as = await harness.createUser(elsewhere, { roles: ['md'] });
    const foreign = { as, of: elsewhere };
    expect((await call('GET', `/rules/${rule.id}`, undefined, foreign)).status).toBe(404);
    expect((await call('PUT', path(rule.id), { revision: 0, settings: {}, off: null }, foreign)).status).toBe(404);
    expect((await call('GET', '/rules', undefined, foreign)).body).toEqual([]);
  });

  test('every word about a member stands in the audit log with the member', async () => {
    const one = await harness.createUser(tenant);
    const rule = await live();
    await call('PUT', path(rule.id, one), { revision: 0, settings: { level: 90 }, off: null }, { as: nurse });
    await call('GET', `/users/${one.id}/rules`, undefined, { as: observer });
    const rows = await harness.asOwner<{ endpoint: string; actor_id: string }>(
      'select endpoint, actor_id from vigil.audit_log where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, one.id],
    );
    expect(rows.map(({ endpoint, actor_id }) => [endpoint, actor_id])).toEqual([
      ['alerts.setMemberLayer', nurse.id],
      ['alerts.listMemberRules', observer.id],
    ]);
  });
});

describe('what is kept about a person', () => {
  const exported = async (userId: string) => {
    const files = (await alerts.personalData?.exportOf?.({ tenantId: tenant.id, userId })) ?? [];
    const pieces: string[] = [];
    for (const { content } of files.filter(({ name }) => name === 'alert-rules.json'))
      for await (const piece of content) pieces.push(piece.toString());
    return JSON.parse(pieces.join(''));
  };

  test('is in an export with every word that was said, and goes with the record', async () => {
    const one = await harness.createUser(tenant);
    const rule = await live();
    for (const [revision, level] of [90, 88].entries())
      await call('PUT', `/users/${one.id}/rules/${rule.id}`, { revision, settings: { level }, off: null }, { as: nurse });
    expect(await exported(one.id)).toMatchObject([
      { ruleId: rule.id, revision: 1, title: 'SpO2 low', settings: { level: 90 }, saidBy: nurse.id },
      { ruleId: rule.id, revision: 2, settings: { level: 88 }, offReason: null },
    ]);
    await alerts.personalData?.erase?.({ tenantId: tenant.id, userId: one.id }, 'contact');
    expect(await exported(one.id)).toHaveLength(2);
    await alerts.personalData?.erase?.({ tenantId: tenant.id, userId: one.id }, 'record');
    expect(await exported(one.id)).toEqual([]);
  });

  test('a backtest that looked at somebody goes with their contact details, and nobody else’s', async () => {
    const own = await harness.createTenant();
    const as = await harness.createUser(own, { roles: ['md'] });
    const [one, other] = [await harness.createUser(own), await harness.createUser(own)];
    const { body: rule } = await call('POST', '/rules', newRule(), { as, of: own });
    const started: string[] = [];
    for (const { id } of [one, other]) {
      const asked = { id: randomUUID(), candidates: [{ ruleId: rule.id, version: 1 }], userIds: [id], days: 1 };
      await expect.poll(async () => (await call('POST', '/backtests', asked, { as, of: own })).status, { timeout: 20_000 }).toBe(200);
      started.push(asked.id);
    }
    const erased = { tenantId: own.id, userId: one.id };
    await alerts.personalData?.erase?.(erased, 'contact');
    const found = await Promise.all(started.map(async (id) => (await call('GET', `/backtests/${id}`, undefined, { as, of: own })).status));
    expect(found).toEqual([404, 200]);
  });
});
