import { randomUUID } from 'node:crypto';
import type { AnalyticsEvent } from '@vigil/contract/analytics.forms';
import { afterAll, expect, test } from 'vitest';
import { endlessDisk } from '#testing/endless-disk.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createAnalytics } from './index.ts';

const harness = await useHarness();
const { clock } = harness;
const server = await startHttp(harness, {
  routes: createAnalytics({ ...harness, reserve: endlessDisk, keepDays: 30 }).routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const member = await harness.createUser(tenant);
const foreign = await harness.createUser(await harness.createTenant());
const tid = randomUUID();

interface Overrides extends Omit<Partial<AnalyticsEvent>, 'ep'> {
  readonly ep?: Partial<AnalyticsEvent['ep']>;
}
const event = ({ ep, ...over }: Overrides = {}): AnalyticsEvent => ({
  v: '1',
  tid,
  ds: 'web',
  uid: nurse.id,
  te: tenant.id,
  et: clock.now() / 1000,
  en: 'page_view',
  ...over,
  ep: {
    category: 'navigation',
    subcategory: 'page',
    app_name: 'Clinical Portal',
    session_id: tid,
    visit_path: `/patient/${member.id}/data`,
    patient_id: member.id,
    ...ep,
  },
});

async function post(payload: unknown, by = nurse.id, slash = '') {
  const answer = await server.http.inject({
    method: 'POST',
    url: `/analytics-service/v1/analytics${slash}`,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const kept = (of = nurse.id, session = tid) =>
  harness.asOwner<Record<string, unknown>>(
    'select session_id, extract(epoch from at)::float8 as at, name, visit_path, patient_id, value from vigil.analytics_events where user_id = $1 and session_id = $2 order by at, visit_path',
    [of, session],
  );

test('events are kept with who, which member and when, once however often they are sent', async () => {
  const sent = [event(), event({ et: clock.now() / 1000 + 1.5, en: 'web_vital', ep: { subcategory: 'LCP', value: 812.4 } })];
  expect(await post(sent)).toEqual({ status: 200, body: { accepted: 2, rejected: [] } });
  expect(await post(sent, nurse.id, '/')).toEqual({ status: 200, body: { accepted: 2, rejected: [] } });
  const path = `/patient/${member.id}/data`;
  expect(await kept()).toEqual([
    { session_id: tid, at: clock.now() / 1000, name: 'page_view', visit_path: path, patient_id: member.id, value: null },
    { session_id: tid, at: clock.now() / 1000 + 1.5, name: 'web_vital', visit_path: path, patient_id: member.id, value: 812.4 },
  ]);
});

test('nobody writes down what somebody else did, or did elsewhere, and then nothing is kept', async () => {
  const session = randomUUID();
  const own = event({ tid: session });
  const other = await post([own, event({ tid: session, uid: member.id }), event({ tid: session, te: randomUUID() })]);
  expect(other.status).toBe(400);
  expect(other.body.error.fields.map(({ field }: { field: string }) => field)).toEqual(['1.uid', '2.te']);
  expect(await kept(nurse.id, session)).toEqual([]);
});

test('an event at an implausible time is told back, and the others are kept', async () => {
  const session = randomUUID();
  const now = clock.now() / 1000;
  const answer = await post([now - 8 * 86_400, now, now + 600].map((et) => event({ tid: session, et })));
  expect(answer.body).toEqual({ accepted: 1, rejected: [0, 2].map((index) => ({ index, reason: expect.stringContaining('time') })) });
  expect(await kept(nurse.id, session)).toHaveLength(1);
});

test('a member whom the caller may not see is left out of the event, without saying whether there is one', async () => {
  const assigned = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
  const [coach, unseen] = [await harness.createUser(assigned, { roles: ['coach'] }), await harness.createUser(assigned)];
  const session = randomUUID();
  const of = (patient_id: string, visit_path: string) =>
    event({ tid: session, uid: coach.id, te: assigned.id, ep: { patient_id, visit_path } });
  const answer = await post([of(unseen.id, '/a'), of(foreign.id, '/b'), of(randomUUID(), '/c'), of(coach.id, '/d')], coach.id);
  expect(answer.body).toEqual({ accepted: 4, rejected: [] });
  expect((await kept(coach.id, session)).map((one) => one.patient_id)).toEqual([null, null, null, null]);
});

test('a member’s own views are kept with the own id', async () => {
  const session = randomUUID();
  expect((await post([event({ tid: session, uid: member.id })], member.id)).status).toBe(200);
  expect((await kept(member.id, session))[0]).toMatchObject({ patient_id: member.id });
});

test.each<[string, unknown, string]>([
  ['no list', event(), 'body'],
  ['an empty list', [], 'body'],
  ['more than 100 events', Array.from({ length: 101 }, () => event()), 'body'],
  ['another source', [{ ...event(), ds: 'ios' }], '0.ds'],
  ['a path with a query, which could hold a name', [event({ ep: { visit_path: '/dashboard/panel?search=Ann' } })], '0.ep.visit_path'],
  ['a part that is not named', [{ ...event(), title: 'Ann Ashgrove' }], '0'],
  ['another application', [event({ ep: { app_name: 'Other' as 'Clinical Portal' } })], '0.ep.app_name'],
])('%s is refused by name', async (_name, body, field) => {
  const answer = await post(body);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_input']);
  expect(answer.body.error.fields.map((one: { field: string }) => one.field)).toContain(field);
});

test('what is older than it is kept for is removed', async () => {
  const session = randomUUID();
  await post([event({ tid: session })]);
  clock.advance(31 * 86_400_000);
  await post([event({ tid: session })]);
  expect((await kept(nurse.id, session)).map((one) => one.at)).toEqual([clock.now() / 1000]);
});
