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
import { MemberRulesScreen } from './member-rules-screen.tsx';
import { settingFields } from './rule-values.ts';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <span>{children}</span> }));

// Forms are typed in key by key, and the machine may have others to serve.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const memberId = '5d0cba11-0000-4000-8000-0000000000bb';
const idOf = (at: number) => `5d0cba11-0000-4000-8000-00000000000${at}`;
const watched = defaultRules.filter(({ id }) => ['spo2-very-low', 'spo2-low', 'glucose-very-low'].includes(id));
/** The levels that were said for the member, by rule. */
let own: Map<string, number>;
let confirmed: boolean[];

const rules = () =>
  watched.map(({ title, rule }, at) => {
    const level = own.get(idOf(at));
    const kind = level === undefined ? 'tenant' : 'member';
    return {
      ...{ ruleId: idOf(at), title, version: 1, state: 'live', inherited: rule, off: null },
      rule: { ...rule, level: level ?? rule.level },
      layers: Object.fromEntries(settingFields.map((field) => [field, { kind: field === 'level' ? kind : 'tenant' }])),
      own: { revision: level === undefined ? 0 : 1, settings: level === undefined ? {} : { level }, saidBy: null, saidAt: null },
    };
  });

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'md', roles: ['md'] }, severalTenants: false });
  [own, confirmed] = [new Map(), []];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.includes('/cohorts')) return Response.json([]);
    if (!pathname.includes('/rules')) return Response.json({}, { status: 404 });
    const ruleId = pathname.split('/').at(-1) ?? '';
    if (init.method !== 'PUT') return Response.json(rules());
    const body = JSON.parse(String(init.body));
    own.set(ruleId, body.settings.level);
    confirmed.push(body.limitsConfirmed);
    return Response.json(rules().find((one) => one.ruleId === ruleId));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  glucoseUnit.set('mg/dL');
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <MemberRulesScreen memberId={memberId} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );

test('the row that was adapted has the focus where it moved to, and where nothing was said, where it was', async () => {
  show();
  const last = watched.at(-1);
  const adapt = `Customize “${last?.title}” for this member`;
  await userEvent.click(await screen.findByRole('button', { name: adapt }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: adapt }));

  await userEvent.keyboard('{Enter}');
  await userEvent.type(screen.getByLabelText('Level'), `${(last?.rule.level ?? 0) - 1}{Enter}`);
  const moved = await screen.findByRole('region', { name: 'Customized' });
  await waitFor(() => expect(document.activeElement).toBe(within(moved).getByRole('button', { name: adapt })));
});

const adaptGlucose = async () => {
  glucoseUnit.set('mmol/L');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Customize “Glucose very low” for this member' }));
  return screen.getByLabelText<HTMLInputElement>('Level');
};

test('a level is typed and read in the unit that the person reads, which stands beside it', async () => {
  const level = await adaptGlucose();
  expect(screen.getAllByText('mmol/L')).toHaveLength(2);
  expect(level.placeholder).toBe('2.94');
  await userEvent.type(level, '3.3{Enter}');
  expect(await screen.findByText(/For this member: Level: 3\.3 mmol\/L/)).toBeTruthy();
  expect(own.get(idOf(watched.findIndex(({ id }) => id === 'glucose-very-low')))).toBe(59.46006);
});

test('a level that cannot be is refused in the reader’s unit, and what was probably meant is asked', async () => {
  const level = await adaptGlucose();
  await userEvent.type(level, '97{Enter}');
  expect(await screen.findByText('Give a number from 0.6 to 55.4 mmol/L. Did you mean 97 mg/dL?')).toBeTruthy();
  expect(own.size).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Use 97 mg/dL' }));
  expect(level.value).toBe('5.4');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('a level far outside what devices report is asked about before it is saved', async () => {
  const level = await adaptGlucose();
  await userEvent.type(level, '45{Enter}');
  await screen.findByText('A limit of 45 mmol/L is far outside the usual range. Did you mean 45 mg/dL? It isn’t saved yet.');
  expect(own.size).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
  expect(document.activeElement).toBe(level);
  await userEvent.type(level, '{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Use 45 mg/dL' }));
  expect(level.value).toBe('2.5');
  await userEvent.clear(level);
  await userEvent.type(level, '45{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, it’s correct' }));
  await waitFor(() => expect([...own.values()]).toEqual([810.819]));
  expect(confirmed).toEqual([true]);
});

test('saving a form in which nothing was changed stores nothing and says so', async () => {
  const level = await adaptGlucose();
  await userEvent.type(level, '{Enter}');
  expect(await screen.findByText('Nothing changed.')).toBeTruthy();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  expect(screen.queryByRole('form')).toBeNull();
  expect(own.size).toBe(0);
});
