import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccountRow } from '@vigil/contract/registry.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { memberListSearch, staffListSearch } from './account-list-search.ts';
import { MemberListScreen } from './member-list-screen.tsx';
import { StaffListScreen } from './staff-list-screen.tsx';

// The first screen of a run is compiled on the way, and each of these tests clicks and types a lot; a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const account = (id: string, over: Partial<AccountRow> = {}): AccountRow => ({
  id,
  firstName: 'Ann',
  lastName: id,
  roles: ['patient'],
  isInTheTenant: true,
  isOnHold: false,
  createdAt: 0,
  memberSince: 0,
  lastStatusDate: 0,
  contactInfo: { email: `${id}@test.example` },
  ...{ mrn: null, primaryClinician: null },
  accountStatus: 'ACTIVE',
  removalFinalAt: null,
  version: 1,
  ...over,
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}
let accounts: AccountRow[];
let sent: Sent[];
/** What a change of an account answers instead of success. */
let refuse: (call: Sent) => Response | null | Promise<Response | null>;

beforeEach(() => {
  accounts = [account('Adams'), account('Baker'), account('Clark', { accountStatus: 'HOLDING', isOnHold: true })];
  sent = [];
  refuse = () => null;
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'me',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  configuration.set({ app: { alert_banner_message: '' }, tenant: { displayName: 'Demo Health' } } as never);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address, location.href);
    const path = url.pathname.replace('/registry/api/v1/', '');
    if (path === 'users/clinicians/patients') return Response.json([]);
    if (method === 'GET') return Response.json({ content: accounts, totalElements: accounts.length, page: 0, size: 20 });
    const call = { method, path, body: body === undefined ? undefined : JSON.parse(String(body)) };
    sent.push(call);
    return (
      (await refuse(call)) ??
      Response.json(
        path === 'emails'
          ? { sent: call.body.userIds, failed: [] }
          : { ...account(path.replace('users/', ''), { version: 2 }), changed: true },
      )
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(Screen: typeof MemberListScreen, search: typeof memberListSearch | typeof staffListSearch) {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/', component: Screen, validateSearch: search as typeof memberListSearch });
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
const members = () => open(MemberListScreen, memberListSearch);
const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(screen.getByRole('checkbox', { name: `Ann ${name}` }));
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const statusOf = (name: string) =>
  within(screen.getByRole('rowheader', { name: `Ann ${name}` }).closest('tr') as HTMLElement).getAllByRole('cell')[3]?.textContent;

const testOp = { op: 'test', path: '/version', value: 1 };

test('a discharge of several is asked about by name, shows half of the way, tells apart who failed, and tries those again', async () => {
  let release: () => void = () => {};
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  refuse = async ({ path }) => {
    await pending;
    return path.endsWith('Baker') ? Response.json({ error: { code: 'conflict', message: 'Somebody was faster.' } }, { status: 409 }) : null;
  };
  await members();
  await choose('Adams', 'Baker');
  await userEvent.click(await button('Discharge'));
  const dialog = await screen.findByRole('dialog', { name: 'Discharge 2 accounts?' });
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discharge' }));
  const bar = await screen.findByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect(statusOf('Baker')).toBe('Discharged');
  release();
  expect(await screen.findByText('1 failed.')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Accounts that weren’t changed' })).getByText(/Somebody was faster/)).toBeTruthy();
  await waitFor(() => expect(statusOf('Baker')).toBe('Active'));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['users/Adams', [testOp, { op: 'replace', path: '/isInTheTenant', value: false }]],
    ['users/Baker', [testOp, { op: 'replace', path: '/isInTheTenant', value: false }]],
  ]);
  refuse = () => null;
  await userEvent.click(await button('Try 1 again'));
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['users/Adams', 'users/Baker', 'users/Baker']));
});

test('a hold needs no question and is undone with one click, on the version that the hold has led to', async () => {
  await members();
  await userEvent.click(await button('Actions for Ann Adams'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hold' }));
  expect(await screen.findByText('1 put on hold.')).toBeTruthy();
  await userEvent.click(await button('Undo'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual([
    { ...testOp, value: 2 },
    { op: 'replace', path: '/isOnHold', value: false },
  ]);
});

test('who was put on hold by somebody else meanwhile is told apart, and undo leaves that as it is', async () => {
  refuse = ({ path }) =>
    path.endsWith('Baker')
      ? Response.json({ ...account('Baker', { accountStatus: 'HOLDING', isOnHold: true, version: 2 }), changed: false })
      : null;
  await members();
  await choose('Adams', 'Baker');
  await userEvent.click(await button('Hold'));
  expect(await screen.findByText('1 put on hold. 1 was already on hold.')).toBeTruthy();
  // The button that was pressed is gone; the keyboard goes on where it is told what was done.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Changes to accounts'));
  await userEvent.click(await button('Undo'));
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['users/Adams', 'users/Baker', 'users/Adams']));
});

test('only what makes sense for an account is offered, and for many those for whom it does', async () => {
  await members();
  await userEvent.click(await button('Actions for Ann Clark'));
  const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(offered).toEqual([
    ...['Edit account', 'Reassign clinician', 'Data and privacy'],
    ...['Send e-mail', 'Send message', 'Restart', 'Discharge', 'Delete'],
    ...['End all sessions', 'Reset second step'],
  ]);
  expect(screen.getByRole('menuitem', { name: 'Reassign clinician' }).getAttribute('href')).toBe('/admin/members/Clark/clinicians');
  expect(screen.getByRole('menuitem', { name: 'Data and privacy' }).getAttribute('href')).toBe('/admin/audit?member=Clark');
  await userEvent.keyboard('{Escape}');
  await choose('Adams', 'Clark');
  expect(await button('Hold (1)')).toBeTruthy();
  expect(await button('Discharge')).toBeTruthy();
});

test('a message goes to each member alone, shows half of the way, and is tried again under the same id', async () => {
  accounts = [...accounts, account('Gone', { accountStatus: 'DISCHARGED', isInTheTenant: false })];
  let isLeft = true;
  refuse = async ({ body }) => {
    const { userIds } = body as { userIds: string[] };
    const failed = userIds[0] === 'Baker' && isLeft ? [{ userId: 'Baker', code: 'conflict', message: 'Would not read it.' }] : [];
    return Response.json({ sent: failed.length === 0 ? userIds : [], failed });
  };
  await members();
  await choose('Adams', 'Baker', 'Gone');
  await userEvent.click(await button('Send message (2)'));
  const dialog = await screen.findByRole('dialog', { name: 'Message to 2 members, each separately' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect([sent, within(dialog).getByText('Enter some text.') !== null]).toEqual([[], true]);
  await userEvent.type(within(dialog).getByLabelText('Text'), 'We are closed on Monday.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('1 message sent.', { exact: false })).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Accounts that weren’t changed' })).getByText(/Would not read it/)).toBeTruthy();
  isLeft = false;
  await userEvent.click(await button('Try 1 again'));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/chat/api/v1/members/messages'));
  const bodies = sent.map(({ body }) => body as { id: string; userIds: string[]; text: string });
  expect(bodies.map(({ userIds, text }) => [userIds, text])).toEqual(
    ['Adams', 'Baker', 'Baker'].map((id) => [[id], 'We are closed on Monday.']),
  );
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
});

test('an e-mail needs a subject and a text, goes to each, and one that was not delivered is named', async () => {
  refuse = ({ body }) => {
    const [id] = (body as { userIds: string[] }).userIds;
    return id === 'Baker' ? Response.json({ sent: [], failed: [{ id, reason: 'not-delivered' }] }) : null;
  };
  await members();
  await choose('Adams', 'Baker');
  await userEvent.click(await button('Send e-mail'));
  await userEvent.click(await button('Send'));
  expect(await screen.findAllByText('Enter some text.')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText('Subject'), 'Band');
  await userEvent.type(screen.getByLabelText('Text'), 'Please charge it.');
  await userEvent.click(await button('Send'));
  expect(await screen.findByText('1 e-mail sent.', { exact: false })).toBeTruthy();
  expect(screen.getByText(/The mail server rejected it/)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toContainEqual({ userIds: ['Adams'], subject: 'Band', text: 'Please charge it.' });
});

test('a second step is reset after a question that says what follows; one’s own and a refusal are not passed over', async () => {
  accounts = [account('Adams', { roles: ['nurse'] }), account('me', { roles: ['tenant_admin'] })];
  let answer = () => Response.json({ error: { code: 'conflict', message: 'id.clinic.example looks after that.' } }, { status: 409 });
  refuse = () => answer();
  await open(StaffListScreen as typeof MemberListScreen, staffListSearch);
  await userEvent.click(await button('Actions for Ann me'));
  expect(await screen.findByRole('menuitem', { name: 'Audit log' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Reset second step' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Reassign clinician' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await button('Actions for Ann Adams'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset second step' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset the second step of Ann Adams?' });
  expect(within(dialog).getByText(/the password alone is enough to sign in/)).toBeTruthy();
  expect(sent).toEqual([]);
  const reset = within(dialog).getByRole('button', { name: 'Reset second step' });
  await userEvent.click(reset);
  expect(await within(dialog).findByText('id.clinic.example looks after that.')).toBeTruthy();
  answer = () => Response.json({ reset: false, told: false });
  await userEvent.click(reset);
  expect(await screen.findByText(/no second step you can reset/)).toBeTruthy();
  // Where no mail server is set nobody is said to be told.
  answer = () => Response.json({ reset: true, told: false });
  await userEvent.click(await button('Actions for Ann Adams'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset second step' }));
  await userEvent.click(await button('Reset second step'));
  expect(await screen.findByText(/let them know yourself/)).toBeTruthy();
  expect(sent.map(({ method, path }) => [method, path])).toEqual(Array(3).fill(['DELETE', '/login/api/v1/users/Adams/second-factor']));
});

test('roles are shown without the generic clinician, given and taken by flags; a refusal stays beside the form', async () => {
  const roles: Role[] = ['clinician'];
  accounts = [account('Adams', { roles }), account('Baker', { roles: ['clinician', 'nurse'] })];
  refuse = () => Response.json({ error: { code: 'conflict', message: 'The last administrator.' } }, { status: 409 });
  await open(StaffListScreen as typeof MemberListScreen, staffListSearch);
  expect(within(screen.getByText('Ann Adams').closest('tr') as HTMLElement).getByText('Provider')).toBeTruthy();
  await userEvent.click(await button('Actions for Ann Baker'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change roles' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Nurse' }));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Coach' }));
  await userEvent.click(await button('Save'));
  expect(await screen.findByText(/The last administrator/)).toBeTruthy();
  expect(sent[0]?.body).toEqual([
    testOp,
    { op: 'replace', path: '/isCoach', value: true },
    { op: 'replace', path: '/isNurse', value: false },
  ]);
});
