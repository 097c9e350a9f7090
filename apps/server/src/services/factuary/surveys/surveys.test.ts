import { randomUUID } from 'node:crypto';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { afterAll, describe, expect, test } from 'vitest';
import { intakeContent, startSurveys } from './testing/surveys-server.ts';

const {
  harness,
  surveys,
  tenant,
  nurse,
  observer,
  figures,
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
