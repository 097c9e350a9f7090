import { randomUUID } from 'node:crypto';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { expect } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createSurveys, type SurveyAction } from '../index.ts';

/** Surveys behind the real HTTP server, for a tenant with a nurse and an observer; a token is the user's id, taken at its word. */
export async function startSurveys() {
  const harness = await useHarness();
  const { database, clock, people } = harness;
  /** Sleep and steps as they would be told, by the member. */
  const figures = new Map<string, { sleep_score: number | null; steps: number | null }>();
  const opened: { tenantId: string; action: SurveyAction }[] = [];
  /** Ids of live actions by their keys, as actions keep them. */
  const live = new Map<string, string>();
  /** Whether actions cannot be opened. */
  const openings = { fail: false };

  const surveys = createSurveys({
    ...{ database, people, clock },
    figuresOver: async ({ userId }) => figures.get(userId) ?? { sleep_score: null, steps: null },
    onScored: async () => {},
    onSaid: async () => {},
    programs: { delivered: async () => [], hold: async () => {}, completed: async () => {} },
    openAction: async (_sql, tenantId, action) => {
      if (openings.fail) throw new Error('no action can be opened');
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
    [...digits].flatMap((digit, place) =>
      digit === '.' ? [] : [{ questionName: `${name}_${place + 1}`, answerIndices: [Number(digit)] }],
    );
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

  const stop = () => server.stop();
  return {
    ...{ harness, surveys, tenant, nurse, observer, figures, opened, live, openings, nowSeconds },
    ...{ call, newMember, listOf, give, indices, answer, requests, publish, stop },
  };
}

const yesNo = [
  { index: 0, position: 0, text: 'No' },
  { index: 1, position: 1, text: 'Yes' },
];
export const intakeContent = {
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
