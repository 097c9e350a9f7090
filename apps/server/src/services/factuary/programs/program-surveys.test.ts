import { randomUUID } from 'node:crypto';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { describe, expect, test } from 'vitest';
import { insight, type SentProgram, sentProgram, startPrograms } from './testing/programs-server.ts';

const { harness, call, taken, write, published, change, programsOf, deliver, daysPass } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const options = ['No', 'Yes'].map((text, index) => ({ index, position: index, text }));
const questions = [{ name: 'well', position: 1, text: 'Are you well?', type: 'single-choice', options }];

/** A survey of the tenant's own with one question. */
async function liveSurvey(): Promise<string> {
  const id = randomUUID();
  await taken('PUT', 'v2/surveys', nurse, { id, revision: 0, name: 'How are you', intake: false, content: { title: 'Hello', questions } });
  await taken('POST', `v2/surveys/${id}/publish`, nurse, { revision: 1 });
  return id;
}
const retire = (id: string, revision = 1) => taken('POST', `v2/surveys/${id}/retire`, nurse, { revision });
const asking = (survey_id: string, over: object = {}) => ({ type: 'survey' as const, title: 'How are you?', day: 0, survey_id, ...over });
const oneModule = (...steps: SentProgram['modules'][number]['steps']) => sentProgram({ modules: [{ name: 'One', steps }] });

async function memberWith(...steps: SentProgram['modules'][number]['steps']) {
  const member = await harness.createUser(tenant);
  const { id: programId } = await published(nurse, oneModule(...steps));
  await change(member, nurse, { op: 'assign', program_id: programId });
  return { ...member, programId };
}
const surveysOf = async (member: { id: string }, by: { id: string } = member): Promise<UserSurvey[]> =>
  (await taken('GET', `v1/users/${member.id}/surveys`, by)).content;
const answer = (member: { id: string }, id: string | undefined, over: object = {}, by: { id: string } = member) =>
  call('POST', `v1/users/${member.id}/surveys/${id}/answers`, by, {
    ...{ answers: [{ questionName: 'well', answerIndices: [1] }], time_answered: Math.floor(harness.clock.now() / 1000) },
    ...over,
  });
const statusOf = async (member: { id: string }, order = 0) =>
  (await programsOf(member, nurse))[0]?.modules[0]?.steps.find((step) => step.order === order)?.status;

describe('a survey of a program', () => {
  test('is given with the delivery under the id of its step, once, and answering it ends its step and the program', async () => {
    const surveyId = await liveSurvey();
    const member = await memberWith(asking(surveyId));
    expect(await surveysOf(member)).toEqual([]);
    await daysPass(member, 2);
    await deliver();
    const given = await surveysOf(member);
    const step = (await programsOf(member, member))[0]?.modules[0]?.steps[0];
    expect(given).toMatchObject([{ user_survey_id: step?.user_survey_id, survey_id: surveyId, origin: 'program', status: 'delivered' }]);
    expect((await answer(member, step?.user_survey_id ?? '', { status: 'opened' })).status).toBe(200);
    expect(await statusOf(member)).toBe('delivered');
    for (const _again of [1, 2]) expect((await answer(member, step?.user_survey_id ?? '')).status).toBe(200);
    expect((await programsOf(member, member))[0]).toMatchObject({ status: 'completed', aggregations: { surveys: { completed: 1 } } });
  });

  test('that was not given with its step is given when the member’s surveys are looked at, once, and ends the step', async () => {
    const surveyId = await liveSurvey();
    const member = await memberWith(asking(surveyId));
    await daysPass(member, 2);
    await deliver();
    // As programs did before surveys were given with their steps.
    await harness.asOwner('delete from vigil.user_surveys where tenant_id = $1 and user_id = $2', [tenant.id, member.id]);
    const looks = await Promise.all([surveysOf(member), surveysOf(member, nurse)]);
    const step = (await programsOf(member, member))[0]?.modules[0]?.steps[0];
    for (const given of looks)
      expect(given).toMatchObject([{ user_survey_id: step?.user_survey_id, survey_id: surveyId, origin: 'program' }]);
    expect((await answer(member, step?.user_survey_id ?? '')).status).toBe(200);
    expect(await statusOf(member)).toBe('completed');
    expect(await surveysOf(member)).toHaveLength(1);
  });

  test('is done as well when the care team answers it', async () => {
    const member = await memberWith(asking(await liveSurvey()));
    await daysPass(member, 2);
    const [given] = await surveysOf(member);
    expect((await answer(member, given?.user_survey_id, {}, nurse)).status).toBe(200);
    expect(await statusOf(member)).toBe('completed');
  });

  test('is withdrawn with its program where nobody has begun it, and stays where somebody has', async () => {
    const member = await memberWith(asking(await liveSurvey()), asking(await liveSurvey()), insight('Read this'));
    await daysPass(member, 2);
    const [begun, left] = await surveysOf(member);
    await answer(member, begun?.user_survey_id, { status: 'opened' });
    await change(member, nurse, { op: 'cancel', program_id: member.programId });
    const after = new Map((await surveysOf(member)).map((one) => [one.user_survey_id, one.status]));
    expect([after.get(begun?.user_survey_id ?? ''), after.get(left?.user_survey_id ?? '')]).toEqual(['opened', 'expired']);
    const refused = await answer(member, left?.user_survey_id);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('The time for this survey is over')]);
    expect((await answer(member, begun?.user_survey_id)).status).toBe(200);
    const items = await harness.asOwner<{ id: string; status: string }>(
      'select id, status from vigil.program_items where user_id = $1 and withdrawn_at is null',
      [member.id],
    );
    expect(items).toEqual([{ id: begun?.user_survey_id, status: 'completed' }]);
  });

  test('expires with its step where nobody has begun it', async () => {
    const member = await memberWith(asking(await liveSurvey(), { expires_after_days: 3 }));
    await daysPass(member, 2);
    await daysPass(member, 4);
    expect(await surveysOf(member)).toMatchObject([{ status: 'expired' }]);
    expect(await statusOf(member)).toBe('expired');
  });

  test('that was retired meanwhile is not given: its step waits for the next morning, and comes when there is one again', async () => {
    const surveyId = await liveSurvey();
    const member = await memberWith(asking(surveyId), insight('Beside it'));
    await retire(surveyId);
    await daysPass(member, 2);
    expect([await surveysOf(member), await statusOf(member, 0), await statusOf(member, 1)]).toEqual([[], 'created', 'delivered']);
    await taken('POST', `v2/surveys/${surveyId}/publish`, nurse, { revision: 1 });
    await daysPass(member, 2);
    expect(await surveysOf(member)).toMatchObject([{ survey_id: surveyId, origin: 'program' }]);
  });

  test('an answer while the program is canceled waits for it: neither is lost', async () => {
    const member = await memberWith(...(await Promise.all([1, 2, 3].map(async () => asking(await liveSurvey())))));
    await daysPass(member, 2);
    const given = await surveysOf(member);
    expect(given).toHaveLength(3);
    const [canceled, ...answers] = await Promise.all([
      change(member, nurse, { op: 'cancel', program_id: member.programId }),
      ...given.map(({ user_survey_id: id }) => answer(member, id)),
    ]);
    expect(canceled[0].result).not.toBe('failed');
    const after = new Map((await surveysOf(member)).map((one) => [one.user_survey_id, one.status]));
    for (const [place, { status }] of answers.entries())
      expect([200, 409].indexOf(status)).toBe(after.get(given[place]?.user_survey_id ?? '') === 'completed' ? 0 : 1);
  });
});

test('a program whose step names a survey that is unknown, a draft or retired is not published, and says which step', async () => {
  const [live, retired] = [await liveSurvey(), await liveSurvey()];
  await retire(retired);
  const modules = (surveyId: string) => [
    { name: 'One', steps: [insight('First')] },
    { name: 'Two', steps: [asking(live), asking(surveyId)] },
  ];
  for (const surveyId of [randomUUID(), retired]) {
    const { id, revision } = await write(nurse, sentProgram({ modules: modules(surveyId) }));
    const { status, body } = await call('POST', `v2/programs/${id}/publish`, nurse, { op: 'publish', revision });
    expect([status, body.error.fields?.map(({ field }: { field: string }) => field)]).toEqual([400, ['modules.1.steps.1.survey_id']]);
    expect((await taken('GET', `v2/programs/${id}`, nurse)).live).toBeNull();
  }
});
