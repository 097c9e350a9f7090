import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import type { UserSurveyAnswers } from '@vigil/contract/factuary-surveys.forms';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { answerDrafts } from './answer-drafts.ts';
import { SurveysScreen } from './surveys-screen.tsx';

vi.setConfig({ testTimeout: 30_000 });

const me = '5d0cba11-0000-4000-8000-000000000001';
const nora = '5d0cba11-0000-4000-8000-000000000002';
const id = '5d0cba11-0000-4000-8000-000000000003';
let survey: UserSurvey;
let sent: UserSurveyAnswers[];
let failing: (() => Response) | null;
let accountStatus: string;
let country: string | null;

const given = (): UserSurvey =>
  ({
    ...{ user_survey_id: id, survey_id: phq9.id, user_id: me, version: 1, content_type: 'survey', name: 'PHQ-9', origin: 'assigned' },
    ...{ status: 'delivered', time_created: 1_780_000_000, time_delivered: 1_780_000_000, time_opened: null, time_completed: null },
    ...{ title: phq9.content.title, titleEs: phq9.content.titleEs, intro: phq9.content.intro, introEs: phq9.content.introEs },
    questions: phq9.content.questions.map((question) => ({
      ...{ ...question, answer_selected: null, answer_time: null },
      ...{ ctm_answer_selected: null, ctm_uuid: null, ctm_name: null, ctm_answer_time: null },
    })),
    ...{ isEdited: false, editor: null, scoreSource: 'Kroenke 2001' },
    score: { known: false, because: 'unanswered', unanswered: [] },
    member_score: { known: false, because: 'unanswered', unanswered: [] },
  }) as unknown as UserSurvey;

/** As the server keeps it. */
function keep({ answers, status, as_ctm }: UserSurveyAnswers): void {
  const of = new Map(answers.map((one) => [one.questionName, one]));
  survey = {
    ...survey,
    status: status === 'answered' ? 'completed' : 'opened',
    questions: survey.questions.map((question) => {
      const answer = of.get(question.name);
      if (!answer) return question;
      const selected = { answerIndices: answer.answerIndices ?? null, answerText: answer.answerText ?? null };
      return as_ctm
        ? { ...question, ctm_answer_selected: selected, ctm_uuid: nora, ctm_name: 'Nora Nurse', ctm_answer_time: 1_780_000_000 }
        : { ...question, answer_selected: selected };
    }),
  };
}

beforeEach(() => {
  [survey, sent, failing, accountStatus, country] = [given(), [], null, 'ACTIVE', 'US'];
  queryClient.clear();
  sessionStorage.clear();
  signInAs(me, 'patient');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.startsWith('/registry/'))
      return Response.json({ id: me, accountStatus, languageRegion: { timezone: 'UTC', country }, personalInfo: {} });
    if (pathname.endsWith('/survey-schedules')) return Response.json([]);
    if (failing) return failing();
    if (method === 'GET') return Response.json({ content: [survey], totalElements: 1, page: 1, per_page: 200 });
    const answers = JSON.parse(String(body)) as UserSurveyAnswers;
    sent.push(answers);
    keep(answers);
    return Response.json({ survey, failed: [] });
  });
});
afterEach(async () => {
  cleanup();
  for (const draft of answerDrafts.of(id)) answerDrafts.remove(id, draft.id);
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

function signInAs(userId: string, role: 'patient' | 'nurse' | 'observer') {
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
}
function open(at = '/') {
  const routeTree = createRootRoute({ component: () => <SurveysScreen memberId={me} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
const emergency = 'In an emergency';

describe('a link to one survey', () => {
  test('opens it for the member, without the list before it', async () => {
    open(`/?survey=${id}`);
    expect(await screen.findByText(phq9.content.intro ?? '', { exact: false })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  });

  test('opens its answers for the care team', async () => {
    signInAs(nora, 'nurse');
    open(`/?survey=${id}`);
    expect((await screen.findByRole('button', { name: /PHQ-9/, pressed: true })).textContent).toContain('PHQ-9');
  });

  test('to one that was sent shows the list', async () => {
    survey = { ...survey, status: 'completed' };
    open(`/?survey=${id}`);
    expect(await screen.findByRole('heading', { name: 'Sent' })).toBeTruthy();
  });
});

describe('a member', () => {
  test('answers one question a screen; each answer is kept as one goes on, and then all are sent', async () => {
    open();
    await press('Start');
    expect(screen.getByText(/how often have you been bothered/)).toBeTruthy();
    await press('Begin');
    for (let place = 1; place <= 9; place++) {
      expect(await screen.findByText(`Question ${place} of 9`)).toBeTruthy();
      expect(screen.getByLabelText(emergency)).toBeTruthy();
      await choose('Not at all');
      await press('Next');
    }
    await press('Send my answers');
    expect(await screen.findByText('Thank you. Your answers are sent.')).toBeTruthy();
    expect(sent).toHaveLength(10);
    expect(sent.slice(0, 9).map(({ status, answers }) => [status, answers.length])).toEqual(Array(9).fill(['opened', 1]));
    expect(sent[9]).toMatchObject({ status: 'answered', answers: [] });
  });

  test('goes on at the first question that is not answered, and a question that now stands is asked', async () => {
    keep({ status: 'opened', time_answered: 0, answers: [{ questionName: 'phq9_1', answerIndices: [2] }] });
    open();
    await press('Go on');
    expect(await screen.findByText('Question 2 of 10')).toBeTruthy();
    expect(screen.getByRole('heading', { name: /Feeling down/ })).toBe(document.activeElement);
  });

  test('loses nothing when an answer cannot be kept: it says so, and what was chosen is there again after a reload', async () => {
    open();
    await press('Start');
    await press('Begin');
    await choose('Several days');
    const before = failing;
    failing = () => {
      throw new TypeError('no network');
    };
    await press('Next');
    expect(await screen.findByText(/Your answer could not be kept/)).toBeTruthy();
    expect(screen.getByText('Question 1 of 9')).toBeTruthy();
    cleanup();
    failing = before;
    open();
    await press('Start');
    await press('Begin');
    expect(await screen.findByRole<HTMLInputElement>('radio', { name: 'Several days' })).toHaveProperty('checked', true);
    await press('Next');
    await waitFor(() => expect(sent[0]?.answers).toEqual([{ questionName: 'phq9_1', answerIndices: [1], answerText: null }]));
  });

  test.each([
    ['US', 'call or text 988', ['tel:911', 'tel:988']],
    ['ES', 'call 024', ['tel:112', 'tel:024']],
    ['NZ', 'call or text 1737', ['tel:111', 'tel:1737']],
    ['KI', 'Tell somebody near you now', []],
    [null, 'call your local emergency number now', []],
  ])('who chooses an answer that worries reads at once whom to call in %s', async (where, words, links) => {
    country = where;
    for (let place = 1; place <= 8; place++)
      keep({ status: 'opened', time_answered: 0, answers: [{ questionName: `phq9_${place}`, answerIndices: [0] }] });
    open();
    await press('Go on');
    expect(screen.queryByRole('alert', { name: '' })?.textContent ?? '').not.toContain('alone');
    await choose('Several days');
    const told = (await screen.findByText('You don’t have to be alone with this')).closest('[role=alert]') as HTMLElement;
    await waitFor(() => expect(told.textContent).toContain(words));
    expect([...told.querySelectorAll('a')].map(({ href }) => href)).toEqual(links);
  });

  test('reads all of it in Spanish', async () => {
    await i18next.changeLanguage('es');
    open();
    await press('Empezar');
    await press('Comenzar');
    expect(await screen.findByRole('heading', { name: 'Poco interés o placer en hacer las cosas' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Para nada' })).toBeTruthy();
    expect(screen.getByLabelText('En una emergencia')).toBeTruthy();
  });

  test('on hold reads and does not answer', async () => {
    accountStatus = 'HOLDING';
    open();
    expect(await screen.findByText(/on hold/)).toBeTruthy();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Start' })).disabled).toBe(true);
  });

  test('whose list fails is told, and can try again', async () => {
    failing = () => Response.json({ error: { code: 'conflict', message: 'Not now.' } }, { status: 409 });
    open();
    expect(await screen.findByText('The surveys could not be loaded')).toBeTruthy();
    failing = null;
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Start' })).toBeTruthy();
  });
});

describe('the care team', () => {
  test('sees what was answered and answers beside it; the member’s answer stays', async () => {
    keep({ status: 'answered', time_answered: 0, answers: [{ questionName: 'phq9_1', answerIndices: [2] }] });
    signInAs(nora, 'nurse');
    open();
    await press(/PHQ-9/);
    await press('Edit answers');
    expect(document.activeElement).toBe((await screen.findAllByRole('radio'))[0]);
    const [firstQuestion] = await screen.findAllByRole('radio', { name: 'Nearly every day' });
    await userEvent.click(firstQuestion as HTMLElement);
    await press('Keep the care team’s answers');
    expect(await screen.findByText('Kept.')).toBeTruthy();
    expect(sent[0]).toMatchObject({ as_ctm: true, answers: [{ questionName: 'phq9_1', answerIndices: [3] }] });
    await waitFor(() => expect(screen.getByText(/Nora Nurse/)).toBeTruthy());
    expect(screen.getByText('More than half the days')).toBeTruthy();
  });

  test('loses nothing of what it answers beside: not when it cannot be kept, nor with the page; until it is kept or given up', async () => {
    keep({ status: 'answered', time_answered: 0, answers: [{ questionName: 'phq9_1', answerIndices: [2] }] });
    signInAs(nora, 'nurse');
    open();
    await press(/PHQ-9/);
    await press('Edit answers');
    const choice = async () => (await screen.findAllByRole<HTMLInputElement>('radio', { name: 'Nearly every day' }))[0] as HTMLInputElement;
    const becomes = (checked: boolean) => waitFor(async () => expect((await choice()).checked).toBe(checked));
    await userEvent.click(await choice());
    const before = failing;
    failing = () => {
      throw new TypeError('no network');
    };
    await press('Keep the care team’s answers');
    expect(await screen.findByText(/It could not be kept/)).toBeTruthy();
    await becomes(true);
    cleanup();
    failing = before;
    open();
    await press(/PHQ-9/);
    await becomes(true);
    await press('Close without keeping');
    await press('Edit answers');
    await becomes(false);
    expect(sent).toEqual([]);
  });

  test('an observer reads and does not write', async () => {
    signInAs(nora, 'observer');
    open();
    await press(/PHQ-9/);
    expect(screen.queryByRole('button', { name: 'Edit answers' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Give a survey' })).toBeNull();
  });
});
