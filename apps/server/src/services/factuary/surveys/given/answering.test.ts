import { randomUUID } from 'node:crypto';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { afterAll, describe, expect, test } from 'vitest';
import { intakeContent, startSurveys } from '../testing/surveys-server.ts';

const {
  harness,
  surveys,
  tenant,
  nurse,
  observer,
  opened,
  live,
  openings,
  nowSeconds,
  call,
  newMember,
  listOf,
  give,
  indices,
  answer,
  requests,
  publish,
  stop,
} = await startSurveys();
const { clock } = harness;
afterAll(stop);

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
          ...{ title: 'PHQ-9: answer needs review now', userSurveyId: id, questionName: 'phq9_9' },
          answeredAtMs: nowSeconds() * 1000,
        },
      },
    ]);
  });

  test('stands behind its action in words, as it was given then, for clinical staff alone', async () => {
    const member = await newMember();
    const id = await give(member);
    await answer(member, id, [{ questionName: 'phq9_9', answerIndices: [2] }], member, {
      status: 'opened',
      time_answered: nowSeconds() - 60,
    });
    const [request] = await requests(member);
    const asked = (by: { id: string }, of = member, actionId = request?.action_id) =>
      call('GET', `/v1/users/${of.id}/actions/${actionId}/answer`, by);
    const expected = {
      ...{ user_survey_id: id, survey_name: 'PHQ-9', question_name: 'phq9_9', time_answered: nowSeconds() - 60 },
      question_text: 'Thoughts that you would be better off dead, or of hurting yourself in some way',
      answer_text: 'More than half the days',
    };
    expect((await asked(nurse)).body).toEqual(expected);
    // "Not at all" since: what called for the action stays.
    await answer(member, id, [{ questionName: 'phq9_9', answerIndices: [0] }], member, { status: 'opened' });
    expect((await asked(observer)).body).toEqual(expected);
    expect((await asked(member)).status).toBe(403);
    expect((await asked(nurse, await newMember())).status).toBe(404);
    expect((await asked(nurse, member, randomUUID())).status).toBe(404);
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
    openings.fail = true;
    expect((await answer(member, id, indices('phq9', '000000001'))).status).toBe(500);
    openings.fail = false;
    expect([(await listOf(member))[0]?.status, await requests(member)]).toEqual(['delivered', []]);
    expect((await answer(member, id, indices('phq9', '000000001'))).status).toBe(200);
    expect(await requests(member)).toEqual([{ question_name: 'phq9_9', priority: 'CRITICAL', action_id: expect.any(String) }]);
  });
});
