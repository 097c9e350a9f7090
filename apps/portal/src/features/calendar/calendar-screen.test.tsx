import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { CalendarScreen } from './calendar-screen.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const [ann, ada, meeting, weekly] = ['1', '2', '3', '4'].map((n) => `5d0cba11-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
let me: string;
/** Tomorrow at ten by the clock of this computer. */
const ten = new Date();
ten.setDate(ten.getDate() + 1);
ten.setHours(10, 0, 0, 0);
const minute = 60_000;
const people = () => [
  { id: me, firstName: 'Marta', lastName: 'Mine', isMember: false },
  { id: ann, firstName: 'Ann', lastName: 'First', isMember: false },
  { id: ada, firstName: 'Ada', lastName: 'Member', isMember: true },
];
const eventOf = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ id: meeting, title: 'Meeting', description: null, type: 'REGULAR', date: ten.getTime(), durationMinutes: 30, ownerId: me },
  ...{ tenantId: 't', notifyBefore: null, actionId: null, participants: [], read: true, clicked: true, timeZone: ownZone },
  ...{ patientId: null, seriesId: null, recurrence: null, version: 1, isBusy: false, people: people() },
  ...over,
});
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const otherZone = ownZone === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo';

let events: CalendarEvent[];
let busy: CalendarEvent[];
let sent: { method: string; path: string; search: string; body: Record<string, unknown> }[];
/** What a change is answered with in the place of what was stored. */
let instead: ((n: number) => Response | Promise<Response> | null) | null;
let reading: (() => Response | Promise<Response>) | null;
let calendarOfAnn: () => Response;

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  // What is being written is kept by person: nobody finds what the test before has left.
  me = crypto.randomUUID();
  [events, busy, sent, instead, reading] = [[], [], [], null, null];
  calendarOfAnn = () => Response.json(busy);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, location.href);
    if (pathname.endsWith('/clinicians/patients')) {
      const care = { title: null, photoUrl: null, isInTheTenant: true, caseload: 0, primary: 0, support: 0, recentActivity: null };
      return Response.json([{ id: ann, firstName: 'Ann', lastName: 'First', roles: ['nurse'], ...care }]);
    }
    if (pathname.endsWith('/user_facts')) return Response.json({ content: [] });
    if (method !== 'GET') {
      const path = pathname.replace('/calendar/api/v1', '');
      sent.push({ method, path, search, body: JSON.parse(String(body ?? '{}')) });
      const answer = instead?.(sent.length);
      if (answer) return answer;
      if (path.endsWith('/read')) return Response.json({ read: 1 });
      if (path.endsWith('/restore')) return Response.json({ restored: [meeting] });
      if (path.endsWith('/subscription') && method === 'POST')
        return Response.json({
          createdAt: Date.now(),
          showTitles: false,
          lastReadAt: null,
          path: '/calendar/api/v1/subscriptions/secret.ics',
        });
      if (method === 'DELETE') return Response.json({ deleted: [meeting], canBeRestoredUntil: Date.now() });
      return Response.json(eventOf());
    }
    if (pathname.endsWith('/subscription')) return Response.json(null);
    if (pathname.includes(`/users/${ann}/`)) return calendarOfAnn();
    const one = /\/events\/([^/]+)$/.exec(pathname)?.[1];
    if (one) {
      const found = events.find(({ id }) => id === one);
      return found ? Response.json(found) : Response.json({ error: { code: 'not_found', message: 'Not there.' } }, { status: 404 });
    }
    return reading ? reading() : Response.json(events);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(role: Role = 'nurse', address = '/?view=list') {
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
  const routeTree = createRootRoute({ component: CalendarScreen });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={createRouter({ routeTree, history }) as never} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}
const again = () => {
  cleanup();
  queryClient.clear();
};
const form = async (name = 'New event') => within(await screen.findByRole('form', { name }));
const wall = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * minute).toISOString().slice(0, 16);
/** Given as a browser gives it: whole. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const cut = () => {
  throw new TypeError('Failed to fetch');
};

test('the list names each event with its time, told apart by words; a booked one says for whom', async () => {
  events = [
    eventOf({ title: 'Visit', patientId: ada, participants: [ada] }),
    eventOf({ id: weekly, type: 'REMINDER', title: 'Call back', date: ten.getTime() + 60 * minute, durationMinutes: 0 }),
  ];
  open();
  expect(await screen.findByRole('button', { name: /10:00.*Visit · Ada Member/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /11:00.*Call back.*Reminder/ })).toBeTruthy();
});

test('of weeks that are still being asked for it is not said that nothing is on them', async () => {
  events = [eventOf()];
  open();
  await screen.findByRole('button', { name: /10:00.*Meeting/ });
  const answer = Promise.withResolvers<Response>();
  reading = () => answer.promise;
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('Nothing in these four weeks')).toBeNull();
  answer.resolve(Response.json([]));
  expect(await screen.findByText('Nothing in these four weeks')).toBeTruthy();
});

test('a colleague’s busy times lie over the own calendar: when and of which kind, and nothing to open; what both are invited to stands once', async () => {
  const theirs = { ownerId: ann, title: null, isBusy: true, people: people().slice(1, 2) };
  const both = eventOf({ title: 'Round', ownerId: ann, participants: [me] });
  events = [both];
  busy = [
    both,
    eventOf({ ...theirs, id: weekly, date: ten.getTime() + 60 * minute }),
    eventOf({ ...theirs, id: ada, date: ten.getTime() + 120 * minute, type: 'OUT_OF_THE_OFFICE' }),
  ];
  open();
  await screen.findByRole('button', { name: /10:00.*Round/ });
  expect(screen.queryByText(/Ann First: /)).toBeNull();
  await userEvent.type(screen.getByRole('combobox', { name: 'With a colleague’s busy times' }), 'Ann');
  await userEvent.click(await screen.findByRole('option', { name: 'Ann First' }));
  expect((await screen.findByText('Ann First: Busy')).closest('button, div')?.tagName).toBe('DIV');
  expect(screen.getByText('Ann First: Out of office')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /10:00.*Round/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByText(/Ann First: /)).toBeNull());
});

test('a colleague’s calendar that cannot be had is said to be missing, beside the own one', async () => {
  events = [eventOf({ title: 'Visit' })];
  calendarOfAnn = () => Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
  open('nurse', `/?view=list&over=${ann}`);
  expect(await screen.findByText(/The colleague’s calendar could not be loaded/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /10:00.*Visit/ })).toBeTruthy();
});

test('an empty calendar says so, a failed one offers another try, and one that is forbidden says for whom it is', async () => {
  open();
  expect(await screen.findByText('Nothing in these four weeks')).toBeTruthy();
  again();
  reading = () => Response.json({ error: { code: 'internal', message: 'The store is away.' } }, { status: 500 });
  open();
  expect(await screen.findByText('The store is away.')).toBeTruthy();
  reading = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing in these four weeks')).toBeTruthy();
  again();
  reading = () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  open();
  expect(await screen.findByText('No calendar for your role')).toBeTruthy();
});

test('N begins an event; what is wrong stands beside its field; what was typed outlives a lost answer and a reload', async () => {
  open();
  await screen.findByText('Nothing in these four weeks');
  await userEvent.keyboard('n');
  let fields = await form();
  fill(fields.getByLabelText('Begins'), wall(ten));
  fill(fields.getByLabelText('Ends'), wall(new Date(ten.getTime() - 30 * minute)));
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(fields.getByText('Give it a title.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(fields.getByLabelText('Title')));
  expect(fields.getByText('It has to end after it begins.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(fields.getByLabelText('Title'), 'Round');
  fill(fields.getByLabelText('Ends'), wall(new Date(ten.getTime() + 45 * minute)));
  instead = cut;
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await fields.findByText(/not known whether this was stored/)).toBeTruthy();

  again();
  instead = null;
  open('nurse', '/?view=list&event=new');
  fields = await form();
  expect(fields.getByLabelText<HTMLInputElement>('Title').value).toBe('Round');
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The event is in your calendar.')).toBeTruthy();
  expect(sent[1]?.body).toEqual(sent[0]?.body);
  expect(sent[1]?.body).toMatchObject({
    title: 'Round',
    date: ten.getTime(),
    durationMinutes: 45,
    ownerId: me,
    tenantId: 't',
    timeZone: ownZone,
  });
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

test('what was stored though its answer was lost, and is written otherwise since, is changed and not made twice', async () => {
  open('nurse', '/?view=list&event=new');
  const fields = await form();
  await userEvent.type(fields.getByLabelText('Title'), 'Round');
  instead = cut;
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  await fields.findByText(/not known whether this was stored/);
  const [first] = sent;
  events = [eventOf({ ...(first?.body as Partial<CalendarEvent>), version: 1 })];
  await userEvent.type(fields.getByLabelText('Title'), ' of the ward');
  instead = (n) => (n === 2 ? Response.json({ error: { code: 'conflict', message: 'Another event.' } }, { status: 409 }) : null);
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The event is in your calendar.')).toBeTruthy();
  expect(sent[1]?.body.id).toBe(first?.body.id);
  expect(sent[2]).toMatchObject({ method: 'PUT', body: { title: 'Round of the ward', version: 1 } });
  expect(sent[2]?.path).toMatch(new RegExp(`${first?.body.id}$`));
});

test('slots are opened one after the other; after a failure only what is left is sent, and none twice', async () => {
  open('nurse', '/?view=list&event=new');
  const fields = await form();
  await userEvent.click(fields.getByRole('button', { name: 'Open appointment' }));
  await userEvent.type(fields.getByLabelText('Title'), 'Consultation');
  fill(fields.getByLabelText('Begins'), wall(ten));
  fill(fields.getByLabelText('Ends'), wall(new Date(ten.getTime() + 60 * minute)));
  fill(fields.getByLabelText('Each lasts, in minutes'), '20');
  expect(fields.getByText(/^3 appointments, 10:00.* to 11:00/)).toBeTruthy();
  instead = (n) => (n === 2 ? cut() : null);
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await fields.findByText(/not known whether this was stored/)).toBeTruthy();
  expect(fields.getByLabelText<HTMLInputElement>('Begins').value).toBe(wall(new Date(ten.getTime() + 20 * minute)));
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 appointments are open.')).toBeTruthy();
  expect(sent.map(({ body }) => body.date)).toEqual([0, 20, 20, 40].map((after) => ten.getTime() + after * minute));
  expect(sent[1]?.body.id).toBe(sent[2]?.body.id);
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(3);
});

test('after some of several slots were made, the rest as one slot is another, and changes none of them', async () => {
  open('nurse', '/?view=list&event=new');
  const fields = await form();
  await userEvent.click(fields.getByRole('button', { name: 'Open appointment' }));
  await userEvent.type(fields.getByLabelText('Title'), 'Consultation');
  fill(fields.getByLabelText('Begins'), wall(ten));
  fill(fields.getByLabelText('Ends'), wall(new Date(ten.getTime() + 60 * minute)));
  fill(fields.getByLabelText('Each lasts, in minutes'), '20');
  instead = (n) => (n === 2 ? Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }) : null);
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await fields.findByText('No.')).toBeTruthy();
  fill(fields.getByLabelText('Each lasts, in minutes'), '');
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The event is in your calendar.')).toBeTruthy();
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
  expect(sent[2]?.body.id).not.toBe(sent[0]?.body.id);
  expect(sent[2]?.body.durationMinutes).toBe(40);
});

test('an event of another zone says both times, and its form keeps the owner’s', async () => {
  events = [eventOf({ timeZone: otherZone })];
  open('nurse', `/?view=list&event=${meeting}`);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(new RegExp(`By your clock.*in ${otherZone.split('/')[1]}`))).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
  const fields = await form('Change the event');
  const there = new Date(ten.toLocaleString('en-US', { timeZone: otherZone }));
  expect(fields.getByLabelText<HTMLInputElement>('Begins').value).toBe(wall(there));
  expect(fields.getByText(/By your clock: /)).toBeTruthy();
});

test('who is later sees both, and goes on with either', async () => {
  events = [eventOf()];
  open('nurse', `/?view=list&event=${meeting}&edit=true`);
  const fields = await form('Change the event');
  const title = fields.getByLabelText<HTMLInputElement>('Title');
  await userEvent.clear(title);
  await userEvent.type(title, 'Mine');
  events = [eventOf({ title: 'Theirs', version: 2 })];
  instead = () =>
    Response.json(
      { error: { code: 'conflict', message: 'Changed.', fields: [{ field: 'date', message: 'Is 2026-01-01T13:30:00.000Z now' }] } },
      { status: 409 },
    );
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  const stale = within((await screen.findByText('It was changed meanwhile')).parentElement as HTMLElement);
  expect(stale.getByText('Theirs')).toBeTruthy();
  // A moment in the machine's spelling is no word for people.
  expect(fields.getByText('What is stored is another.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('It was changed meanwhile'));
  expect(title.value).toBe('Mine');
  expect(fields.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.click(stale.getByRole('button', { name: 'Go on with mine' }));
  instead = null;
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The event is changed.')).toBeTruthy();
  expect(sent.at(-1)?.body).toMatchObject({ title: 'Mine', version: 2 });
});

test('an event that is saved as it was opened says that nothing changed, and is not sent', async () => {
  events = [eventOf({ title: 'Round' })];
  open('nurse', `/?view=list&event=${meeting}&edit=true`);
  const fields = await form('Change the event');
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing changed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(sent).toEqual([]);
});

test('of those that repeat it is asked which are deleted, and that is undone', async () => {
  events = [eventOf({ id: weekly, seriesId: ann, recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: [1], count: 5 } })];
  open('nurse', `/?view=list&event=${weekly}`);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete' }));
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: 'This and those after it' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('It is back.')).toBeTruthy();
  expect(sent.map(({ method, path, search }) => [method, path, search])).toEqual([
    ['DELETE', `/users/${me}/events/${weekly}`, '?scope=following'],
    ['POST', `/users/${me}/events/${weekly}/restore`, ''],
  ]);
});

test('of two events that are deleted before an answer has come each is told, with its undo, and none closes what was opened since', async () => {
  events = [eventOf(), eventOf({ id: weekly, title: 'Round' }), eventOf({ id: ada, title: 'Call' })];
  const gate = Promise.withResolvers<void>();
  instead = () => gate.promise.then(() => Response.json({ deleted: [meeting], canBeRestoredUntil: Date.now() }));
  open();
  for (const name of [/Meeting/, /Round/]) {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Delete' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await userEvent.click(await screen.findByRole('button', { name: /Call/ }));
  await screen.findByRole('dialog');
  gate.resolve();
  await waitFor(() => expect(screen.getAllByText('The event is deleted.')).toHaveLength(2));
  expect(screen.getAllByText('Undo')).toHaveLength(2);
  expect(screen.getByRole('dialog').textContent).toContain('Call');
  expect(sent.map(({ path }) => path)).toEqual([meeting, weekly].map((id) => `/users/${me}/events/${id}`));
});

/** A new event at ten, to which Ann is invited: who is free then. */
async function invitingAnn() {
  open('nurse', '/?view=list&event=new');
  const fields = await form();
  fill(fields.getByLabelText('Begins'), wall(ten));
  await userEvent.type(fields.getByLabelText('Invited'), 'Ann');
  await userEvent.click(await screen.findByRole('option', { name: 'Ann First' }));
  return within(await fields.findByRole('region', { name: 'Who is free' }));
}

test('who is invited stands beside when they are busy', async () => {
  busy = [eventOf({ id: weekly, title: null, isBusy: true, ownerId: ann, date: ten.getTime() + 15 * minute })];
  const who = await invitingAnn();
  expect(await who.findByText(/^Busy 10:15/)).toBeTruthy();
  expect(who.getByText('Free')).toBeTruthy();
});

test('who is out of office for days is told with the days, and not with times that look like none', async () => {
  const away = { type: 'OUT_OF_THE_OFFICE', date: ten.getTime() - 60 * minute, durationMinutes: 2 * 1440 } as const;
  busy = [eventOf({ id: weekly, title: null, isBusy: true, ownerId: ann, ...away })];
  const who = await invitingAnn();
  const said = (await who.findByText(/^Out of office /)).textContent;
  for (const day of [0, 2]) expect(said).toMatch(new RegExp(`\\b${new Date(ten.getTime() + day * 1440 * minute).getDate()}\\b`));
});

test('a colleague’s event is read, marked as clicked once, and left', async () => {
  events = [eventOf({ ownerId: ann, participants: [me], read: false, clicked: false })];
  open('nurse', `/?view=list&event=${meeting}`);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('From');
  expect(dialog.queryByRole('button', { name: 'Change' })).toBeNull();
  await waitFor(() => expect(sent[0]).toMatchObject({ method: 'PUT', path: `/users/${me}/events/read`, body: { eventIds: [meeting] } }));
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('You left the event.')).toBeTruthy();
});

test('an event that is gone says so; an observer reads and makes none', async () => {
  open('observer', `/?view=list&event=${meeting}`);
  expect(await screen.findByText('This event is not there any more')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New event', hidden: true })).toBeNull();
});

test('the secret address is shown once it is made, and revoked', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Other calendars' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'In other calendars' }));
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Make an address' }).disabled).toBe(false));
  await userEvent.click(dialog.getByRole('button', { name: 'Make an address' }));
  const address = await dialog.findByLabelText<HTMLInputElement>('The address. It is shown this once');
  expect(address.value).toBe(`${location.origin}/calendar/api/v1/subscriptions/secret.ics`);
  expect(sent[0]?.body).toEqual({ showTitles: false });
});
