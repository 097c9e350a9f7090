import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserInsight, UserPledge } from '@vigil/contract/factuary-programs.shapes';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { ContentScreen } from './content-screen.tsx';

const me = 'me';
const now = Date.now() / 1000;
const item = { program_id: 'p', program_title: 'Sleep well', time_created: now - 9e5, time_due: now - 7e3, time_delivered: now - 7e3 };
const insight = (over: Partial<UserInsight> = {}): UserInsight => ({
  ...{ ...item, id: 'i', content_type: 'insight', title: 'Light', text: 'Go **outside**', time_expires: now + 1e6 },
  ...{ status: 'delivered', time_read: null, time_rated: null, rating: null },
  ...over,
});
const pledge = (over: Partial<UserPledge> = {}): UserPledge => ({
  ...{ ...item, id: 'g', content_type: 'pledge', title: 'Walk', text: '', time_expires: now + 1e6, status: 'delivered' },
  ...{ time_opted: null, time_achieved: null, times: 2, times_kept: 0, today: null },
  ...over,
});

let insights: UserInsight[];
let pledges: UserPledge[];
let programs: unknown[];
let sent: { path: string; body: Record<string, unknown> }[];
/** Answers the next change in its place. */
let failing: (() => Response) | null;

const page = (content: readonly unknown[]) => Response.json({ content, page: 0, per_page: 200, total: content.length, nextPage: null });

beforeEach(() => {
  [insights, pledges, programs, sent, failing] = [[insight()], [pledge()], [], [], null];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: now + 900 });
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (method !== 'GET') {
      sent.push({ path: pathname, body: JSON.parse(String(body)) });
      const failed = failing?.();
      failing = null;
      if (failed) return failed;
      const said = sent.at(-1)?.body;
      if (pathname.includes('userinsights'))
        insights = [insight({ status: said?.status as 'read', time_read: now, rating: (said?.rating as number) ?? null })];
      else if (pathname.endsWith('/reports'))
        pledges = [pledge({ status: 'opted', times_kept: said?.did ? 1 : 0, today: said?.did as boolean })];
      else pledges = [pledge({ status: 'opted', time_opted: now })];
      return Response.json(pathname.includes('userinsights') ? insights[0] : pledges[0]);
    }
    if (pathname.endsWith('/userinsights')) return page(insights);
    if (pathname.endsWith('/userpledges')) return page(pledges);
    if (pathname.endsWith('/programs/detail')) return Response.json({ assigned: programs });
    return Response.json({ error: { code: 'internal', message: '' } }, { status: 500 });
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

function open() {
  const routeTree = createRootRoute({ component: () => <ContentScreen memberId={me} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('an insight that is opened is read, stays where it is, and can be rated', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Read it: Light' }));
  expect(screen.getByText('outside').tagName).toBe('STRONG');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ status: 'read' }]));
  await user.click(await screen.findByRole('button', { name: '4 of 5: Light' }));
  expect(await screen.findByText('Thank you. You rated this 4 of 5.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'To read' })).toBeTruthy();
});

test('a pledge is opted into and reported; a report whose answer was lost is sent again under its id', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'I will do this: Walk' }));
  const yes = await screen.findByRole('button', { name: 'Yes: Walk' });
  failing = () => Response.error();
  await user.click(yes);
  expect(await screen.findByText(/^There was no answer/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Yes: Walk' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Yes: Walk' }).getAttribute('aria-pressed')).toBe('true'));
  const reports = sent.filter(({ path }) => path.endsWith('/reports')).map(({ body }) => body.id);
  expect(reports).toHaveLength(2);
  expect(reports[0]).toBe(reports[1]);
});

test('what has expired meanwhile is told beside it', async () => {
  const user = open();
  failing = () => Response.json({ error: { code: 'conflict', message: 'The time for this is over.' } }, { status: 409 });
  await user.click(await screen.findByRole('button', { name: 'I will do this: Walk' }));
  expect(await screen.findByText(/^This has changed meanwhile/)).toBeTruthy();
});

test('that there is nothing to do is said, in Spanish as well', async () => {
  [insights, pledges] = [[], []];
  open();
  expect(await screen.findByText('Nothing new to read.')).toBeTruthy();
  await i18next.changeLanguage('es');
  expect(await screen.findByText('No hay nada nuevo para leer.')).toBeTruthy();
});

test('a survey of a program is linked to where it is answered, once it is delivered', async () => {
  const step = { index: 0, type: 'survey', text: '', day: 0, expires_after_days: null, times: null, survey: { id: 's' } };
  const steps = [
    { ...step, order: 0, title: 'How are you?', time_delivered: now, user_survey_id: 'u', item_id: 'u', status: 'delivered' },
    { ...step, order: 1, title: null, time_delivered: null, user_survey_id: null, item_id: 'w', status: 'created' },
  ];
  const counts = { completed: 0, total: 2, progress: 0 };
  programs = [
    {
      ...{ id: 'p', tenant_id: 't', name: 'Sleep', title: 'Sleep well', description: '', type: 'regular', status: 'active', version: 1 },
      ...{ isAssigned: true, started_at: now, ended_at: null, program_completed: null, program_canceled: null },
      modules: [{ index: 0, programId: 'p', id: 'm', name: 'One', status: 'active', steps }],
      aggregations: { ...counts, modules: counts, insights: counts, pledges: counts, surveys: counts },
    },
  ];
  open();
  const link = await screen.findByRole('link', { name: 'Answer: How are you?' });
  expect(link.getAttribute('href')).toBe('/patient/me/surveys?survey=u');
  expect(screen.getAllByRole('link', { name: /How are you/, hidden: true })).toHaveLength(2);
});
