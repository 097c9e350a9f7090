import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccountRow } from '@vigil/contract/registry.contract';
import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { memberListSearch } from '../account-list-search.ts';
import { MemberListScreen } from '../member-list-screen.tsx';
import { recentTargets } from './targets.ts';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
const names = ['Adams', 'Baker', 'Clark'];
const [noraId, maraId] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const staff = [
  { id: maraId, firstName: 'Mara', lastName: 'Kent', roles: ['md'] },
  { id: noraId, firstName: 'Nora', lastName: 'Hill', roles: ['nurse'] },
].map((one) => ({ ...one, title: null, photoUrl: null, isInTheTenant: true, caseload: 4, primary: 4, support: 0, recentActivity: null }));

const rows: AccountRow[] = names.map((lastName, at) => ({
  ...{ id: ids[at] as string, firstName: 'Ann', lastName, roles: ['patient'], isInTheTenant: true, isOnHold: false },
  ...{
    createdAt: 0,
    memberSince: 0,
    lastStatusDate: 0,
    contactInfo: { email: null },
    accountStatus: 'ACTIVE',
    removalFinalAt: null,
    version: 1,
  },
  ...{
    mrn: at === 0 ? 'M-1001' : null,
    primaryClinician: at === 1 ? { id: maraId, firstName: 'Mara', lastName: 'Kent', title: null } : null,
  },
}));

const outcome = (at: number, what: Partial<BulkResult['results'][number]>): BulkResult['results'][number] => ({
  ...{ memberId: ids[at] as string, outcome: 'ASSIGNED', replacedIds: [], refusal: null },
  ...what,
});
const result: BulkResult = {
  results: [
    outcome(0, {}),
    outcome(1, { outcome: 'REPLACED', replacedIds: [maraId] }),
    outcome(2, { outcome: 'REFUSED', refusal: 'DISCHARGED' }),
  ],
  replaced: [staff[0] as never],
};

let sent: { readonly path: string; readonly body: { readonly id?: string; readonly memberIds?: string[]; readonly to?: unknown } }[];
let asked: URL[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  [sent, asked] = [[], []];
  answers = {
    bulk_assignment: () => Response.json(result),
    'bulk_assignment/preview': () => Response.json(result),
    'bulk_assignment/undo': () =>
      Response.json({
        results: [
          { memberId: ids[0], outcome: 'UNDONE' },
          { memberId: ids[1], outcome: 'CHANGED_SINCE' },
        ],
      }),
  };
  queryClient.clear();
  recentTargets.store.set({});
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  const tenant = { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] } as const;
  session.set({ userId: 'me', tenant: { ...tenant, roles: [...tenant.roles] }, severalTenants: false });
  configuration.set({ app: { alert_banner_message: '' }, tenant: { displayName: 'Demo Health' } } as never);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address, location.href);
    asked.push(url);
    if (url.pathname.endsWith('/clinicians/patients')) return Response.json(staff);
    if (url.pathname.endsWith('/teams')) return Response.json([]);
    if (method === 'GET') {
      const size = Number(url.searchParams.get('size'));
      return Response.json({ content: size > 100 ? rows : rows.slice(0, 2), totalElements: 3, page: 0, size });
    }
    const path = url.pathname.replace('/registry/api/v1/relations/', '');
    sent.push({ path, body: JSON.parse(String(body)) });
    return answers[path]?.() ?? Response.json({});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openList() {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/', component: MemberListScreen, validateSearch: memberListSearch });
  const router = createRouter({ routeTree: root.addChildren([list]), history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByText(/Ann Adams/);
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
async function chooseTarget(part: string, option: RegExp) {
  const field = await screen.findByRole('combobox', { name: 'Assign to' });
  await userEvent.type(field, part);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
const assignments = () => sent.filter(({ path }) => path === 'bulk_assignment');

test('record number and primary clinician stand in the list', async () => {
  await openList();
  expect(screen.getByRole('cell', { name: 'M-1001' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Mara Kent' })).toBeTruthy();
});

test('all who match are assigned in one call, after it was said what it comes to, and undone', async () => {
  await openList();
  await userEvent.click(await button('Select page'));
  await userEvent.click(await button('Select all 3'));
  expect(await screen.findByText('3 selected')).toBeTruthy();
  expect(asked.at(-1)?.searchParams.get('size')).toBe('1000');
  expect(screen.queryByRole('button', { name: 'Discharge' })).toBeNull();
  await userEvent.click(await button('Assign…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign 3 members' }));
  await chooseTarget('nora', /Nora Hill/);
  const keep = dialog.getByRole('radio', { name: 'Add, and keep the current one' });
  expect(keep).toHaveProperty('checked', true);
  await userEvent.click(dialog.getByRole('radio', { name: 'Replace the current one' }));
  expect(await dialog.findByText('1 will be newly assigned.')).toBeTruthy();
  expect(dialog.getByText(/1 will be taken over/).textContent).toContain('Mara Kent\u00a0(1)');
  expect(within(dialog.getByRole('list', { name: 'Members who can’t be assigned' })).getByText(/Discharged/)).toBeTruthy();
  expect(assignments()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Assign 2' }));
  const done = within(await screen.findByRole('dialog', { name: '2 members assigned to Nora Hill' }));
  const to = { kind: 'clinician', clinicianId: noraId, teamType: 'PRIMARY', assignmentType: 'TRANSFER_ASSIGNMENT' };
  expect(assignments().map(({ body }) => [body.memberIds, body.to])).toEqual([[ids, to]]);
  await userEvent.click(done.getByRole('button', { name: 'Undo' }));
  const undone = within(await screen.findByRole('dialog', { name: 'Undone for 1 member' }));
  expect(undone.getByText('Ann Baker')).toBeTruthy();
  expect(sent.at(-1)).toEqual({ path: 'bulk_assignment/undo', body: { id: assignments()[0]?.body.id } });
});

test('an answer that was lost leaves the choice, and trying again sends the same request', async () => {
  await openList();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ann Adams' }));
  await userEvent.click(await button('Assign…'));
  await chooseTarget('mara', /Mara Kent/);
  await userEvent.click(screen.getByRole('radio', { name: 'Support' }));
  answers.bulk_assignment = () => {
    throw new TypeError('the connection was lost');
  };
  await waitFor(async () => expect(((await button('Assign 2')) as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(await button('Assign 2'));
  expect(await screen.findByText(/nobody is assigned twice/)).toBeTruthy();
  answers.bulk_assignment = () => Response.json(result);
  await userEvent.click(await button('Assign 2'));
  await screen.findByRole('dialog', { name: '2 members assigned to Mara Kent' });
  const tried = assignments().map(({ body }) => body);
  expect(tried).toHaveLength(2);
  expect(tried[0]).toEqual(tried[1]);
  expect(tried[0]?.to).toMatchObject({ teamType: 'SUPPORT', assignmentType: 'DIRECT_ASSIGNMENT' });
});

test('whom somebody assigned to last comes first', async () => {
  recentTargets.note('me', `clinician ${noraId}`);
  await openList();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ann Adams' }));
  await userEvent.click(await button('Assign…'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Nora Hill'),
    expect.stringContaining('Mara Kent'),
  ]);
});

test('a click with Shift chooses every row in between', async () => {
  await openList();
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: 'Ann Adams' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Ann Baker' }));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('2 selected')).toBeTruthy();
});
