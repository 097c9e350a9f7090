import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { News2 } from '@vigil/contract/triage.contract';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#ui/messages.ts';
import '../messages.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { News2Card } from './news2-card.tsx';

// Forms are typed in key by key, and the machine may have others to serve.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const member = '5d0cba11-0000-4000-8000-000000000001';
const now = 1_780_000_000;
const known = (input: string, value: number, points: number) => ({
  ...{ input, value, measuredAt: now - 1_440, readings: 45, source: 'readings', saidBy: null, low: points, high: points },
});
const unknown = (input: string, high: number) => ({
  input,
  value: null,
  measuredAt: null,
  readings: null,
  source: null,
  saidBy: null,
  low: 0,
  high,
});
const partly = {
  ...{ applies: 'yes', asOf: now, scale: { scale: 1, setBy: null, setAt: null }, anomaly: null, baselines: [] },
  score: { low: 3, high: 12, known: 4, hasThree: true, band: null, words: 'at least 3, at most 12; 4 of 7 known' },
  inputs: [
    ...[known('respiration', 25, 3), known('spo2', 96, 0), unknown('oxygen', 2), known('systolic', 120, 0), known('pulse', 70, 0)],
    ...[unknown('consciousness', 3), unknown('temperature', 3)],
  ],
} as unknown as News2;
let answer: News2;
let sent: { id: string; kind: string; value: string }[];

beforeEach(() => {
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  [answer, sent] = [partly, []];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)));
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(role: 'nurse' | 'observer') {
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
  return render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <News2Card memberId={member} now={now} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}

test('the anomaly score reads as rules judge it: a hair below a half is the half', async () => {
  answer = { ...partly, anomaly: { score: 3.9499999999999997, day: now } } as unknown as News2;
  open('nurse');
  expect(await screen.findByText('Anomaly score 4.0 of 10')).toBeTruthy();
});

test('with unknown inputs it says at least and at most, shows them as unknown, and has no band', async () => {
  const { container } = open('nurse');
  expect(await screen.findByText('4 of 7 known')).toBeTruthy();
  expect(container.textContent).toContain('At least 3, at most 12; 4 of 7 known');
  expect(screen.getAllByText('Unknown')).toHaveLength(3);
  expect(container.querySelector('[data-band]')).toBeNull();
  expect(screen.getByText('A hospital score: little evidence for use at home')).toBeTruthy();
  expect(screen.getByRole('row', { name: /Body temperature Unknown.*0 to 3/ })).toBeTruthy();
});

test('with all seven there is the score with its band', async () => {
  answer = { ...partly, score: { low: 5, high: 5, known: 7, hasThree: false, band: 'HIGH', words: '5' } };
  open('nurse');
  expect(await screen.findByText('High: 5 or 6')).toBeTruthy();
});

test.each([
  ['under_16', /isn’t for people under 16/],
  ['pregnancy', /isn’t for use in pregnancy/],
] as const)('where it does not apply (%s) it says so and shows no points', async (applies, words) => {
  answer = { ...partly, applies, score: null };
  open('nurse');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText('Points')).toBeNull();
});

test('scale 2 is set in one’s own name, after it was said what it is for', async () => {
  open('nurse');
  await userEvent.click(await screen.findByRole('button', { name: 'Set scale 2…', hidden: true }));
  expect(sent).toEqual([]);
  expect(screen.getByText(/hypercapnic respiratory failure/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Set scale 2 under my name', hidden: true }));
  await waitFor(() => expect(sent).toMatchObject([{ kind: 'scale', value: '2' }]));
});

test('of two statements at once each is told, and the same said later is another one', async () => {
  open('nurse');
  await screen.findByText('4 of 7 known');
  const say = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  for (const name of ['Oxygen', 'Alert']) say(name);
  await waitFor(() => expect(screen.getAllByText('Recorded under your name')).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Oxygen', hidden: true })).toHaveProperty('disabled', false));
  say('Oxygen');
  await waitFor(() => expect(sent.map(({ value }) => value)).toEqual(['oxygen', 'alert', 'oxygen']));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
});

test('an observer reads it and says nothing', async () => {
  open('observer');
  expect(await screen.findByText('4 of 7 known')).toBeTruthy();
  expect(screen.queryByText('Record what sensors can’t measure')).toBeNull();
});

test('against the own 28 days stands the difference of the two numbers, in standard deviations beside it', async () => {
  const baseline = { usual: 69, deviations: 4.04, days: 28, asOf: now };
  answer = {
    ...partly,
    baselines: [
      { metric: 'rhr', value: 81, ...baseline },
      { metric: 'systolic', value: 119, ...baseline, usual: 124, deviations: null },
    ],
  } as unknown as News2;
  open('nurse');
  const row = async (name: RegExp) =>
    [...(await screen.findByRole('row', { name })).querySelectorAll('td')].map((cell) => cell.textContent);
  expect((await row(/^Resting heart rate/)).at(-1)).toBe('+12 4.0 SD');
  expect((await row(/^Systolic pressure 119/)).at(-1)).toBe('−5');
});

test('what was answered in a survey says so', async () => {
  const inputs = partly.inputs.map((one) =>
    one.input === 'oxygen' ? { ...one, value: 'oxygen', measuredAt: now - 3_600, source: 'survey' as const, saidBy: member, low: 2 } : one,
  );
  answer = { ...partly, inputs };
  open('nurse');
  const row = (await screen.findByRole('rowheader', { name: 'Air or oxygen' })).closest('tr');
  expect(row?.textContent).toMatch(/Oxygen.*answered in a survey.*2/);
});
