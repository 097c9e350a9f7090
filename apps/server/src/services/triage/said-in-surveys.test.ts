import { randomUUID } from 'node:crypto';
import type { News2 } from '@vigil/contract/triage.contract';
import { oxygenAndAlertness } from '@vigil/domain/surveys/shipped/oxygen-and-alertness';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

const harness = await useHarness();
const server = await startModules(harness);
afterAll(() => server.stop());
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
let member: TestUser;
beforeEach(async () => {
  member = await harness.createUser(tenant);
});

const nowSeconds = () => Date.now() / 1000;
async function call(method: 'GET' | 'POST' | 'PUT', url: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
async function given() {
  const id = randomUUID();
  const sent = { id, survey_id: oxygenAndAlertness.id };
  expect((await call('POST', `/factuary/api/v1/users/${member.id}/surveys`, nurse, sent)).status).toBe(200);
  return id;
}
/** `oxygen` and `alertness` by the places of their answers. */
async function answer(id: string, by: { id: string }, chosen: Record<string, number>, over: object = {}) {
  const answers = Object.entries(chosen).map(([questionName, index]) => ({ questionName, answerIndices: [index] }));
  const sent = { answers, time_answered: nowSeconds(), ...over };
  const { status, body } = await call('POST', `/factuary/api/v1/users/${member.id}/surveys/${id}/answers`, by, sent);
  expect([status, body.failed]).toEqual([200, []]);
}
const say = (kind: string, value: string) =>
  call('POST', `/triage/api/v1/users/${member.id}/news2/statements`, nurse, { id: randomUUID(), kind, value });
async function inputs() {
  const { inputs: all, score } = (await call('GET', `/triage/api/v1/users/${member.id}/news2`, nurse)).body as News2;
  const of = (input: string) => all.find((one) => one.input === input);
  return { oxygen: of('oxygen'), consciousness: of('consciousness'), score };
}

test('a completed survey tells consciousness and oxygen, as answered in a survey, by whom and when', async () => {
  const id = await given();
  await answer(id, member, { oxygen: 1 }, { status: 'opened' });
  // So far nothing is said: it is not sent.
  expect((await inputs()).oxygen).toMatchObject({ value: null, source: null });
  const before = nowSeconds();
  await answer(id, member, { oxygen: 1, alertness: 0 });
  const { oxygen, consciousness, score } = await inputs();
  expect(oxygen).toMatchObject({ value: 'oxygen', source: 'survey', saidBy: member.id, low: 2, high: 2 });
  expect(oxygen?.measuredAt).toBeLessThanOrEqual(before + 0.001);
  expect(consciousness).toMatchObject({ value: 'alert', source: 'survey', saidBy: member.id, low: 0 });
  expect(score).toMatchObject({ low: 2, known: 2, band: null });
});

test('of an answer and a clinician the one that spoke last holds, whichever arrives last', async () => {
  await answer(await given(), member, { oxygen: 1, alertness: 0 });
  await say('oxygen', 'air');
  expect((await inputs()).oxygen).toMatchObject({ value: 'air', source: 'clinician', saidBy: nurse.id });
  // A phone that was offline: answered before the clinician spoke, and it does not hide that.
  await answer(await given(), member, { oxygen: 1, alertness: 0 }, { time_answered: nowSeconds() - 3_600 });
  expect((await inputs()).oxygen).toMatchObject({ value: 'air', source: 'clinician' });
  await answer(await given(), member, { oxygen: 1, alertness: 0 });
  expect((await inputs()).oxygen).toMatchObject({ value: 'oxygen', source: 'survey' });
});

test('what is answered for more than a day ago is unknown', async () => {
  await answer(await given(), member, { oxygen: 0, alertness: 0 }, { time_answered: nowSeconds() - 25 * 3_600 });
  expect(await inputs()).toMatchObject({ oxygen: { value: null }, consciousness: { value: null }, score: { known: 0 } });
});

test('the care team’s answer beside the member’s counts, under their name, and can be changed back', async () => {
  const id = await given();
  await answer(id, member, { oxygen: 0, alertness: 0 });
  for (const [index, value] of [
    [1, 'confusion'],
    [0, 'alert'],
  ] as const) {
    await answer(id, nurse, { alertness: index });
    expect((await inputs()).consciousness).toMatchObject({ value, source: 'survey', saidBy: nurse.id });
  }
  expect((await inputs()).oxygen).toMatchObject({ value: 'air', saidBy: member.id });
});

test('who is newly confused has somebody look at once, and a rule about NEWS2 looks at them', async () => {
  const rows = () => harness.asOwner('select 1 from vigil.alert_watches where user_id = $1', [member.id]);
  await answer(await given(), member, { oxygen: 1, alertness: 1 });
  const { body } = await call('GET', `/factuary/api/v2/users/actions?user_id=${member.id}&category=SURVEY`, nurse);
  expect(body.content).toEqual([expect.objectContaining({ priority: 'CRITICAL', title: expect.stringContaining('Oxygen and alertness') })]);
  const [rule] = (await call('GET', '/alerts/api/v1/defaults', nurse)).body.filter(({ id }: { id: string }) => id === 'news2-urgent');
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const id = randomUUID();
  const made = await call('POST', '/alerts/api/v1/rules', md, {
    id,
    title: rule.title,
    definition: { ...rule.definition, persistMinutes: 0 },
  });
  expect(made.status).toBe(200);
  const { status } = await call('POST', `/alerts/api/v1/rules/${id}/publish`, md, { revision: made.body.revision, state: 'live' });
  expect(status).toBe(200);
  await answer(await given(), member, { oxygen: 1, alertness: 2 });
  expect(await rows()).toHaveLength(1);
  await expect
    .poll(async () => (await call('GET', `/factuary/api/v2/users/actions?user_id=${member.id}&category=BIOMETRICS`, nurse)).body.content, {
      timeout: 20_000,
      interval: 250,
    })
    .toEqual([expect.objectContaining({ title: rule.title, priority: 'HIGH' })]);
});
