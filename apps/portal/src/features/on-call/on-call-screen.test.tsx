import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OnCallNow, OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { OnCallScreen } from './on-call-screen.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const [me, ann, bob, member] = ['0', '1', '2', '3'].map((n) => `5d0cba11-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const people = [
  { id: ann, firstName: 'Ann', lastName: 'First', roles: ['nurse'] },
  { id: bob, firstName: 'Bob', lastName: 'Second', roles: ['nurse'] },
  { id: me, firstName: 'Marta', lastName: 'Mine', roles: ['md'] },
];
const team = people.map((one) => ({
  ...one,
  title: null,
  photoUrl: null,
  isInTheTenant: true,
  caseload: 0,
  primary: 0,
  support: 0,
  recentActivity: null,
}));
const allWeek = (staffId: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00', staffId }));
const empty = (role: OnCallRota['role']): OnCallRota => ({ role, version: 0, timeZone: null, shifts: [], covers: [] });
const alarm = {
  ...{
    id: bob,
    userId: member,
    title: 'SpO2 low',
    subject: { kind: 'metric', metric: 'spo2' },
    ruleIds: [],
    actionIds: [],
    state: 'raised',
  },
  ...{ severity: 'CRITICAL', level: 1, isJudged: true, measured: 84, by: null, raisedAt: Date.now() - 60_000, changedAt: Date.now() },
  ...{ dueAt: null, longestSnooze: 600, version: 1 },
};

let nurse: OnCallRota;
let now: OnCallNow;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
/** What a change is answered with in the place of what was stored. */
let instead: (() => Response | Promise<Response>) | null;
let reading: (() => Response) | null;

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  nurse = { role: 'nurse', version: 1, timeZone: 'Europe/Berlin', shifts: allWeek(ann), covers: [] };
  now = { role: 'nurse', people: people.slice(0, 1), absent: [], until: Date.now() + 3_600_000, source: 'shift' };
  [sent, instead, reading] = [[], null, null];
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.endsWith('/clinicians/patients')) return Response.json(team);
    if (pathname.endsWith('/basic_info')) return Response.json({ content: [{ id: member, firstName: 'Ada', lastName: 'Member' }] });
    if (pathname.endsWith('/alarms')) return Response.json([alarm]);
    if (method !== 'GET') {
      sent.push({ method, path: pathname.split('/on-call')[1] ?? '', body: JSON.parse(String(body ?? '{}')) });
      if (instead) return instead();
      if (pathname.endsWith('/handover'))
        return Response.json({ now: { ...now, people: people.slice(2), source: 'cover' }, standing: [alarm] });
      return Response.json(nurse);
    }
    if (reading) return reading();
    if (pathname.endsWith('/now'))
      return Response.json(
        ['md', 'coach', 'specialist', 'support']
          .map((role) => ({ role, people: [], absent: [], until: null, source: 'nobody' }))
          .concat([now as never]),
      );
    return Response.json({
      rotas: [empty('md'), nurse, empty('coach'), empty('specialist'), empty('support')],
      people: people.slice(0, 2),
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(role: Role = 'md') {
  // What is being written is kept by person: nobody finds what the test before has left.
  session.set({
    userId: crypto.randomUUID(),
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] },
    severalTenants: false,
  });
  const routeTree = createRootRoute({ component: OnCallScreen });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const cut = () => {
  throw new TypeError('Failed to fetch');
};

test('says role by role who is on call, until when and who is next, and each of seven days; and where nobody is', async () => {
  open('observer');
  const shown = await card('Nurse');
  expect(shown.getByText('Ann First', { selector: 'strong' })).toBeTruthy();
  expect(shown.getByText(/^then Ann First, until/)).toBeTruthy();
  const days = shown.getAllByRole('listitem');
  expect(days).toHaveLength(7);
  expect(
    days.slice(1).map((day) =>
      within(day)
        .getAllByText(/./, { selector: 'span' })
        .map((one) => one.textContent),
    ),
  ).toEqual(Array.from({ length: 6 }, () => ['all day', 'Ann First']));
  expect((await card('Coach')).getByText(/Nobody is on call/).textContent).toContain('Alerts skip this role');
  expect(screen.queryByRole('button', { name: /Take over|Hand over|cover|the week of/ })).toBeNull();
});

test('a week that is being written tells what is missing beside its field, and when nobody would be on call', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the week of Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'The week of Nurse' }));
  expect(form.getByText('Somebody is on call at every hour of the week.')).toBeTruthy();
  await userEvent.click(form.getByRole('checkbox', { name: 'Sunday' }));
  expect(form.getByText(/^Nobody is on call: Sun .* – Mon/)).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: 'Add a shift' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getAllByText('Give a time.')).toHaveLength(2);
  expect(form.getByText('Choose who.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a week that is saved as it was opened says that nothing changed, and is not sent', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the week of Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'The week of Nurse' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing changed.')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(sent).toEqual([]);
});

test('a week stays written when the line is cut, and is sent again against the same version', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the week of Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'The week of Nurse' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Bob Second');
  instead = cut;
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/No answer came/)).toBeTruthy();
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'Who' }).value).toBe(bob);
  instead = null;
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual(
    Array.from({ length: 2 }, () => ['PUT', '/nurse', { version: 1, timeZone: 'Europe/Berlin', shifts: allWeek(bob) }]),
  );
});

test('where somebody else has changed the week meanwhile, theirs is told and nothing is sent until one says whose is to hold', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the week of Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'The week of Nurse' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Bob Second');
  nurse = { ...nurse, version: 2, shifts: allWeek(ann).slice(0, 5) };
  instead = () => Response.json({ error: { code: 'conflict', message: 'Somebody has changed this rota.' } }, { status: 409 });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect((await form.findByRole('listitem')).textContent).toBe('Mon, Tue, Wed, Thu, Fri 00:00 – 00:00: Ann First');
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  instead = null;
  await userEvent.click(form.getByRole('button', { name: 'Go on with mine, in its place' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ version: 2, timeZone: 'Europe/Berlin', shifts: allWeek(bob) }));
});

test('a week that was stored although its answer was lost is not told as somebody else’s', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the week of Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'The week of Nurse' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Bob Second');
  nurse = { ...nurse, version: 2, shifts: allWeek(bob) };
  instead = cut;
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(await screen.findByText('Saved: it holds from now on')).toBeTruthy();
});

test('a cover is checked before it is sent, and said once however often it is sent', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a cover for Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'Somebody else for Nurse' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect([form.getByText('Choose who.'), form.getByText('Give a day and a time.')]).toHaveLength(2);
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Bob Second');
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await userEvent.type(form.getByLabelText('Until'), until);
  instead = cut;
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/No answer came/)).toBeTruthy();
  instead = null;
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(sent.map(({ path, body }) => [path, body.staffId])).toEqual(Array.from({ length: 2 }, () => ['/nurse/overrides', bob]));
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

test('a cover that was changed after its answer was lost takes back what may have been stored', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a cover for Nurse' }));
  const form = within(await screen.findByRole('form', { name: 'Somebody else for Nurse' }));
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Bob Second');
  instead = cut;
  for (const days of [1, 2]) {
    await userEvent.clear(form.getByLabelText('Until'));
    await userEvent.type(form.getByLabelText('Until'), until(days));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(days));
    expect(await form.findByText(/No answer came/)).toBeTruthy();
  }
  instead = null;
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Who' }), 'Ann First');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  const [first, second, third] = sent.map(({ body }) => body);
  expect([first?.replaces, second?.replaces, third?.replaces]).toEqual([[], [first?.id], [first?.id, second?.id]]);
});

test('a cover is taken back after it was said who is on call then', async () => {
  const cover = { id: member, role: 'nurse', kind: 'handover', staffId: bob, saidBy: ann, saidAt: 1 } as const;
  nurse = { ...nurse, covers: [{ ...cover, from: Date.now() - 60_000, until: Date.now() + 3_600_000 }] };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Take back: Bob Second/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('At this moment that is Ann First.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(sent.map(({ method, path }) => [method, path])).toEqual([['DELETE', `/nurse/overrides/${member}`]]));
});

test('of two covers that are taken back before an answer has come each is told, and what is asked about since stays open', async () => {
  const cover = {
    role: 'nurse',
    kind: 'handover',
    saidBy: ann,
    saidAt: 1,
    from: Date.now() - 60_000,
    until: Date.now() + 3_600_000,
  } as const;
  nurse = { ...nurse, covers: [bob, me].map((staffId) => ({ ...cover, id: staffId, staffId })) };
  const answers: (() => void)[] = [];
  instead = () => new Promise((resolve) => answers.push(() => resolve(Response.json(nurse))));
  open();
  for (const name of [/^Take back: Bob Second/, /^Take back: Marta Mine/]) {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Take back' }));
    if (answers.length === 1) {
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  }
  answers[0]?.();
  await screen.findByText('Taken back: the rota holds again');
  expect(screen.getByRole('dialog').textContent).toContain('Marta Mine');
  answers[1]?.();
  await waitFor(() => expect(screen.getAllByText('Taken back: the rota holds again')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('handing over names what stands before and after, and to whom', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over Nurse' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over Nurse?' }));
  expect((await dialog.findByText('Ada Member')).closest('li')?.textContent).toMatch(/Ada Member SpO2 low.*Critical · rings since/);
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  expect(dialog.getByText('Choose to whom.')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'To whom' }), 'Bob Second');
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over to Bob Second' }));
  const done = within(await screen.findByRole('dialog', { name: /is on call for Nurse/ }));
  expect(done.getByText('Ada Member')).toBeTruthy();
  expect(sent.map(({ path, body }) => [path, body.staffId, body.until])).toEqual([['/nurse/handover', bob, undefined]]);
});

test('whom the rota names and who is not there is not shown as on call', async () => {
  now = { role: 'nurse', people: [], absent: people.slice(0, 1), until: Date.now() + 3_600_000, source: 'shift' };
  open();
  const nurses = await card('Nurse');
  expect(nurses.getByText(/^Nobody is on call\./)).toBeTruthy();
  expect(nurses.getByText(/^Not available: .+\. They’re on hold/)).toBeTruthy();
});

test('before anybody has written a rota it says what happens meanwhile, and offers to begin', async () => {
  nurse = empty('nurse');
  now = { role: 'nurse', people: [], absent: [], until: null, source: 'nobody' };
  open();
  expect(await screen.findByText('Nobody has written a rota yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Write the week of Nurse' })).toBeTruthy();
});

test('what cannot be read says why: after a failure how to go on, and who may not, that it is for the staff', async () => {
  reading = () => Response.json({ error: { code: 'database_unavailable', message: 'Not now.' } }, { status: 400 });
  open();
  expect(await screen.findByText('Not now.')).toBeTruthy();
  reading = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await card('Nurse');
  cleanup();
  queryClient.clear();
  reading = () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  open();
  expect(await screen.findByText('You have no access to who is on call')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
