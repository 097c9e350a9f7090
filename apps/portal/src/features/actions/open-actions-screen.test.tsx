import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Action } from '@vigil/contract/factuary-actions.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { OpenActionsScreen } from './open-actions-screen.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const now = Math.round(Date.now() / 1000);
const idOf = (n: number) => `aaaaaaaa-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`;
const actionOf = (n: number, over: Partial<Action> = {}): Action => ({
  ...{ action_id: idOf(n), version: 1, user_id: idOf(100 + n), user: { firstName: 'Member', lastName: `${n}` } },
  ...{ action_category: 'BIOMETRICS', class: 'PRIORITY', title: `Thing ${n}`, priority: 'HIGH' },
  ...{ assignee_id: null, assignee: null, assignee_role: 'nurse', op: null, alert: null },
  status: { status: 'OPEN', status_original: null, parent_id: null },
  ...{ time_created: now - 3_600, status_date: now - 3_600, delta_time: 0, due_date: null, expires_at: now + 86_400, may_handle: true },
  ...over,
});

interface Sent {
  readonly action_ids: string[];
  readonly [field: string]: unknown;
}
let stored: Action[];
let refusals: ReadonlyMap<string, string>;
let asked: URL[];
let sent: Sent[];

beforeEach(() => {
  [stored, refusals, asked, sent] = [[actionOf(1), actionOf(2), actionOf(3, { may_handle: false })], new Map(), [], []];
  queryClient.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const url = new URL(address, location.href);
    if (method === 'GET') {
      asked.push(url);
      return Response.json({ content: stored, totalElements: stored.length, page: 0, per_page: 50 });
    }
    const one = JSON.parse(String(body)) as Sent;
    sent.push(one);
    stored = stored.filter(({ action_id: id }) => !one.action_ids.includes(id) || refusals.has(id));
    return Response.json({
      results: one.action_ids.map((id) => {
        const code = refusals.get(id);
        return { action_id: id, action: null, follow_up_id: null, error: code === undefined ? null : { code, message: 'No.' } };
      }),
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {};

let people = 0;
async function start(role: Role = 'nurse', search = '') {
  people += 1;
  const self = `22222222-2222-4222-8222-${String(people).padStart(12, '0')}`;
  tokens.set({ accessToken: 'token', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  session.set({ userId: self, tenant: { tenant: 'one', tenant_ID: idOf(9), role_ID: role, roles: [role] }, severalTenants: false });
  const router = createRouter({
    routeTree: createRootRoute({ component: OpenActionsScreen }),
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  return router;
}
const box = (n: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select Thing ${n}, Member ${n}` });
const choose = (label: string, option: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);

test('lists the caller’s open actions first, and by status, category and priority as chosen, in the address', async () => {
  const router = await start();
  await box(1);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ mine: 'true', status: 'OPEN,ESCALATED,DEESCALATED,REASSIGNED' });
  await choose('Status', 'Escalated');
  await choose('Category', 'Readings');
  await choose('Priority', 'Critical');
  await choose('Whose', 'Everybody’s');
  await waitFor(() =>
    expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toMatchObject({
      ...{ mine: 'false', status: 'ESCALATED', category: 'BIOMETRICS', priority: 'CRITICAL', page: '0' },
    }),
  );
  expect(router.state.location.search).toMatchObject({ whose: 'all', status: 'ESCALATED', category: 'BIOMETRICS', priority: 'CRITICAL' });
});

test('one intervention is sent for what is selected; what may not be handled cannot be', async () => {
  await start();
  expect((await box(3)).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select the 2 on this page that you can handle' }));
  await userEvent.click(screen.getByRole('button', { name: 'Intervene' }));
  await choose('What was done', 'Phone call');
  await choose('Outcome', 'Resolved');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(sent).toMatchObject([{ action_ids: [idOf(1), idOf(2)], type: 'CALL', outcome: 'RESOLVED' }]);
  expect(screen.queryByRole('complementary', { name: 'Selected actions' })).toBeNull();
  expect(await screen.findByText('Saved for 2 actions')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('with the keyboard alone: to a row, select it and the next, and write down what was done', async () => {
  await start();
  await box(1);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Member 1');
  await userEvent.keyboard('x');
  expect([(await box(1)).checked, (await box(2)).checked]).toEqual([true, false]);
  await userEvent.keyboard('ji');
  expect((await box(2)).checked).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'What was done' }));
  screen.getByRole('link', { name: 'Member 3' }).focus();
  await userEvent.keyboard('x');
  expect((await box(3)).checked).toBe(false);
});

test('what was not stored stays selected, each with its reason, and is sent again alone', async () => {
  refusals = new Map([[idOf(2), 'conflict']]);
  await start();
  await userEvent.click(await box(1));
  await userEvent.click(await box(2));
  await userEvent.click(screen.getByRole('button', { name: 'Intervene' }));
  await choose('What was done', 'Phone call');
  await choose('Outcome', 'Resolved');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const left = within(await screen.findByRole('list', { name: 'Not saved' }));
  expect(left.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Member 2: Thing 2 Someone else updated or ended it.']);
  expect((await box(2)).checked).toBe(true);
  expect(screen.getByText(/1 other was saved\./)).toBeTruthy();
  refusals = new Map();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.action_ids).toEqual([idOf(2)]);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not saved' })).toBeNull());
});

test('rows keep their places while others come and go, and what one ended oneself leaves at once', async () => {
  await start();
  await box(1);
  stored = [actionOf(4, { priority: 'CRITICAL' }), actionOf(1), actionOf(3, { may_handle: false })];
  await queryClient.invalidateQueries();
  const show = await screen.findByRole('button', { name: 'Actions changed. Refresh list' });
  const titles = () => screen.getAllByRole('listitem').map((row) => /Thing \d/.exec(row.textContent ?? '')?.[0]);
  expect(titles()).toEqual(['Thing 1', 'Thing 2', 'Thing 3']);
  expect((await box(2)).disabled).toBe(true);
  expect(screen.getByText('no longer open here')).toBeTruthy();
  await userEvent.click(show);
  expect(titles()).toEqual(['Thing 4', 'Thing 1', 'Thing 3']);
  await userEvent.click(await box(1));
  await userEvent.click(screen.getByRole('button', { name: 'Intervene' }));
  await choose('What was done', 'Phone call');
  await choose('Outcome', 'Resolved');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(titles()).toEqual(['Thing 4', 'Thing 3']));
  expect(screen.queryByRole('button', { name: 'Actions changed. Refresh list' })).toBeNull();
});

test('an observer sees everybody’s and selects nothing', async () => {
  await start('observer');
  expect(await screen.findByText('Thing 1')).toBeTruthy();
  expect(asked.every((url) => url.searchParams.get('mine') === 'false')).toBe(true);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.queryByRole('combobox', { name: 'Whose' })).toBeNull();
});
