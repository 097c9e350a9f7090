import '#ui/messages.ts';
import './messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { gatesOf } from './gates.ts';
import { patientTabs } from './patient-tabs.ts';
import { createPortalRouter } from './routes.tsx';
import { screens, subpagesOf } from './screens.ts';

vi.mock('#features/patient-data/patient-data-screen.tsx', () => ({
  PatientDataScreen: ({ memberId }: { memberId: string }) => <p>Data of {memberId}</p>,
}));
vi.mock('#features/patient-summary/summary-screen.tsx', () => ({
  SummaryScreen: ({ memberId }: { memberId: string }) => <p>Summary of {memberId}</p>,
}));

// The first screen of a run is compiled on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const me = 'me';
const now = Date.now() / 1000;
const row = (id: string, lastName: string, over: Partial<MemberRow> = {}): MemberRow => ({
  user_id: id,
  data: {
    firstName: 'Ada',
    middleName: null,
    lastName,
    title: null,
    photoUrl: null,
    birthday: '1950-01-01',
    sex: 'female',
    mrn: null,
    timezone: 'UTC',
    account_created_millis: 0,
  },
  readings: {},
  latest: {
    heart_rate: { value: 61, timestamp: now - 240, source: 'device' },
    spo2: { value: 95, timestamp: now - 3 * 86_400, source: 'device' },
  },
  band: { status: 'wearing', since: now - 60, lastSync: now - 60, battery: 71 },
  attention: [],
  recent: null,
  in_the_tenant: true,
  on_hold: false,
  memberSince: 0,
  accountStatus: 'ACTIVE',
  dataOrigin: 'synthetic',
  ...over,
});
const account = (id: string) => ({
  id,
  personalInfo: { firstName: 'Ada', lastName: id, title: null, birthday: '1950-01-01', sex: 'female', mrn: 'M-1', photoUrl: null },
  languageRegion: { timezone: 'America/Los_Angeles', timezoneIsAssumed: id === 'zoneless' },
  portalSettings: { unitSystem: null, colorMode: null, chartAxes: null },
  accountStatus: 'ACTIVE',
  dataOrigin: 'synthetic',
  dataAttribution: 'A published data set',
});

let asked: URL[];
let members: () => Response | Promise<Response>;

beforeEach(() => {
  localStorage.clear();
  patientTabs.set([]);
  shortcuts.set(true);
  queryClient.clear();
  asked = [];
  members = () => Response.json({ content: [row('a', 'Ashgrove'), row('b', 'Brook')], totalElements: 41, page: 0, size: 20 });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: now + 900 });
  configuration.set({ app: { alert_banner_message: '' }, tenant: { displayName: 'Demo Health' } } as never);
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href);
    asked.push(url);
    if (url.pathname === '/events-processor/api/v1/user_facts') return members();
    if (url.pathname === '/triage/api/v1/today')
      return Response.json({
        content: [],
        totalElements: 0,
        counts: { open: 0, gaps: 0, reviewed: 0 },
        order: [],
        page: 0,
        per_page: 25,
        asOf: now,
      });
    if (url.pathname === '/factuary/api/v2/cohorts') return Response.json([]);
    if (url.pathname === '/registry/api/v1/users') return Response.json({ content: [], totalElements: 0, page: 0, size: 20 });
    const user = /\/registry\/api\/v1\/users\/(\w+)$/.exec(url.pathname)?.[1];
    if (user === 'nonsense') return Response.json({ error: { code: 'invalid_input', message: 'id: Invalid UUID' } }, { status: 400 });
    if (user === 'missing') return Response.json({ error: { code: 'not_found', message: 'There is no such user.' } }, { status: 404 });
    if (user) return Response.json(account(user));
    if (url.pathname.startsWith('/login/')) return Response.json({ managedBy: 'id.clinic.example' });
    throw new Error(`Nobody expected ${address}`);
  });
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string, roles: readonly Role[] = ['nurse']) {
  history.replaceState(null, '', address);
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles }, severalTenants: false });
  const router = createPortalRouter({ userId: me, gates: gatesOf(roles) });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}
const at = (path: string) => waitFor(() => expect(location.pathname + location.search).toBe(path));
const lastList = () => asked.findLast((url) => url.pathname.endsWith('/user_facts'))?.searchParams;

test('every screen of the table is at its address', () => {
  const { routesByPath } = createPortalRouter({ userId: me, gates: gatesOf(['nurse']) });
  const missing = Object.entries(screens).filter(([, { path }]) => !(path in routesByPath));
  expect(missing.map(([id]) => id)).toEqual([]);
});

const [membersDefault = '', staffDefault = ''] = (['/admin/members', '/admin/staff'] as const).map((area) => subpagesOf(area)[0]?.path);
test.each<[readonly Role[], string, string]>([
  [['nurse'], '/', '/dashboard/today'],
  [['nurse'], '/dashboard', '/dashboard/today'],
  [['nurse'], '/dashboard/anything/else', '/dashboard/today'],
  [['nurse'], '/no/such/path', '/dashboard/today'],
  [['nurse'], '/admin/members', '/dashboard/today'],
  [['nurse'], '/patient/a', '/patient/a/summary'],
  [['nurse'], '/patient/a/unknown', '/patient/a/summary'],
  [['nurse'], '/?patientId=a', '/patient/a/summary'],
  [['nurse'], '/patient/a/analysis', '/patient/a/analysis'],
  [['nurse'], '/patient/a/reports', '/dashboard/today'],
  [['patient'], '/patient/me/summary', '/patient/me/data'],
  [['patient'], '/patient/me/analysis', '/patient/me/analysis'],
  [['patient'], '/patient/me/reports', '/patient/me/reports'],
  [['patient'], '/patient/somebody/reports', '/patient/me/data'],
  [['nurse'], '/dashboard/support', '/dashboard/support'],
  [['nurse'], '/admin/staff/staff-list', '/dashboard/today'],
  [['tenant_admin'], '/', membersDefault],
  [['tenant_admin'], '/admin', membersDefault],
  [['tenant_admin'], '/admin/no/such/page', membersDefault],
  [['tenant_admin'], '/admin/members', membersDefault],
  [['tenant_admin'], '/admin/members/unknown', membersDefault],
  [['tenant_admin'], '/admin/members/member-list?status=HOLDING', '/admin/members/member-list?status=HOLDING'],
  [['tenant_admin'], '/admin/members?status=HOLDING&page=2', '/admin/members/member-list?status=HOLDING&page=2'],
  [['tenant_admin'], '/admin/staff', staffDefault],
  [['tenant_admin'], '/admin/staff/unknown', staffDefault],
  [['tenant_admin'], '/admin/staff/staff-list', '/admin/staff/staff-list'],
  [['tenant_admin'], '/dashboard/panel', membersDefault],
  [['tenant_admin'], '/patient/a/data', membersDefault],
  [['patient'], '/', '/patient/me/data'],
  [['patient'], '/dashboard/support', '/patient/me/data'],
  [['patient'], '/patient/me/unknown', '/patient/me/data'],
  [['patient'], '/patient/somebody/data', '/patient/me/data'],
  [['nurse'], '/dashboard/surveys', '/dashboard/surveys'],
  [['patient'], '/dashboard/surveys', '/patient/me/data'],
  [['patient'], '/patient/me/surveys', '/patient/me/surveys'],
  [['nurse'], '/patient/a/surveys', '/patient/a/surveys'],
  [['patient'], '/patient/me/privacy', '/patient/me/privacy'],
  [['patient'], '/patient/somebody/privacy', '/patient/me/data'],
  [['nurse'], '/patient/a/privacy', '/dashboard/today'],
  [['tenant_admin'], '/patient/a/privacy', membersDefault],
  [['nurse'], '/admin/audit', '/dashboard/today'],
  [['tenant_admin'], '/admin/audit', '/admin/audit'],
  [['patient'], '/dashboard/panel', '/patient/me/data'],
  [['tenant_admin', 'nurse'], '/dashboard/panel', '/dashboard/panel'],
  [['nurse'], '/dashboard/account/security', '/dashboard/account/security'],
  [['patient'], '/dashboard/account/security', '/patient/me/data'],
  [['patient'], '/account/security', '/account/security'],
  [['tenant_admin'], '/account/security', '/account/security'],
])('%j at %s comes to %s', async (roles, from, to) => {
  open(from, roles);
  await at(to);
});

test('the list shows fresh, stale and unknown apart, and says so to a screen reader', async () => {
  open('/dashboard/panel?columns=heart_rate,spo2,weight');
  const link = await screen.findByRole('link', { name: 'Ada Ashgrove' });
  const shown = within(link.closest('tr') as HTMLElement);
  const cells = shown.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells).toEqual([
    'No known reason',
    expect.stringMatching(/^\d+ F$/),
    '61, 4 min ago, band',
    '3 d95, 3 days ago, band',
    '—Weight: no reading yet',
    'On wrist , 1 min ago, 71%',
    '1 min1 min ago',
  ]);
  expect(shown.getByTitle('Heart rate 61 bpm · 4 min ago · band')).toBeTruthy();
});

test('a refresh leaves the rows in their places and says that their order has changed', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  const names = () => screen.getAllByRole('link', { name: /^Ada / }).map((link) => link.textContent);
  members = () => Response.json({ content: [row('b', 'Brook'), row('a', 'Ashgrove')], totalElements: 41, page: 0, size: 20 });
  await queryClient.refetchQueries();
  const update = await screen.findByRole('button', { name: 'Order changed · update' });
  expect(names()).toEqual(['Ada Ashgrove', 'Ada Brook']);
  await user.click(update);
  expect(names()).toEqual(['Ada Brook', 'Ada Ashgrove']);
  expect(screen.queryByRole('button', { name: 'Order changed · update' })).toBeNull();
});

test('a member of whom nothing is new is one sentence, and the reason to look says since when', async () => {
  const silent = row('a', 'Ashgrove', {
    latest: { heart_rate: { value: 61, timestamp: now - 12 * 86_400, source: 'device' } },
    attention: [{ kind: 'gap', gap: 'not-syncing', since: now - 12 * 86_400 }],
  });
  members = () => Response.json({ content: [silent], totalElements: 1, page: 0, size: 20 });
  open('/dashboard/panel?columns=heart_rate,spo2');
  const link = await screen.findByRole('link', { name: 'Ada Ashgrove' });
  const cells = within(link.closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['Not syncing12 d', expect.stringMatching(/^\d+ F$/), 'No data for 12 d', expect.any(String), expect.any(String)]);
});

test('while trends cannot be loaded nobody looks checked: that is said above the list, in each row without a reason, and for each course', async () => {
  const out = row('a', 'Ashgrove', {
    attention: [
      {
        ...{ kind: 'limit', metric: 'spo2', value: 90, limit: 91, side: 'low', severity: 'CRITICAL', aggregate: 'mean', window: '1h' },
        ...{ ruleId: 'low', title: 'SpO2 low', persistMinutes: 15, setBy: 'tenant', alert: 'open', alertSince: now - 60, since: now - 600 },
        orBefore: true,
      },
    ],
  });
  const rows = [out, row('b', 'Brook'), row('c', 'Cole', { accountStatus: 'DISCHARGED' })];
  members = () => Response.json({ content: rows, totalElements: 3, page: 0, size: 20, isWithoutTrends: true });
  open('/dashboard/panel?columns=heart_rate');
  const cells = async () =>
    Promise.all(
      ['Ashgrove', 'Brook', 'Cole'].map(async (name) => {
        const link = await screen.findByRole('link', { name: `Ada ${name}` });
        return within(link.closest('tr') as HTMLElement).getAllByRole('cell')[0]?.textContent;
      }),
    );
  expect(await cells()).toEqual([expect.stringContaining('Trend couldn’t be loaded'), 'Not fully checked', 'No known reason']);
  const note = /^Trends can’t be loaded right now, so changes from a member’s usual are missing here and from the order\./;
  expect(screen.getByText(note).getAttribute('role')).toBe('status');
  members = () => Response.json({ content: rows, totalElements: 3, page: 0, size: 20, isWithoutTrends: false });
  await queryClient.refetchQueries();
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  expect((await cells())[1]).toBe('No known reason');
});

test('the age and source of every reading can be shown beside it, kept in the address', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel?columns=heart_rate');
  await user.click(await screen.findByRole('button', { name: 'Ages' }));
  expect((await screen.findAllByText('4 min · band')).length).toBe(2);
  expect(location.search).toContain('ages=on');
});

test('? lists the keys; turned off in the account menu, it does nothing', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  await user.keyboard('?');
  expect(within(await screen.findByRole('dialog', { name: 'Keyboard' })).getByText('Search by name')).toBeTruthy();
  expect(screen.getByText('Acknowledge alert')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: /Keyboard shortcuts/ }));
  expect(shortcuts.get()).toBe(false);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sorting, searching and paging go to the server and into the address, and the way back undoes them', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await user.click(await screen.findByRole('button', { name: /^Heart rate/ }));
  await at('/dashboard/panel?sort=heart_rate&order=asc');
  await user.click(await screen.findByRole('button', { name: /^Heart rate/ }));
  await at('/dashboard/panel?sort=heart_rate');
  const next = screen.getByRole('button', { name: 'Next page' });
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('false'));
  await user.click(next);
  await waitFor(() => expect(location.search).toContain('page=2'));
  await waitFor(() =>
    expect(Object.fromEntries(lastList() ?? [])).toMatchObject({ page: '1', size: '20', sortingField: 'heart_rate', sortOrder: 'DESC' }),
  );
  await user.type(screen.getByRole('searchbox'), 'ash');
  await waitFor(() => expect(location.search).toBe('?sort=heart_rate&q=ash'));
  await waitFor(() => expect(lastList()?.get('partOfName')).toBe('ash'));
  expect(lastList()?.get('page')).toBe('0');
  history.back();
  await at('/dashboard/panel?sort=heart_rate');
});

test('a list that fails is said in its place, with the server’s reason, and can be asked for again there', async () => {
  members = () => Response.json({ error: { code: 'internal', message: 'The list failed.' } }, { status: 500 });
  open('/dashboard/panel');
  expect((await screen.findByText(/The list failed\./)).textContent).toMatch(/tries again every 15 seconds/);
  members = () => Response.json({ content: [row('a', 'Ashgrove')], totalElements: 1, page: 0, size: 20 });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Ada Ashgrove' })).toBeTruthy();
});

test('while a late answer is awaited, the old rows are busy, count and pages wait, and the file, which asks by itself, does not', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  const answer = Promise.withResolvers<Response>();
  members = () => answer.promise;
  await user.click(screen.getByRole('button', { name: /^Heart rate/ }));
  const table = screen.getByRole('table');
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByRole('link', { name: 'Ada Ashgrove' })).toBeTruthy();
  expect(screen.getByText('1–20 of 41').className).toContain('hidden');
  expect(within(screen.getByRole('heading', { level: 1 })).getByText('41').className).toContain('waiting');
  expect(screen.getByRole('button', { name: 'CSV' })).toHaveProperty('disabled', false);
  const next = screen.getByRole('button', { name: 'Next page' });
  await user.click(next);
  expect([document.activeElement, next.getAttribute('aria-disabled'), location.search]).toEqual([
    next,
    'true',
    '?sort=heart_rate&order=asc',
  ]);
  answer.resolve(Response.json({ content: [row('c', 'Cole')], totalElements: 1, page: 0, size: 20 }));
  expect(await screen.findByRole('link', { name: 'Ada Cole' })).toBeTruthy();
  expect(table.getAttribute('aria-busy')).toBe('false');
  expect(screen.getByText('1–1 of 1').className).not.toContain('hidden');
});

test('a list that the server refuses to this person says so, and offers no second try', async () => {
  members = () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  open('/dashboard/panel');
  expect(await screen.findByText('This list is for clinical staff')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each<[readonly Role[], string, readonly string[]]>([
  [['nurse'], '/dashboard/panel', ['Today', 'Panel', 'Calendar', 'Account', 'Support', 'Team']],
  [['tenant_admin'], '/admin/members', ['Calendar', 'Members', 'Portal Users', 'Settings', 'Audit log', 'Sign-in and security']],
  [
    ['tenant_admin', 'nurse', 'patient'],
    '/dashboard/panel',
    [
      'Today',
      'Panel',
      'Calendar',
      'Account',
      'Support',
      'Team',
      'Members',
      'Portal Users',
      'Settings',
      'Audit log',
      'My data',
      'My analysis',
      'My programs',
      'My health report',
      'Log by hand',
      'My surveys',
      'My privacy',
    ],
  ],
  [
    ['patient'],
    '/patient/me/data',
    ['My data', 'My analysis', 'My programs', 'My health report', 'Log by hand', 'My surveys', 'My privacy', 'Sign-in and security'],
  ],
])('the account menu of %j at %s leads to %j', async (roles, from, labels) => {
  open(from, roles);
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }));
  const links = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(links.filter((item) => item.hasAttribute('href')).map((item) => item.textContent?.trim())).toEqual(labels);
});

test.each<[Role[], string]>([
  [['tenant_admin'], 'Tenant Admin'],
  [['tenant_admin', 'nurse'], 'Nurse'],
])('the account menu calls %j by what they are: %s', async (roles, called) => {
  open('/', roles);
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }));
  await screen.findByRole('menu');
  expect([...document.querySelectorAll('[class*=whoRole]')].map((one) => one.textContent?.split(' · ')[0])).toEqual([called]);
});

test('closing the last patient leads an administrator who is of the staff to Today, not to the administration', async () => {
  const user = userEvent.setup();
  open('/patient/a/data', ['tenant_admin', 'nurse']);
  await user.click(await screen.findByRole('button', { name: 'Close Ada a' }));
  await at('/dashboard/today');
});

test('pointing at a link loads the code of its screen ahead', async () => {
  const ahead = vi.spyOn(screens.memberInvitation.route.component, 'preload');
  open('/dashboard/panel', ['nurse', 'tenant_admin']);
  const link = await screen.findByRole('link', { name: 'Members' });
  expect(ahead).not.toHaveBeenCalled();
  await userEvent.hover(link);
  await waitFor(() => expect(ahead).toHaveBeenCalled());
  expect(location.pathname).toBe('/dashboard/panel');
});

test('nobody found says for what, and offers to clear it', async () => {
  members = () => Response.json({ content: [], totalElements: 0, page: 0, size: 20 });
  open('/dashboard/panel?q=zzz&status=HOLDING');
  expect(await screen.findByText(/“zzz”/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await at('/dashboard/panel');
});

test('opening members makes tabs; closing the one on screen moves to its neighbour, and then to the start', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('innerWidth', 1440);
  open('/patient/a/data');
  await screen.findByText('Data of a');
  await user.click(await screen.findByRole('link', { name: 'Panel' }));
  await user.click(await screen.findByRole('link', { name: 'Ada Brook' }));
  await screen.findByText('Summary of b');
  await waitFor(() => expect(patientTabs.get()).toEqual(['a', 'b']));
  await user.click(await screen.findByRole('button', { name: 'Close Ada b' }));
  await screen.findByText('Summary of a');
  await user.click(await screen.findByRole('button', { name: 'Close Ada a' }));
  await at('/dashboard/today');
  expect(patientTabs.get()).toEqual([]);
});

test('a member’s page names the person, the source of the data and the local time', async () => {
  open('/patient/a/data');
  expect(await screen.findByRole('heading', { level: 1, name: /Ada a/ })).toBeTruthy();
  expect(screen.getByText('Synthetic')).toBeTruthy();
  expect(screen.getByText('Source: A published data set')).toBeTruthy();
  expect(screen.getByText(/in Los Angeles$/)).toBeTruthy();
});

test.each(['missing', 'nonsense'])('a member that does not exist (%s) is said so, and gets no tab', async (member) => {
  open(`/patient/${member}/data`);
  expect(await screen.findByText('Member not found')).toBeTruthy();
  expect(patientTabs.get()).toEqual([]);
});

test('Ctrl K finds a member by name and goes there', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /Search members/ }), 'ash');
  const option = await screen.findByRole('option', { name: /^Ada Ashgrove/ });
  expect(option.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  await at('/patient/a/summary');
});

test('Ctrl K does something about a member who is named', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /Search members/ }), 'charts ash');
  const option = await screen.findByRole('option', { name: 'Charts for Ada Ashgrove' });
  expect(option.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  await at('/patient/a/data');
});

test('Ctrl K offers what is to be done for every member who has the name', async () => {
  const user = userEvent.setup();
  open('/dashboard/panel');
  await screen.findByRole('link', { name: 'Ada Ashgrove' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /Search members/ }), 'charts ada');
  await screen.findByRole('option', { name: /^Charts for Ada Ashgrove/ });
  expect(screen.getByRole('option', { name: /^Charts for Ada Brook/ })).toBeTruthy();
});

test('a member whose time zone nobody has told is not said to live somewhere', async () => {
  open('/patient/zoneless/data');
  await screen.findByText('Data of zoneless');
  expect(await screen.findByText('Time zone unknown; shown in Los Angeles time')).toBeTruthy();
  expect(screen.queryByText(/in Los Angeles$/)).toBeNull();
});
