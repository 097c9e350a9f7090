import { randomUUID } from 'node:crypto';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createSurveys, type SurveyAction } from './index.ts';

const harness = await useHarness();
const { database, clock, people } = harness;
/** Sleep and steps as they would be told, by the member. */
const figures = new Map<string, { sleep_score: number | null; steps: number | null }>();
const opened: { tenantId: string; action: SurveyAction }[] = [];
/** Ids of live actions by their keys, as actions keep them. */
const live = new Map<string, string>();
let opening: 'works' | 'fails' = 'works';

const dependencies = {
  ...{ database, people, clock },
  figuresOver: async ({ userId }: { userId: string }) => figures.get(userId) ?? { sleep_score: null, steps: null },
};
const surveys = createSurveys({
  ...dependencies,
  onScored: async () => {},
  onSaid: async () => {},
  programs: { delivered: async () => [], hold: async () => {}, completed: async () => {} },
  openAction: async (_sql, tenantId, action) => {
    if (opening === 'fails') throw new Error('no action can be opened');
    const standing = live.get(action.openKey);
    if (standing) return standing;
    opened.push({ tenantId, action });
    live.set(action.openKey, action.requestId);
    return action.requestId;
  },
});
const server = await startHttp(harness, {
  routes: surveys.routes ?? [],
  owners: surveys.owners ?? {},
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the surveys' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const observer = await harness.createUser(tenant, { roles: ['observer'] });
const base = '/factuary/api';
const nowSeconds = () => Math.floor(clock.now() / 1000);

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, by: { id: string }, payload?: unknown) {
  const answer = await server.http.inject({
    ...{ method, url: `${base}${path}` },
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const newMember = (over: Parameters<typeof harness.createUser>[1] = {}) => harness.createUser(tenant, over);
const listOf = async (member: { id: string }, by: { id: string } = nurse): Promise<UserSurvey[]> =>
  (await call('GET', `/v1/users/${member.id}/surveys`, by)).body.content;
async function give(member: { id: string }, surveyId: string = phq9.id, schedule: object | null = null): Promise<string> {
  const id = randomUUID();
  const { status } = await call('POST', `/v1/users/${member.id}/surveys`, nurse, { id, survey_id: surveyId, schedule });
  expect(status).toBe(200);
  return id;
}
const indices = (name: string, digits: string) =>
  [...digits].flatMap((digit, place) => (digit === '.' ? [] : [{ questionName: `${name}_${place + 1}`, answerIndices: [Number(digit)] }]));
const answer = (member: { id: string }, id: string, answers: unknown, by: { id: string } = member, over: object = {}) =>
  call('POST', `/v1/users/${member.id}/surveys/${id}/answers`, by, { answers, time_answered: nowSeconds(), ...over });
const requests = (member: { id: string }) =>
  harness.asOwner<{ question_name: string; priority: string; action_id: string | null }>(
    'select question_name, priority, action_id from vigil.survey_action_requests where user_id = $1',
    [member.id],
  );
/** A survey of the tenant’s own, published. */
async function publish(content: object, over: { intake?: boolean; name?: string } = {}): Promise<string> {
  const id = randomUUID();
  const draft = { id, revision: 0, name: over.name ?? 'Own survey', intake: over.intake ?? false, content };
  const saved = await call('PUT', '/v2/surveys', nurse, draft);
  expect([saved.status, saved.body.error]).toEqual([200, undefined]);
  const { status, body } = await call('POST', `/v2/surveys/${id}/publish`, nurse, { revision: 1 });
  expect([status, body.error]).toEqual([200, undefined]);
  return id;
}
const yesNo = [
  { index: 0, position: 0, text: 'No' },
  { index: 1, position: 1, text: 'Yes' },
];
const intakeContent = {
  title: 'Welcome',
  questions: [
    { name: 'smoke', position: 1, text: 'Do you smoke?', type: 'single-choice', options: yesNo },
    {
      ...{
        name: 'per_day',
        position: 2,
        text: 'How many a day?',
        type: 'text',
        input: { kind: 'keypad', min: 1, max: 100, unit: 'a day' },
      },
      displayConditions: [{ questionName: 'smoke', answerIndices: [1] }],
    },
    { name: 'wake', position: 3, text: 'When do you get up?', type: 'text', input: { kind: 'time', is24Hr: false } },
  ],
};

describe('surveys that ship', () => {
  test('are listed for clinical staff, and none of them is an intake survey; members are told of their own alone', async () => {
    const member = await newMember();
    expect((await call('GET', '/v1/surveys', member)).status).toBe(403);
    for (const by of [observer, nurse]) {
      const { status, body } = await call('GET', '/v1/surveys', by);
      expect(status).toBe(200);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['PHQ-9', 'GAD-7']));
      expect(body[0]).toMatchObject({ id: phq9.id, tenantId: tenant.id, shipped: true, questions: expect.any(Array) });
    }
    expect((await call('GET', '/v1/surveys/?intake=true', nurse)).body).toEqual([]);
  });

  test('are given, answered one by one and sent: the score has its band and its source', async () => {
    const member = await newMember();
    const id = await give(member);
    for (const one of indices('phq9', '111120000')) {
      const { status, body } = await answer(member, id, [one], member, { status: 'opened' });
      expect([status, body.failed, body.survey.status]).toEqual([200, [], 'opened']);
    }
    clock.advance(60_000);
    const { body } = await answer(member, id, []);
    expect(body.survey).toMatchObject({
      ...{ user_survey_id: id, survey_id: phq9.id, status: 'completed', content_type: 'survey', isEdited: false, editor: null },
      ...{ time_completed: clock.now() / 1000, time_delivered: (clock.now() - 60_000) / 1000 },
      score: { known: true, score: 6, band: { label: 'Mild', labelEs: 'Leve' } },
      scoreSource: expect.stringContaining('Kroenke'),
    });
    expect(body.survey.questions[4]).toMatchObject({
      answer_selected: { answerIndices: [2], answerText: null },
      answer_time: nowSeconds() - 60,
      ctm_answer_selected: null,
    });
    expect(await listOf(member, member)).toEqual([body.survey]);
  });

  test('with a visible question unanswered have no score', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    expect((await answer(member, id, indices('gad7', '333333'))).body.survey).toMatchObject({
      status: 'completed',
      score: { known: false, because: 'unanswered', unanswered: ['gad7_7'] },
    });
  });

  test('cannot be changed', async () => {
    const draft = { id: phq9.id, revision: 0, name: 'PHQ-9', intake: false, content: intakeContent };
    expect((await call('PUT', '/v2/surveys', nurse, draft)).status).toBe(409);
    expect((await call('POST', `/v2/surveys/${phq9.id}/retire`, nurse, { revision: 0 })).status).toBe(409);
  });
});

describe('answers', () => {
  test('those that cannot be are named and the rest is kept; the survey is not sent until all are right', async () => {
    const id = await publish(intakeContent);
    const member = await newMember();
    const sent = {
      ...{ time_answered: nowSeconds(), user_id: member.id, tenant_id: tenant.id, as_ctm: false },
      answers: [
        { questionName: 'smoke', answerIndices: [1] },
        { questionName: 'per_day', answerText: '200' },
        { questionName: 'wake', answerText: '7:05 am' },
        { questionName: 'constructor', answerText: 'x' },
      ],
    };
    const { status, body } = await call('POST', `/v1/surveys/${id}/answers/`, member, sent);
    expect([status, body]).toEqual([
      200,
      [
        { questionName: 'per_day', code: 'above_max', message: 'The number is too large' },
        { questionName: 'constructor', code: 'unknown_question', message: 'This survey has no such question' },
      ],
    ]);
    const [kept] = await listOf(member);
    expect(kept).toMatchObject({ status: 'opened', survey_id: id });
    expect(kept?.questions.map(({ answer_selected }) => answer_selected?.answerText ?? answer_selected?.answerIndices)).toEqual([
      [1],
      undefined,
      '07:05',
    ]);
    const right = { ...sent, answers: [{ questionName: 'per_day', answerText: '20' }] };
    expect((await call('POST', `/v1/surveys/${id}/answers`, member, right)).body).toEqual([]);
    expect((await listOf(member)).map((one) => [one.user_survey_id, one.status])).toEqual([[kept?.user_survey_id, 'completed']]);
    // The answer got lost, so it is sent again.
    expect((await call('POST', `/v1/surveys/${id}/answers`, member, right)).body).toEqual([]);
    expect(await listOf(member)).toHaveLength(1);
  });

  test('of hidden questions are dropped, also those that were given while they stood', async () => {
    const member = await newMember();
    const id = await give(member, await publish(intakeContent));
    const opened = { status: 'opened' };
    await answer(member, id, [{ questionName: 'smoke', answerIndices: [1] }], member, opened);
    await answer(member, id, [{ questionName: 'per_day', answerText: '20' }], member, opened);
    const { body } = await answer(
      member,
      id,
      [
        { questionName: 'smoke', answerIndices: [0] },
        { questionName: 'per_day', answerText: '30' },
      ],
      member,
      opened,
    );
    expect(body.failed).toEqual([]);
    expect(body.survey.questions[1].answer_selected).toBeNull();
  });

  test('an empty one removes what was answered, and discarding removes all', async () => {
    const member = await newMember();
    const id = await give(member, await publish(intakeContent));
    const both = [
      { questionName: 'smoke', answerIndices: [0] },
      { questionName: 'wake', answerText: '07:00' },
    ];
    await answer(member, id, both, member, { status: 'opened' });
    const removed = await answer(member, id, [{ questionName: 'wake', answerText: ' ' }], member, { status: 'opened' });
    expect(removed.body.survey.questions[2].answer_selected).toBeNull();
    const { body } = await answer(member, id, [], member, { status: 'discarded' });
    expect(body.survey.status).toBe('discarded');
    expect(body.survey.questions.every((one: UserSurvey['questions'][number]) => one.answer_selected === null)).toBe(true);
    expect((await answer(member, id, both)).body.survey.status).toBe('completed');
  });

  test('of a question whose kind nobody knows read so', async () => {
    const member = await newMember();
    const surveyId = await publish(intakeContent);
    const id = await give(member, surveyId);
    await harness.asOwner(
      "update vigil.survey_versions set content = jsonb_set(content, '{questions,0,type}', '\"slider\"') where survey_id = $1",
      [surveyId],
    );
    const failed = await surveys.answering.answer(tenant.id, { userId: member.id, by: member.id }, id, {
      ...{ answers: [{ questionName: 'smoke', answerIndices: [0] }], time_answered: nowSeconds(), status: 'opened' },
    });
    expect(failed).toEqual([{ questionName: 'smoke', code: 'unexpected_question_type', message: 'Unexpected question type' }]);
  });

  test('that were sent stay as they are; the same again is answered alike', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const first = await answer(member, id, indices('gad7', '1111111'));
    expect((await answer(member, id, indices('gad7', '1111111'))).body).toEqual(first.body);
    expect((await answer(member, id, indices('gad7', '0111111'))).status).toBe(409);
    expect(await listOf(member)).toEqual([first.body.survey]);
  });

  test.each<[string, string, object, 'member' | 'nurse']>([
    ['from the future', 'time_answered', { time_answered: 99_999_999_999 }, 'member'],
    ['a member who says to be the care team', 'as_ctm', { as_ctm: true }, 'member'],
    ['the care team that says to be the member', 'as_ctm', { as_ctm: false }, 'nurse'],
    ['a status that is none', 'status', { status: 'done' }, 'member'],
  ])('%s: refused, naming %s, and nothing is stored', async (_name, field, over, who) => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const { status, body } = await answer(member, id, indices('gad7', '1111111'), who === 'nurse' ? nurse : member, over);
    expect([status, body.error?.fields?.[0]?.field]).toEqual([400, field]);
    expect((await listOf(member))[0]?.status).toBe('delivered');
  });

  test('for another tenant, another member, or by who only looks, are refused', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const id = await give(member, gad7.id);
    const sent = { answers: [], time_answered: nowSeconds(), user_id: member.id };
    expect(
      (await call('POST', `/v1/surveys/${gad7.id}/answers`, member, { ...sent, tenant_id: randomUUID() })).body.error.fields[0].field,
    ).toBe('tenant_id');
    expect((await call('POST', `/v1/surveys/${gad7.id}/answers`, other, { ...sent, tenant_id: tenant.id })).status).toBe(403);
    expect((await answer(member, id, [], observer)).status).toBe(403);
    expect((await answer(other, id, [], other)).status).toBe(404);
    const held = await newMember({ isOnHold: true });
    expect((await call('POST', `/v1/surveys/${gad7.id}/answers`, held, { ...sent, user_id: held.id, tenant_id: tenant.id })).status).toBe(
      403,
    );
  });
});

describe('edit mode', () => {
  test('the care team answers beside the member, who and when; the member’s answer stays, and the score counts the edit', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    await answer(member, id, indices('gad7', '1111111'));
    clock.advance(3_600_000);
    const { body } = await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [3] }], nurse, { as_ctm: true });
    expect(body.survey).toMatchObject({
      ...{ isEdited: true, editor: { id: nurse.id, firstName: 'Nora', lastName: 'Nurse' }, status: 'completed' },
      ...{ score: { known: true, score: 9 }, member_score: { known: true, score: 7 } },
    });
    expect(body.survey.questions[0]).toMatchObject({
      answer_selected: { answerIndices: [1] },
      ...{ ctm_answer_selected: { answerIndices: [3] }, ctm_uuid: nurse.id, ctm_name: 'Nora Nurse', ctm_answer_time: nowSeconds() },
    });
    // Taken back, the member's answer counts again.
    const back = await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [] }], nurse);
    expect(back.body.survey).toMatchObject({ isEdited: false, score: { score: 7 } });
  });
});

describe('an answer after which somebody has to look at once', () => {
  test('opens one CRITICAL action, as soon as it is given and however often', async () => {
    const member = await newMember();
    const id = await give(member);
    await answer(member, id, [{ questionName: 'phq9_9', answerIndices: [1] }], member, { status: 'opened' });
    await answer(member, id, [{ questionName: 'phq9_9', answerIndices: [3] }], member, { status: 'opened' });
    await answer(member, id, indices('phq9', '000000000'));
    expect(opened.filter(({ action }) => action.userId === member.id)).toEqual([
      {
        tenantId: tenant.id,
        action: {
          ...{ requestId: expect.any(String), openKey: `survey:${id}:phq9_9` },
          ...{ userId: member.id, category: 'SURVEY', priority: 'CRITICAL' },
          ...{ title: 'PHQ-9: an answer that somebody has to look at now', userSurveyId: id, questionName: 'phq9_9' },
          answeredAtMs: nowSeconds() * 1000,
        },
      },
    ]);
  });

  test('opens another one once the first is over, where the member says so anew; the care team’s note beside it opens none', async () => {
    const member = await newMember();
    const sent = (digit: number, by: { id: string } = member) =>
      [
        ...[`/v1/surveys/${phq9.id}/answers`, by],
        {
          ...{ user_id: member.id, tenant_id: tenant.id, time_answered: nowSeconds(), status: 'opened' },
          answers: [{ questionName: 'phq9_9', answerIndices: [digit] }],
        },
      ] as const;
    const of = () => opened.filter(({ action }) => action.userId === member.id).length;
    await call('POST', ...sent(1));
    live.clear();
    // What was answered is sent again, noted by the care team, and cleared: nobody has said anything new.
    await call('POST', ...sent(1));
    await call('POST', ...sent(2, nurse));
    await call('POST', `/v1/surveys/${phq9.id}/answers`, member, { ...sent(1)[2], status: 'discarded', answers: [] });
    expect(of()).toBe(1);
    // Weeks later the same survey is answered anew.
    clock.advance(20 * 86_400_000);
    await call('POST', ...sent(3));
    expect(of()).toBe(2);
    await call('POST', ...sent(2));
    expect(of()).toBe(2);
  });

  test('"not at all" opens none', async () => {
    const member = await newMember();
    await answer(member, await give(member), indices('phq9', '333333330'));
    expect(await requests(member)).toEqual([]);
  });

  test('is not stored where its action cannot be opened: the sender is told, and sends it again', async () => {
    const member = await newMember();
    const id = await give(member);
    opening = 'fails';
    expect((await answer(member, id, indices('phq9', '000000001'))).status).toBe(500);
    opening = 'works';
    expect([(await listOf(member))[0]?.status, await requests(member)]).toEqual(['delivered', []]);
    expect((await answer(member, id, indices('phq9', '000000001'))).status).toBe(200);
    expect(await requests(member)).toEqual([{ question_name: 'phq9_9', priority: 'CRITICAL', action_id: expect.any(String) }]);
  });
});

describe('giving', () => {
  test.each(['is_in_the_tenant = false', 'removed_at = now()', 'deactivated_at = now()'])(
    'to a member who has left (%s) is refused, at once and by a schedule',
    async (left) => {
      const member = await newMember();
      await harness.asOwner(`update vigil.users set ${left} where id = $1`, [member.id]);
      for (const schedule of [null, { kind: 'daily', every: 1, at: '09:00', from: '2026-01-01', until: null }]) {
        const sent = { id: randomUUID(), survey_id: phq9.id, schedule };
        expect((await call('POST', `/v1/users/${member.id}/surveys`, nurse, sent)).status).toBe(409);
      }
      expect(await listOf(member)).toEqual([]);
    },
  );

  test('is not begun by an answer of the care team that was not taken', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const { status, body } = await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [9] }], nurse);
    expect([status, body.failed.length]).toEqual([200, 1]);
    expect(await listOf(member)).toMatchObject([{ status: 'delivered', time_opened: null, isEdited: false }]);
    await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [1] }], nurse, { status: 'opened' });
    expect(await listOf(member)).toMatchObject([{ status: 'opened', isEdited: true }]);
  });

  test('is listed the last first, in pages that are counted from 0 as everywhere', async () => {
    const member = await newMember();
    const ids = [await give(member, gad7.id), await give(member, phq9.id), await give(member, gad7.id)];
    const page = async (query: string) => {
      const { status, body } = await call('GET', `/v1/users/${member.id}/surveys${query}`, member);
      return [status, body.content?.map((one: UserSurvey) => one.user_survey_id), body.totalElements, body.page];
    };
    const whole = await page('');
    expect((whole[1] as string[]).toSorted()).toEqual(ids.toSorted());
    expect(await page('?page=0&per_page=2')).toEqual([200, (whole[1] as string[]).slice(0, 2), 3, 0]);
    expect(await page('?page=1&per_page=2')).toEqual([200, (whole[1] as string[]).slice(2), 3, 1]);
    expect((await page('?page=-1'))[0]).toBe(400);
  });

  test('the same again gives once; another survey under the id is a conflict; one that is no survey is not found', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const path = `/v1/users/${member.id}/surveys`;
    expect((await call('POST', path, nurse, { id, survey_id: gad7.id })).status).toBe(200);
    expect((await call('POST', path, nurse, { id, survey_id: phq9.id })).status).toBe(409);
    expect((await call('POST', path, nurse, { id: randomUUID(), survey_id: randomUUID() })).status).toBe(404);
    expect((await call('POST', path, member, { id: randomUUID(), survey_id: gad7.id })).status).toBe(403);
    expect(await listOf(member)).toHaveLength(1);
  });

  test('by a schedule: each day at its time in the member’s zone; what nobody opened expires when the next one comes', async () => {
    const member = await newMember({ timeZone: 'America/Los_Angeles' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(clock.now());
    const scheduleId = await give(member, gad7.id, { kind: 'daily', at: '00:00', from: today });
    expect(await listOf(member)).toHaveLength(1);
    clock.advance(2 * 86_400_000);
    expect((await listOf(member)).map(({ status }) => status)).toEqual(['delivered', 'expired', 'expired']);
    const [last] = await listOf(member);
    const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'short' });
    expect([last?.origin, at.format((last?.time_delivered ?? 0) * 1000)]).toEqual(['schedule', '00:00']);
    expect((await call('GET', `/v1/users/${member.id}/survey-schedules`, member)).body).toMatchObject([
      { id: scheduleId, name: 'GAD-7', ended: false, schedule: { kind: 'daily', every: 1 } },
    ]);
    expect((await call('DELETE', `/v1/users/${member.id}/survey-schedules/${scheduleId}`, nurse)).status).toBe(200);
    clock.advance(3 * 86_400_000);
    expect(await listOf(member)).toHaveLength(3);
  });

  test.each(['once', 'weekly', 'monthly'] as const)(
    'by a schedule (%s), and the member moves west: it is not given a second time',
    async (kind) => {
      const member = await newMember({ timeZone: 'Pacific/Auckland' });
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(clock.now());
      await give(member, gad7.id, { kind, at: '00:00', from: today });
      expect(await listOf(member)).toHaveLength(1);
      await harness.asOwner(`update vigil.users set time_zone = 'America/Los_Angeles' where id = $1`, [member.id]);
      clock.advance(86_400_000);
      expect((await listOf(member)).map(({ status }) => status)).toEqual(['delivered']);
      clock.advance(32 * 86_400_000);
      expect((await listOf(member)).length > 1).toBe(kind !== 'once');
    },
  );

  test('looked at by many at the same time, a delivery is made once', async () => {
    const member = await newMember();
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await give(member, gad7.id, { kind: 'once', at: '00:00', from: today });
    const lists = await Promise.all([listOf(member), listOf(member, member), listOf(member)]);
    expect(new Set(lists.flat().map(({ user_survey_id }) => user_survey_id)).size).toBe(1);
  });

  test('an intake survey reaches who arrives after it was published, once, and nobody who was there before', async () => {
    const [before, later] = [await newMember({ onboardedAt: new Date(clock.now() - 1000) }), 1_000];
    const id = await publish(intakeContent, { intake: true, name: 'Intake' });
    clock.advance(later);
    const arrived = await newMember({ onboardedAt: new Date(clock.now()) });
    expect((await call('GET', '/v1/surveys?intake=true', nurse)).body).toMatchObject([{ id, name: 'Intake', intake: true }]);
    expect((await listOf(before)).map(({ survey_id }) => survey_id)).not.toContain(id);
    expect((await listOf(arrived, arrived)).map(({ survey_id, origin }) => [survey_id, origin])).toEqual([[id, 'intake']]);
    expect(await listOf(arrived)).toHaveLength(1);
    const { body } = await call('GET', `/v2/surveys/${id}`, nurse);
    expect((await call('POST', `/v2/surveys/${id}/retire`, nurse, { revision: body.revision })).status).toBe(200);
    expect((await call('GET', '/v1/surveys?intake=true', nurse)).body).toEqual([]);
  });
});

describe('the baseline', () => {
  test('is the first completed answers; a report stands beside it with sleep and steps of the days before', async () => {
    const member = await newMember();
    figures.set(member.id, { sleep_score: 88, steps: 5_000 });
    const ids: string[] = [];
    for (const digits of ['1111111', '2222222', '0000000']) {
      const id = await give(member, gad7.id);
      ids.push(id);
      await answer(member, id, indices('gad7', digits));
      clock.advance(86_400_000);
    }
    const path = `/v2/baseline/${ids[2]}`;
    expect((await call('GET', path, nurse)).body).toMatchObject({
      number_answers: null,
      base_line_data: { score: null, sleep_score: null, steps: null },
      report_data: { score: 0, sleep_score: 88, steps: 5_000 },
    });
    expect((await call('POST', `${path}/4`, nurse)).status).toBe(409);
    expect((await call('POST', `${path}/2/`, nurse)).body).toMatchObject({
      ...{ survey_id: gad7.id, user_survey_id: ids[2], number_answers: 2 },
      ...{ base_line_data: { score: 10.5, sleep_score: 88, steps: 5_000 }, report_data: { score: 0 } },
      history: [
        { user_survey_id: ids[0], in_base_line: true, score: 7 },
        { user_survey_id: ids[1], in_base_line: true, score: 14 },
        { user_survey_id: ids[2], in_base_line: false, score: 0 },
      ],
    });
    expect((await call('POST', `${path}/1`, member)).status).toBe(403);
    expect((await call('GET', `/v2/baseline/${randomUUID()}`, nurse)).status).toBe(404);
  });
});

test('the screener tells answers in words; deduplicated the last one to each question', async () => {
  const member = await newMember();
  const surveyId = await publish(intakeContent, { name: 'Habits' });
  for (const text of ['06:00', '7 am']) {
    await answer(member, await give(member, surveyId), [
      { questionName: 'smoke', answerIndices: [0] },
      { questionName: 'wake', answerText: text },
    ]);
    clock.advance(1_000);
  }
  const path = `/v1/screener/${member.id}/screen`;
  expect((await call('GET', path, nurse)).body).toHaveLength(4);
  expect(
    (await call('GET', `${path}?deduplicate=true`, nurse)).body.map((one: Record<string, unknown>) => [
      one.survey_name,
      one.question_text,
      one.answer_text,
    ]),
  ).toEqual([
    ['Habits', 'Do you smoke?', 'No'],
    ['Habits', 'When do you get up?', '07:00'],
  ]);
});

describe('writing a survey', () => {
  const draft = (over: object = {}) => ({
    id: randomUUID(),
    revision: 0,
    name: 'Draft',
    intake: false,
    content: { title: 'T', questions: [] },
    ...over,
  });

  test('a draft may be unfinished; publishing names every fault, and members see nothing before', async () => {
    const one = draft({ content: { title: 'T', questions: [{ name: 'q', position: 1, text: '', type: 'single-choice' }] } });
    expect((await call('PUT', '/v2/surveys', nurse, one)).body).toMatchObject({
      revision: 1,
      status: 'draft',
      version: null,
      changed: true,
    });
    const { status, body } = await call('POST', `/v2/surveys/${one.id}/publish`, nurse, { revision: 1 });
    expect([status, body.error.fields.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['questions.0.text', 'questions.0.options'],
    ]);
    expect(JSON.stringify((await call('GET', '/v1/surveys', nurse)).body)).not.toContain(one.id);
  });

  test('saved on an older revision is a conflict; the same again is kept once', async () => {
    const one = draft();
    const first = await call('PUT', '/v2/surveys', nurse, one);
    expect((await call('PUT', '/v2/surveys', nurse, one)).body).toEqual(first.body);
    expect((await call('PUT', '/v2/surveys', nurse, { ...one, revision: 1, name: 'Second' })).body).toMatchObject({
      revision: 2,
      name: 'Second',
    });
    const stale = { field: 'revision', message: 'Is 2 now' };
    const refused = await call('PUT', '/v2/surveys', nurse, { ...one, revision: 1, name: 'Third' });
    expect([refused.status, refused.body.error.fields]).toEqual([409, [stale]]);
    expect(refused.body.error.message).toContain('you have revision 1, and it is at 2');
    for (const what of ['publish', 'retire']) {
      const { status, body } = await call('POST', `/v2/surveys/${one.id}/${what}`, nurse, { revision: 1 });
      expect([what, status, body.error.fields]).toEqual([what, 409, [stale]]);
    }
    expect((await call('PUT', '/v2/surveys', nurse, draft({ revision: 4 }))).status).toBe(404);
  });

  test('members keep the version that they were given', async () => {
    const id = await publish(intakeContent, { name: 'Versions' });
    const member = await newMember();
    await give(member, id);
    const content = { title: 'Second', questions: [intakeContent.questions[0]] };
    await call('PUT', '/v2/surveys', nurse, { id, revision: 1, name: 'Versions', intake: false, content });
    expect((await call('POST', `/v2/surveys/${id}/publish`, nurse, { revision: 2 })).body).toMatchObject({ version: 2, changed: false });
    clock.advance(1_000);
    await give(member, id);
    expect((await listOf(member)).map(({ version, title }) => [version, title])).toEqual([
      [2, 'Second'],
      [1, 'Welcome'],
    ]);
  });

  test('is for the care team and administrators; observers look, members do not', async () => {
    const one = draft();
    expect((await call('PUT', '/v2/surveys', observer, one)).status).toBe(403);
    expect((await call('GET', '/v2/surveys', observer)).status).toBe(200);
    expect((await call('GET', '/v2/surveys', await newMember())).status).toBe(403);
  });
});

test('what members were given and answered is theirs to export, and goes with an erasure of the record', async () => {
  const member = await newMember();
  await answer(member, await give(member), indices('phq9', '000000001'));
  const personalData = surveys.personalData;
  const files = (await personalData?.exportOf?.({ tenantId: tenant.id, userId: member.id })) ?? [];
  let text = '';
  for await (const part of files[0]?.content ?? []) text += part;
  expect(JSON.parse(text)).toMatchObject([
    { name: 'PHQ-9', status: 'completed', careTeamWasTold: [{ question: 'phq9_9', priority: 'CRITICAL' }] },
  ]);
  const erase = () => personalData?.erase?.({ tenantId: tenant.id, userId: member.id }, 'record');
  // Not without a decision.
  await expect(erase()).rejects.toThrow();
  await harness.asOwner(
    `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, due_at, decided_by, decided_at)
     values ($1, $2, $3, $3, now(), now(), $4, now())`,
    [tenant.id, randomUUID(), member.id, nurse.id],
  );
  await erase();
  expect([await requests(member), await listOf(member)]).toEqual([[], []]);
});
