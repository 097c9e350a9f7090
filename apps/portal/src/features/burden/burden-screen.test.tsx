import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import type { Burden, Figures } from './api/burden.ts';
import { BurdenScreen } from './burden-screen.tsx';
import { burdenSearch } from './burden-search.ts';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const tenant = '33333333-3333-4333-8333-333333333333';
const nurse = '44444444-4444-4444-8444-444444444444';
const figures = (over: Partial<Figures> = {}): Figures => ({
  ...{ alerts: 12, repeats: 3, members: 4, alertsPerMemberWeek: 2.26, byHandPerMemberWeek: 0.042 },
  acknowledged: { alerts: 8, medianSeconds: 240, p90Seconds: 5_400 },
  intervened: { alerts: 0, medianSeconds: null, p90Seconds: null },
  ...{ clinical: 6, noise: 2, precision: 0.75, notJudged: { expired: 2, closed: 1, unanswered: 1 } },
  ...over,
});
const burden = (over: Partial<Burden> = {}): Burden => ({
  ...{ from: 0, to: 1, members: 5, memberWeeks: 20, complete: true, isCoarse: false, total: figures() },
  rules: [{ ruleId: tenant, title: 'SpO2 low', figures: figures({ precision: null }) }],
  clinicians: [{ clinicianId: nurse, firstName: 'Noa', lastName: 'Nurse', hours: 6, alertsPerHour: 2, figures: figures() }],
  ...{ clinicianHours: 6, alertsPerClinicianHour: 2 },
  noisiestMembers: [{ userId: nurse, firstName: 'Ada', lastName: 'Member', alerts: 9, repeats: 1 }],
  yardstick: { alertsPerMemberWeek: 3.4, byHandPerMemberWeek: 0.7, source: 'van Steenkiste' },
  ...over,
});
let answer: () => Response;
let asked: URL[];

beforeEach(() => {
  [answer, asked] = [() => Response.json(burden()), []];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: nurse, tenant: { tenant: 'demo', tenant_ID: tenant, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href);
    if (url.pathname.endsWith('/cohorts')) return Response.json([]);
    if (url.pathname.endsWith('/rules')) return Response.json([{ id: tenant, versions: [] }]);
    asked.push(url);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function start() {
  const page = () => (
    <QueryClientProvider client={queryClient}>
      <BurdenScreen />
    </QueryClientProvider>
  );
  const routeTree = createRootRoute({ component: page, validateSearch: burdenSearch });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />);
}
const tile = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement as HTMLElement;

test('says each figure with what it is made of, what is usual, and a dash where nothing is known', async () => {
  start();
  expect((await tile('Alerts per member-week')).textContent).toBe('Alerts per member-week2.3usual at home: 3.4');
  expect((await tile('Handled by hand per member-week')).textContent).toBe('Handled by hand per member-week0.042usual at home: 0.7');
  expect((await tile('Precision')).textContent).toBe('Precision75%6 of 8 judged called for somebody');
  expect((await tile('Until acknowledged')).textContent).toBe('Until acknowledged4 min9 of 10 within 1.5 h');
  expect((await tile('Until intervened')).textContent).toBe('Until intervened–never yet');
  expect((await tile('Not judged')).textContent).toContain('2 expired, 1 closed without an outcome, 1 unanswered');
  const rules = screen.getByRole('region', { name: 'By rule, the noisiest first' });
  expect(within(rules).getByRole('rowheader', { name: 'SpO2 low' }).closest('tr')?.textContent).toContain('–');
  expect(screen.getByRole('link', { name: 'Ada Member' })).toBeTruthy();
});

test('leads to each rule that has a page, and says to whom figures of colleagues are told where they are not', async () => {
  answer = () =>
    Response.json(burden({ rules: [tenant, nurse].map((ruleId) => ({ ruleId, title: `Rule ${ruleId}`, figures: figures() })) }));
  start();
  expect(await screen.findByRole('link', { name: `Rule ${tenant}` })).toBeTruthy();
  expect(screen.queryByRole('link', { name: `Rule ${nurse}` })).toBeNull();
  expect(screen.getByText('Figures of colleagues are for observers and administrators.')).toBeTruthy();
  cleanup();
  queryClient.clear();
  session.set({
    userId: nurse,
    tenant: { tenant: 'demo', tenant_ID: tenant, role_ID: 'observer', roles: ['observer'] },
    severalTenants: false,
  });
  start();
  await screen.findByRole('link', { name: `Rule ${tenant}` });
  expect(screen.queryByText('Figures of colleagues are for observers and administrators.')).toBeNull();
});

test('is of the days that are chosen, 90 at most', async () => {
  start();
  await tile('Precision');
  await userEvent.click(screen.getByRole('button', { name: '90 days' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  const days = asked.map(({ searchParams }) => (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 86_400);
  expect(days).toEqual([28, 90]);
});

test('names no members where none are told, and says when there are more alerts than are looked at', async () => {
  answer = () => Response.json(burden({ noisiestMembers: null, complete: false }));
  start();
  await screen.findByText(/more alerts than are looked at/);
  expect(screen.queryByRole('region', { name: 'Members with most alerts' })).toBeNull();
});

test('without alerts says why it is empty, and after a failure how to go on', async () => {
  answer = () => Response.json({ error: { code: 'database_unavailable', message: 'Not now.' } }, { status: 400 });
  start();
  await screen.findByText('Not now.');
  answer = () => Response.json(burden({ total: figures({ alerts: 0 }) }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No rule has opened an action in this time');
});

test('a failure is not a wait: nothing is told to be on its way', async () => {
  answer = () => Response.json({ error: { code: 'not_found', message: 'There is nothing here.' } }, { status: 404 });
  start();
  await screen.findByText('The figures could not be loaded');
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
});

describe('an administrator who is not of the clinical staff', () => {
  beforeEach(() => {
    const roles = ['tenant_admin'] as const;
    session.set({
      userId: nurse,
      tenant: { tenant: 'demo', tenant_ID: tenant, role_ID: 'tenant_admin', roles: [...roles] },
      severalTenants: false,
    });
  });

  test('chooses a week that has ended, and neither days nor members', async () => {
    answer = () => Response.json(burden({ isCoarse: true, noisiestMembers: null }));
    start();
    await screen.findByText(/rounded to the nearest 5/);
    expect(screen.queryByRole('button', { name: '90 days' })).toBeNull();
    expect(screen.queryByLabelText('Members')).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Week' }));
    await userEvent.click((await screen.findAllByRole('option'))[1] as HTMLElement);
    await waitFor(() => expect(asked).toHaveLength(2));
    const [last, before] = asked.map(({ searchParams }) => [Number(searchParams.get('from')), Number(searchParams.get('to'))]);
    expect(new Date((last?.[0] ?? 0) * 1000).getUTCDay()).toBe(1);
    expect(last?.[1]).toBeLessThanOrEqual(Date.now() / 1000);
    expect(before?.[1]).toBe(last?.[0]);
  });

  test('is told that a week is about too few members', async () => {
    answer = () =>
      Response.json(
        burden({ isCoarse: true, members: null, memberWeeks: null, total: null, rules: [], clinicians: [], clinicianHours: null }),
      );
    start();
    expect(await screen.findByText('Too few members to show figures')).toBeTruthy();
  });
});
