import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { createInteraction } from '../interaction.ts';
import { ChartMarkers } from './chart-markers.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a> }));

const from = Date.parse('2026-11-22T00:00:00Z') / 1000;
const day = { from, to: from + 86_400 };
const hour = 3_600;
const nora = { id: 'n', firstName: 'Nora', lastName: 'Nurse', title: null, photoUrl: null, roles: ['nurse'], isInTheTenant: true };
const entry = (id: string, hours: number, over: object) => ({
  ...{
    id,
    at: (from + hours * hour) * 1000,
    kind: 'NOTE',
    clinician: null,
    teamType: null,
    assignmentType: null,
    careTeam: null,
    task: null,
  },
  ...{ action: null, alert: null, call: null, note: null, messages: null, survey: null, reading: null, program: null, executedBy: nora },
  ...over,
});
const note = (id: string, hours: number, text: string) =>
  entry(id, hours, { note: { note_id: id, text, isAmendment: false, reason: null, isReplaced: false } });
const dose = (id: string, hours: number) =>
  entry(id, hours, {
    reading: {
      ...{ activity_id: id, activityType: 'LOGGING_MEDICATION', status: 'COMPLETED', title: 'Metoprolol', description: null, values: [] },
      ...{ loggedAt: 0, takenBack: null },
    },
  });
const alert = (id: string, hours: number) =>
  entry(id, hours, {
    action: {
      ...{ action_id: id, category: 'BIOMETRICS', event: 'OPENED', status: 'OPEN', title: 'SpO2 91 % or less', priority: 'CRITICAL' },
      ...{ values: [], triggeredAt: (from + hours * hour) * 1000, note: null, intervention: null, undone: false },
    },
  });

let answers: Record<'care' | 'readings' | 'prescriptions', { content: object[]; complete?: boolean } | number>;
let readable: readonly string[];
let asked: URL[];

beforeEach(() => {
  choose(null);
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  answers = { care: { content: [] }, readings: { content: [] }, prescriptions: { content: [] } };
  readable = ['alerts', 'notes', 'calls', 'readings'];
  asked = [];
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'nora', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (given: string) => {
    const url = new URL(given, location.href);
    asked.push(url);
    const isTimeline = url.pathname.endsWith('/timeline');
    const answer = answers[isTimeline ? (url.searchParams.get('kinds') === 'readings' ? 'readings' : 'care') : 'prescriptions'];
    if (typeof answer === 'number') return Response.json({ error: { code: 'database_unavailable', message: 'Away' } }, { status: answer });
    if (!isTimeline) return Response.json({ ...answer, total: answer.content.length, next: null });
    const counts = readable.map((kind) => ({ kind, count: 0 }));
    return Response.json({ startDate: 0, endDate: 0, complete: true, next: null, counts, ...answer });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What was chosen on this computer, as another tab tells it. */
function choose(kept: unknown): void {
  localStorage.setItem('vigil.charts.markers', JSON.stringify(kept));
  dispatchEvent(new StorageEvent('storage', { key: 'vigil.charts.markers' }));
}
const interaction = createInteraction();
const row = (onOpen = vi.fn(), enabled = true) => (
  <QueryClientProvider client={queryClient}>
    <ChartMarkers
      {...{ memberId: 'm', zone: 'UTC', tabs: ['notes', 'actions'], range: day, span: day, width: 1_078, interaction, onOpen, enabled }}
    />
  </QueryClientProvider>
);
const markers = async () =>
  (await screen.findAllByRole('listitem')).map((item) => within(item).getByRole('button').getAttribute('aria-label'));

test('each says what it is, when and by whom, and opens it beside the page', async () => {
  answers.care = { content: [note('a', 6, 'Feels well')] };
  const onOpen = vi.fn();
  render(row(onOpen));
  await userEvent.click(await screen.findByRole('button', { name: /^Note: Feels well · Nov 22, 2026, 6:00\sAM · Nora Nurse$/ }));
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Events' })).getByRole('button', { name: 'Open notes' }));
  expect(onOpen).toHaveBeenCalledWith('notes');
});

test('several at a place are counted there, led by the alert, and all told once it is pressed', async () => {
  answers.care = { content: [note('a', 6, 'Feels well'), alert('b', 6.1)] };
  answers.readings = { content: [dose('c', 6.2), dose('d', 18)] };
  render(row());
  const place = await screen.findByRole('button', { name: /^3 events: Note: Feels well.*Alert, Critical: SpO2 91 % or less/ });
  expect(place.dataset).toMatchObject({ kind: 'alert', severity: 'CRITICAL' });
  await userEvent.click(place);
  expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(3);
});

test('one stop of the Tab key: arrow keys go from place to place, and the charts’ cursor goes along', async () => {
  answers.care = { content: [note('a', 6, 'First'), note('b', 12, 'Second')] };
  render(row());
  await markers();
  await userEvent.click(screen.getByRole('button', { name: /^Events/ }));
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/First/);
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Second/);
  expect(interaction.cursor.get()).toBe(from + 12 * hour);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
  expect(interaction.cursor.get()).toBeNull();
});

test('a kind can be turned off, for this person; what a role may not see is not offered', async () => {
  readable = ['alerts', 'notes', 'readings'];
  answers.care = { content: [note('a', 6, 'Feels well'), alert('b', 12)] };
  render(row());
  expect(await markers()).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Events 4/4' }));
  expect(screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent)).toEqual([
    'Alerts',
    'Medication',
    'Interventions',
    'Notes',
  ]);
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Notes' }));
  cleanup();
  render(row());
  expect(await markers()).toEqual([expect.stringMatching(/^Alert/)]);
});

test('who does not want medication does not have it asked for', async () => {
  choose({ nora: ['note'] });
  answers.care = { content: [note('a', 6, 'Feels well')] };
  render(row());
  await markers();
  expect(asked.map(({ pathname, searchParams }) => `${pathname.split('/').at(-1)} ${searchParams.get('kinds')}`)).toEqual([
    'timeline alerts,notes,calls',
  ]);
});

test('the charts come first: nothing is asked before they are there', () => {
  render(row(vi.fn(), false));
  expect(asked).toEqual([]);
  expect(screen.queryByText('No events in this range')).toBeNull();
});

test('an empty range, an answer that is not whole and medication that is not known are said', async () => {
  render(row());
  await screen.findByText('No events in this range');
  cleanup();
  queryClient.clear();
  answers = { care: { content: [note('a', 6, 'Feels well')], complete: false }, readings: { content: [] }, prescriptions: 503 };
  render(row());
  await screen.findByText(/^Some events before Nov 22, 2026, 6:00\sAM aren’t shown$/);
  await screen.findByText('Medication couldn’t be loaded.');
});

test('events that could not be loaded can be tried again, in their place', async () => {
  answers.care = 503;
  render(row());
  await screen.findByText('Events couldn’t be loaded.');
  answers.care = { content: [note('a', 6, 'Feels well')] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await markers()).toHaveLength(1);
});
