import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { TimelineScreen } from './timeline-screen.tsx';

const address: { search: Record<string, unknown>; changed: (() => void) | null } = { search: {}, changed: null };
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, to, search }: { children: ReactNode; to: string; search: object }) => (
    <a href={`${to}?${new URLSearchParams(search as Record<string, string>)}`}>{children}</a>
  ),
  useNavigate:
    () =>
    ({ search }: { search: (before: Record<string, unknown>) => Record<string, unknown> }) => {
      address.search = search(address.search);
      address.changed?.();
    },
  useSearch: () => address.search,
}));

const nora = { id: 'n', firstName: 'Nora', lastName: 'Nurse', title: null, photoUrl: null, roles: ['nurse'], isInTheTenant: true };
const entry = (over: Partial<Record<keyof TimelineEntry, unknown>>) => ({
  ...{ id: 'e1', at: Date.parse('2026-11-22T05:30:00Z'), kind: 'TASK', clinician: null, teamType: null, assignmentType: null },
  ...{ careTeam: null, task: null, action: null, alert: null, call: null, note: null, messages: null, survey: null, reading: null },
  ...{ program: null, executedBy: null },
  ...over,
});
const action = {
  ...{ action_id: 'a', category: 'BIOMETRICS', event: 'INTERVENED', status: 'INTERVENED', title: 'SpO2 88 % or less', priority: 'HIGH' },
  ...{ values: [{ metric: 'spo2', value: 87, unit: '%' }], triggeredAt: Date.parse('2026-11-22T05:00:00Z'), undone: true },
  ...{ note: 'Called her, she is fine', intervention: { type: 'CALL', outcome: 'RESOLVED', minutes: 5 } },
};
const counts = [
  { kind: 'alerts', count: 2 },
  { kind: 'notes', count: 0 },
];
let timezone: string;
let pages: Record<string, { content: object[]; next: string | null } | number>;
let asked: URL[];

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  [timezone, pages, asked] = ['UTC', {}, []];
  address.search = {};
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'nora', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (given: string) => {
    const url = new URL(given, location.href);
    if (!url.pathname.includes('/timeline')) return Response.json({ id: 'm', languageRegion: { timezone } });
    asked.push(url);
    const page = pages[url.searchParams.get('before') ?? ''] ?? { content: [], next: null };
    if (typeof page === 'number') return Response.json({ error: { code: 'database_unavailable', message: 'Away' } }, { status: page });
    return Response.json({ ...page, complete: page.next === null, counts: url.searchParams.has('before') ? null : counts });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(tabs = ['actions', 'notes'], onOpen = vi.fn()) {
  function Screen() {
    const [, again] = useState(0);
    address.changed = () => again((times) => times + 1);
    return <TimelineScreen memberId="m" tabs={tabs} onOpen={onOpen} />;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return onOpen;
}
/** Browsers part the time from AM and PM by a narrow space of their own. */
const textOf = (element: Element | null) => element?.textContent?.replaceAll(/\s/g, ' ');

test.each([
  ['America/Los_Angeles', /November 21/, '9:30 PM'],
  ['Pacific/Auckland', /November 22/, '6:30 PM'],
])('days and times are those of the member, here in %s, wherever the reader sits', async (zone, day, time) => {
  timezone = zone;
  pages[''] = { content: [entry({ task: { type: 'CHART_REVIEW', seconds: 120 } })], next: null };
  open();
  expect(await screen.findByRole('heading', { name: day })).toBeTruthy();
  expect(textOf(document.querySelector('time'))).toBe(time);
});

test('an action tells its outcome, note and author, that it was undone, and leads to where it can be seen', async () => {
  pages[''] = { content: [entry({ kind: 'ACTION', action, executedBy: nora })], next: null };
  const onOpen = open();
  const row = within(await screen.findByRole('listitem'));
  for (const text of ['Undone', 'Called her, she is fine', 'Nora Nurse (Nurse)']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(/Phone call · Resolved · 5 min/)).toBeTruthy();
  expect(row.getByRole('link', { name: 'Readings' }).getAttribute('href')).toBe('/patient/$memberId/data?end=2026-11-22');
  await userEvent.click(row.getByRole('button', { name: 'Completed: SpO2 88 % or less' }));
  expect(onOpen).toHaveBeenCalledWith('actions');
});

test('where nothing opens beside the page, an entry is no button', async () => {
  pages[''] = { content: [entry({ kind: 'ACTION', action, executedBy: nora })], next: null };
  open([]);
  await screen.findByText('Completed: SpO2 88 % or less');
  expect(screen.queryByRole('button', { name: /Completed/ })).toBeNull();
});

test('messages are counted with whom they were, surveys name what needs a look, removed readings say by whom', async () => {
  pages[''] = {
    content: [
      entry({
        ...{ id: 'm', kind: 'MESSAGES' },
        messages: { conversation_id: 'm', day: '2026-11-22', count: 3, byMember: 1, withdrawn: 1, firstAt: 0, people: [nora] },
      }),
      entry({
        ...{ id: 's', kind: 'SURVEY', executedBy: { ...nora, id: 'm' } },
        survey: {
          ...{ user_survey_id: 's', name: 'PHQ-9', event: 'COMPLETED', origin: 'schedule', score: { score: 9, band: 'Mild' } },
          flagged: [{ question: 'Thoughts of harm', answer: 'Several days' }],
        },
      }),
      entry({
        ...{ id: 'r', kind: 'READING', executedBy: null },
        reading: {
          ...{ activity_id: null, activityType: null, status: 'DONE', title: null, description: null, loggedAt: 0 },
          values: [
            { metric: 'systolic', value: 128, unit: 'mmHg' },
            { metric: 'diastolic', value: 82, unit: 'mmHg' },
          ],
          takenBack: { at: 0, by: nora, reason: 'Wrong person' },
        },
      }),
    ],
    next: null,
  };
  open(['messaging']);
  const [messages, survey, reading] = await screen.findAllByRole('listitem');
  expect(textOf(messages ?? null)).toMatch(/3 messages with Nora Nurse.*1 withdrawn/);
  expect(textOf(survey ?? null)).toMatch(/Survey answered: PHQ-9.*Score 9 · Mild.*Needs review · Thoughts of harm: Several days.*Member/);
  expect(textOf(reading ?? null)).toMatch(/Blood pressure 128\/82 mmHg.*Removed by Nora Nurse: Wrong person.*Person not recorded/);
});

test('kinds are chosen by keyboard, stand in the address, and are asked from the server', async () => {
  pages[''] = { content: [entry({ task: { type: 'CALL', seconds: null } })], next: null };
  open();
  const chip = await screen.findByRole('button', { name: 'Alerts and actions, 2' });
  chip.focus();
  await userEvent.keyboard('{Enter}');
  expect(address.search).toMatchObject({ kinds: 'alerts' });
  await userEvent.click(await screen.findByRole('button', { name: 'Notes, 0' }));
  expect(address.search).toMatchObject({ kinds: 'alerts,notes' });
  expect(asked.at(-1)?.searchParams.get('kinds')).toBe('alerts,notes');
  expect(screen.getByRole('button', { name: 'Notes, 0' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(address.search).toMatchObject({ kinds: '' });
});

test('older entries come behind the last one; those that do not come say so, and the ones shown stay', async () => {
  pages[''] = { content: [entry({ task: { type: 'FIRST', seconds: null } })], next: 'behind' };
  pages.behind = 503;
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Load older entries' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Away');
  expect(screen.getByText('First')).toBeTruthy();
  pages.behind = { content: [entry({ id: 'e2', task: { type: 'SECOND', seconds: null } })], next: null };
  await userEvent.click(screen.getByRole('button', { name: 'Load older entries' }));
  expect(await screen.findByText('Second')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load older entries' })).toBeNull();
});

test('a search shows what holds all its words, and says how much it looked through', async () => {
  address.search = { q: 'nora completed' };
  pages[''] = {
    content: [entry({ kind: 'ACTION', action, executedBy: nora }), entry({ id: 'e2', task: { type: 'CALL', seconds: null } })],
    next: 'behind',
  };
  open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('1 of the newest 2 entries match.')).toBeTruthy();
});

test('an empty timeline says why, and offers a longer time or all kinds', async () => {
  open();
  await screen.findByRole('heading', { name: 'Nothing happened in the last 90 days' });
  await userEvent.click(screen.getByRole('button', { name: 'Show the last 400 days' }));
  expect(address.search).toMatchObject({ days: 400 });
  await userEvent.click(await screen.findByRole('button', { name: 'Notes, 0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all kinds' }));
  expect(address.search).toMatchObject({ kinds: '' });
});

test('a timeline that could not be loaded can be tried again', async () => {
  pages[''] = 503;
  open();
  await screen.findByRole('heading', { name: 'The timeline couldn’t be loaded' });
  pages[''] = { content: [entry({ task: { type: 'CALL', seconds: null } })], next: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Call')).toBeTruthy();
});
