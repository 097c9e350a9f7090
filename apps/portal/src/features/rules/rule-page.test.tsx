import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { glucoseUnit } from '#lib/units.ts';
import { NewRuleScreen, RuleScreen } from './rule-screen.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
  useNavigate: () => () => {},
}));

// Forms are typed in key by key, and the machine may have others to serve.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const ruleId = '5d0cba11-0000-4000-8000-000000000001';
const author = '5d0cba11-0000-4000-8000-0000000000aa';
const definition = defaultRules.find(({ id }) => id === 'spo2-low')?.rule as (typeof defaultRules)[number]['rule'];
const version = (number: number, state: string, over: object = {}) => ({
  ...{
    version: number,
    state,
    title: 'SpO2 low',
    definition,
    writtenBy: author,
    writtenAt: 1_780_000_000_000,
    stateSince: 1_780_000_000_000,
  },
  ...over,
});
/** What the server has stored, and what it was sent. */
let stored: { id?: string; revision: number; versions: object[]; cohorts?: object[] };
let sent: { method: string; path: string; body: { id: string; revision: number; definition: { level: number } } }[];
let refuse: (() => Response) | null;

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  [stored, sent, refuse] = [{ revision: 3, versions: [version(1, 'live')] }, [], null];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.includes('/basic_info'))
      return Response.json({ content: [{ id: author, firstName: 'Nadia', lastName: 'Fairbank' }], totalElements: 1 });
    if (!pathname.includes('/alerts/')) return Response.json([]);
    if (init.method === 'PUT' || init.method === 'POST') {
      sent.push({ method: init.method, path: pathname, body: JSON.parse(String(init.body)) });
      if (refuse) return refuse();
    }
    return Response.json({ id: ruleId, defaultId: null, cohortLayers: 0, cohorts: [], ...stored });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(role: 'md' | 'nurse', page = <RuleScreen ruleId={ruleId} />) {
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
  return render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>{page}</SnackbarProvider>
    </QueryClientProvider>,
  );
}
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

test('what is impossible is said beside its field, and nothing is sent', async () => {
  open('md');
  await type('Level', '12');
  await save();
  expect(await screen.findByText(/Give a number from/)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('what was typed is sent against the revision that was read, and stands in the sentence as it is typed', async () => {
  open('md');
  await type('Level', '92');
  expect(screen.getAllByText('SpO2, mean of 1 h, at most 92 % for 30 min')).toHaveLength(1);
  await save();
  await waitFor(() => expect(sent.map(({ method, body }) => [method, body.revision, body.definition.level])).toEqual([['PUT', 3, 92]]));
});

test('where two have written at once both values stand by field, and what is chosen of them is sent against the newer one', async () => {
  open('md');
  await type('Level', '92');
  stored = {
    revision: 4,
    versions: [version(2, 'draft', { definition: { ...definition, level: 90, persistMinutes: 45 } }), version(1, 'live')],
  };
  refuse = () => Response.json({ error: { code: 'conflict', message: 'Somebody has changed this rule meanwhile.' } }, { status: 409 });
  await save();
  const level = await screen.findByRole('group', { name: 'Level' });
  expect(level.textContent).toMatch(/Yours: 92 %.*Theirs: 90 %/);
  const held = screen.getByRole('group', { name: 'Has to hold' });
  // What one has not touched oneself is the other's.
  expect(within(held).getByLabelText<HTMLInputElement>(/Theirs/).checked).toBe(true);
  refuse = null;
  await userEvent.click(screen.getByRole('button', { name: 'Keep these' }));
  await save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ revision: 4, definition: { level: 92, persistMinutes: 45 } });
});

test('a new rule that was stored although its answer was lost, and that was changed since, goes on as a change of it', async () => {
  const { unmount } = open('md', <NewRuleScreen />);
  await type('Title', 'SpO2 at night');
  await type('Level', '88');
  await type('Clears', '90');
  refuse = () => {
    const [first] = sent;
    stored = { id: first?.body.id ?? '', revision: 1, versions: [version(1, 'draft', { title: 'SpO2 at night', ...first?.body })] };
    throw new TypeError('the line was cut');
  };
  await save();
  await screen.findByText(/saving again stores it once/);
  await type('Level', '87');
  refuse = () => Response.json({ error: { code: 'conflict', message: 'A rule was stored before under this id.' } }, { status: 409 });
  await save();
  await screen.findByText(/had been saved already/);
  unmount();
  refuse = null;
  open('md', <RuleScreen ruleId={stored.id ?? ''} />);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Level').value).toBe('87'));
  expect(screen.queryByRole('group', { name: 'Level' })).toBeNull();
  await save();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toMatchObject({ method: 'PUT', body: { revision: 1, definition: { level: 87 } } });
  expect(new Set(sent.slice(0, 2).map(({ body }) => body.id)).size).toBe(1);
});

test('a rule goes live after it was said what follows, and not with changes that are not saved', async () => {
  stored = { revision: 3, versions: [version(2, 'draft'), version(1, 'live')] };
  open('md');
  const live = await screen.findByRole('button', { name: 'Go live' });
  await type('Level', '92');
  expect((live as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go live' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('This retires version 1, which is live now.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go live' }));
  await waitFor(() =>
    expect(sent.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['publish', { revision: 3, state: 'live', limitsConfirmed: false }],
    ]),
  );
});

test('levels are typed in mmol/L, asked about when they are left, and again before they go live', async () => {
  glucoseUnit.set('mmol/L');
  const glucose = defaultRules.find(({ id }) => id === 'glucose-low')?.rule as typeof definition;
  stored = {
    revision: 3,
    versions: [version(1, 'draft', { definition: { ...glucose, level: 800, direction: 'at_least', clearing: 700 } })],
  };
  open('md');
  const level = await screen.findByLabelText<HTMLInputElement>('Level');
  expect(level.value).toBe('44.4');
  await userEvent.click(screen.getByRole('button', { name: 'Go live' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('A limit of 44.4 mmol/L is far outside the usual range. Did you mean 44.4 mg/dL?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'It’s correct, go live' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ state: 'live', limitsConfirmed: true }));

  await type('Level', '97');
  await userEvent.tab();
  await userEvent.click(await screen.findByRole('button', { name: 'Use 97 mg/dL' }));
  expect(level.value).toBe('5.4');
  glucoseUnit.set('mg/dL');
});

test('whoever may not write rules reads what holds, with who wrote it', async () => {
  open('nurse');
  expect(await screen.findByText('Providers and administrators write rules. You can read them and try them on history.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save|Go live|Retire|Add a cohort/ })).toBeNull();
  expect(await screen.findByText(/Nadia Fairbank/)).toBeTruthy();
});

test('limits of a cohort that are saved as they were store nothing, and say so', async () => {
  const about = { cohortId: author, place: 1, settings: { level: 89 }, saidBy: author, saidAt: 1_780_000_000_000 };
  stored = { ...stored, cohorts: [about] };
  open('md');
  await userEvent.click(await screen.findByRole('button', { name: /^Edit limits for/ }));
  const form = within(await screen.findByRole('form', { name: 'Limits for this cohort' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing changed.')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Limits for this cohort' })).toBeNull();
  expect(sent).toEqual([]);
});
