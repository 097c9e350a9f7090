import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BellItem } from '@vigil/contract/notification.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';

const told = vi.hoisted(() => new Set<(push: object) => void>());
vi.mock('#lib/pushes/push-stream.ts', async (original) => ({
  ...(await original<typeof import('#lib/pushes/push-stream.ts')>()),
  onPush: (listener: (push: object) => void) => {
    told.add(listener);
    return () => told.delete(listener);
  },
}));
vi.mock('#lib/configuration.ts', async (original) => ({
  ...(await original<typeof import('#lib/configuration.ts')>()),
  useConfiguration: () => ({ tenant: { chat } }),
}));
const { Bell } = await import('./bell.tsx');

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const nurse = '22222222-2222-4222-8222-222222222222';
const member = '11111111-1111-4111-8111-111111111111';
const now = Math.round(Date.now() / 1000);
/** So many minutes ago, and half of one more, so that a clock that lags by a moment reads the same. Unix seconds. */
const minutesAgo = (minutes: number) => now - 60 * minutes - 30;
const itemOf = (n: number, over: Partial<BellItem> = {}): BellItem => ({
  ...{ id: `aaaaaaaa-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`, type: 'actions', description: `New: thing ${n}`, patientId: member },
  ...{ createdAt: minutesAgo(n), title: null, startsAt: null, news: null, handoffId: null, clicked: false },
  ...over,
});
let chat: 'ON' | 'OFF';
let unread: BellItem[];
let fails: string | null;
let put: { type: string; asOf?: number; ids?: string[]; clicked?: boolean }[];
let asked: string[];
let notices: { title: string; options: NotificationOptions }[];
let permission: NotificationPermission;
const requestPermission = vi.fn(async () => {
  permission = 'denied';
  return permission;
});

beforeEach(() => {
  [chat, unread, fails, put, asked, notices, permission] = ['ON', [itemOf(1), itemOf(2)], null, [], [], [], 'default'];
  requestPermission.mockClear();
  queryClient.clear();
  localStorage.clear();
  tokens.set({ accessToken: 'token', idToken: 'i', expiresAt: Date.now() / 1000 + 9000 });
  session.set({
    userId: nurse,
    tenant: { tenant: 'one', tenant_ID: '99999999-9999-4999-8999-999999999999', role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  vi.stubGlobal('innerWidth', 1440);
  class Notice {
    static requestPermission = requestPermission;
    static get permission() {
      return permission;
    }
    constructor(title: string, options: NotificationOptions) {
      notices.push({ title, options });
    }
  }
  vi.stubGlobal('Notification', Notice);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(address, location.href);
    if (fails !== null && pathname.includes(fails)) return Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
    if (method === 'PUT') {
      const marked = JSON.parse(String(body));
      put.push(marked);
      unread = unread.filter(({ id }) => marked.ids && !marked.ids.includes(id));
      return Response.json({ read: 1 });
    }
    asked.push(pathname);
    if (pathname.includes('/users/') && pathname.includes('notification'))
      return Response.json({ asOf: 41, items: unread, badges: badgesOf(unread) });
    if (pathname.includes('/chat/'))
      return Response.json({ conversation: { title: 'Marcus Doctor, MD', unread: 12 }, participants: [], draft: null });
    return Response.json({ personalInfo: { firstName: 'Ada', lastName: 'Member', photoUrl: null } });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const lent of ['locks', 'userActivation']) Reflect.deleteProperty(navigator, lent);
});

/** The locks of one browser, of which a held one is refused to whoever asks for it alone. */
function createLocks() {
  const held = new Map<string, number>();
  return {
    async query() {
      await new Promise((asked) => setTimeout(asked));
      return { held: [...held.keys()].map((name) => ({ name })) };
    },
    async request(name: string, how: { readonly ifAvailable?: boolean }, run: (lock: object | null) => Promise<void>) {
      if (how.ifAvailable && held.has(name)) return run(null);
      held.set(name, (held.get(name) ?? 0) + 1);
      await run({});
      const left = (held.get(name) ?? 1) - 1;
      if (left > 0) held.set(name, left);
      else held.delete(name);
    },
  };
}
/** Nobody looks at this tab any more, or somebody does again. */
const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

/** How many each list has. */
function badgesOf(items: readonly BellItem[]) {
  const [calendar, messages] = (['calendar', 'messages'] as const).map((list) => items.filter(({ type }) => type === list).length);
  return { calendar: calendar ?? 0, actions: items.length - (calendar ?? 0) - (messages ?? 0), messages: messages ?? 0 };
}

const [opened, openedEvent, openedMessages, openedOther, openedHandoff] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
function start() {
  for (const one of [opened, openedEvent, openedMessages, openedOther, openedHandoff]) one.mockClear();
  render(
    <QueryClientProvider client={queryClient}>
      <Bell
        onOpenMember={opened}
        onOpenHandoff={openedHandoff}
        onOpenOther={openedOther}
        onOpenEvent={openedEvent}
        onOpenMessages={openedMessages}
      />
    </QueryClientProvider>,
  );
}
const tell = (push: object) =>
  act(() => {
    for (const listener of told) listener(push);
  });
const popup = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};
const list = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }));

test('the badge is what the server says is unread; the popup names each member, what and when, newest first', async () => {
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  const shown = await popup();
  await shown.findAllByText('Ada Member');
  const rows = list('Actions').getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['Ada Member1 min agoNew: thing 1', 'Ada Member2 min agoNew: thing 2']);
  expect(list('Calendar').getByText('No upcoming appointments.')).toBeTruthy();
  expect(list('Messages').getByText('No new messages.')).toBeTruthy();
});

test('a push fetches the member and what is unread, and counts nothing by itself', async () => {
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  asked = [];
  unread = [itemOf(0), ...unread];
  const push = { contentType: 'ACTION', id: itemOf(0).id, patientId: member, description: 'New: thing 0' };
  tell(push);
  await screen.findByRole('button', { name: 'Notifications, 3 unread' });
  expect(asked.some((path) => path.endsWith(member))).toBe(true);
  tell(push);
  await waitFor(() => expect(asked.filter((path) => path.endsWith('/items')).length).toBeGreaterThan(1));
  expect(screen.getByRole('button', { name: 'Notifications, 3 unread' })).toBeTruthy();
});

test('‘Mark all as read’ empties the list at once, for what was told by then; a failure brings it back and says so', async () => {
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  const shown = await popup();
  fails = '/read';
  await userEvent.click(shown.getByRole('button', { name: 'Mark all as read: Actions' }));
  expect(await shown.findByText(/Couldn’t mark as read/)).toBeTruthy();
  await waitFor(() => expect(list('Actions').getAllByRole('listitem')).toHaveLength(2));
  fails = null;
  await userEvent.click(shown.getByRole('button', { name: 'Mark all as read: Actions' }));
  expect(await list('Actions').findByText(/No new actions/)).toBeTruthy();
  expect(put).toEqual([{ type: 'actions', asOf: 41 }]);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Notifications, none unread' })).toBeTruthy();
});

test('what is about no member, as a request to erase one, opens where it is decided, and is read then', async () => {
  unread = [itemOf(1, { patientId: null, description: 'Erasure requested. Review it in the audit log.' })];
  start();
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  const shown = await popup();
  await userEvent.click(await shown.findByText(/^Erasure requested/));
  expect(openedOther).toHaveBeenCalledOnce();
  expect(opened).not.toHaveBeenCalled();
  await waitFor(() => expect(put).toEqual([{ type: 'actions', ids: [itemOf(1).id], clicked: true }]));
});

test('a handoff opens itself', async () => {
  const handoffId = '66666666-6666-4666-8666-666666666666';
  unread = [itemOf(1, { patientId: null, handoffId, description: 'Handoff from Nora Example · 12 members' })];
  start();
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  const shown = await popup();
  await userEvent.click(await shown.findByRole('button', { name: /^Handoff.*Nora Example · 12 members/ }));
  expect(openedHandoff).toHaveBeenCalledExactlyOnceWith(handoffId);
  expect(openedOther).not.toHaveBeenCalled();
});

test('a click opens the member’s actions and marks that item alone', async () => {
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  const shown = await popup();
  await userEvent.click(await shown.findByText('New: thing 2'));
  expect(opened).toHaveBeenCalledExactlyOnceWith(member);
  await waitFor(() => expect(put).toEqual([{ type: 'actions', ids: [itemOf(2).id], clicked: true }]));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
});

test('this computer keeps ids, types, times and clicks under the person, no name and no text; the count is there before the server answers', async () => {
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('vigil.notifications') ?? '{}')).toEqual({
      [nurse]: [1, 2].map((n) => ({ id: itemOf(n).id, type: 'actions', time: minutesAgo(n), clicked: false })),
    }),
  );
  cleanup();
  queryClient.clear();
  fails = '/items';
  start();
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
  const shown = await popup();
  expect(await shown.findByText('Notifications couldn’t be loaded.', undefined, { timeout: 15_000 })).toBeTruthy();
  expect(screen.getByLabelText('Notifications, 2 unread when last known')).toBeTruthy();
});

test('a bell that could not ask and knows of nothing does not say that there is nothing', async () => {
  fails = '/items';
  const current = session.get();
  // Somebody who was never on this computer.
  if (current) session.set({ ...current, userId: '55555555-5555-4555-8555-555555555555' });
  start();
  const button = await screen.findByRole('button', { name: 'Notifications, count unknown right now' }, { timeout: 15_000 });
  expect(button.textContent).toBe('?');
});

test('the browser is asked for leave only by a click, and only while it was neither given nor refused', async () => {
  start();
  const shown = await popup();
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(shown.getByRole('button', { name: 'Turn on' }));
  expect(requestPermission).toHaveBeenCalledOnce();
  await waitFor(() => expect(shown.queryByRole('button', { name: 'Turn on' })).toBeNull());
});

test('a notice of the browser says neither who nor what, once, and only while nobody looks', async () => {
  permission = 'granted';
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  const pushOf = ({ id, patientId, description }: BellItem) => ({ contentType: 'ACTION', id, patientId, description });
  unread = [itemOf(3), ...unread];
  tell(pushOf(itemOf(3)));
  await screen.findByRole('button', { name: 'Notifications, 3 unread' });
  expect(notices).toEqual([]);
  look('hidden');
  unread = [itemOf(4), ...unread];
  tell(pushOf(itemOf(4)));
  await waitFor(() => expect(notices).toEqual([{ title: 'New action', options: { tag: itemOf(4).id } }]));
});

test('what only has screens ask again is no notice', async () => {
  permission = 'granted';
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  look('hidden');
  tell({ contentType: 'ACTION', id: 'for-screens', patientId: null, description: 'Alerts have changed' });
  unread = [itemOf(3), ...unread];
  tell({ contentType: 'ACTION', id: itemOf(3).id, patientId: member, description: 'New: thing 3' });
  await waitFor(() => expect(notices.map(({ options }) => options.tag)).toEqual([itemOf(3).id]));
});

const groupId = '44444444-4444-4444-8444-444444444444';
const messageItem = (over: Partial<BellItem> = {}) =>
  itemOf(9, { id: groupId, type: 'messages', patientId: null, description: 'New message', ...over });

test('a line of messages says whose conversation it is; a click opens it, and what it says is read there', async () => {
  unread = [messageItem()];
  start();
  const shown = await popup();
  await userEvent.click(await shown.findByRole('button', { name: /^Marcus Doctor, MD.*12 new messages/ }));
  expect(openedMessages).toHaveBeenCalledExactlyOnceWith({ conversationId: groupId, memberId: null });
  expect(put).toEqual([]);
  await userEvent.click((await popup()).getByRole('button', { name: 'All conversations' }));
  expect(openedMessages).toHaveBeenLastCalledWith(null);
});

test('a new message sounds once however many tabs hear of it, says ‘New message’ and not who, and is silent when switched off', async () => {
  permission = 'granted';
  const gains: { value: number }[] = [];
  let sounded = 0;
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      constructor() {
        sounded += 1;
      }
      createGain() {
        const gain = { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
        gains.push(gain);
        return { gain, connect: (to: object) => to };
      }
      createOscillator() {
        return { frequency: { value: 0 }, connect: (to: object) => to, start: () => {}, stop: () => {}, onended: null };
      }
    },
  );
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: true } });
  start();
  start();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Notifications, 2 unread' })).toHaveLength(2));
  look('hidden');
  tell({ contentType: 'MESSAGE', id: 'push-1', patientId: member, description: 'New message' });
  expect([sounded, gains[0]?.value]).toEqual([1, 0.75]);
  await waitFor(() => expect(notices.length).toBeGreaterThan(0));
  expect(notices.map(({ title, options }) => [title, options.tag])).toEqual([['New message', 'push-1']]);
  cleanup();
  look('visible');
  start();
  await userEvent.click((await popup()).getByRole('checkbox', { name: 'Sound for new messages' }));
  tell({ contentType: 'MESSAGE', id: 'push-2', patientId: member, description: 'New message' });
  expect(sounded).toBe(1);
});

test('no tab shows a notice while another one is looked at', async () => {
  permission = 'granted';
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  look('hidden');
  const other = navigator.locks.request('vigil.looking', { mode: 'shared' }, () => new Promise<void>((over) => setTimeout(over, 300)));
  tell({ contentType: 'MESSAGE', id: 'push-1', patientId: member, description: 'New message' });
  await other;
  expect(notices).toEqual([]);
  tell({ contentType: 'MESSAGE', id: 'push-2', patientId: member, description: 'New message' });
  await waitFor(() => expect(notices.map(({ options }) => options.tag)).toEqual(['push-2']));
});

test('an event that is told says that something begins or has changed, neither what nor whose, and again with other news alone', async () => {
  permission = 'granted';
  const event = (news: BellItem['news'], createdAt: number) =>
    itemOf(5, { type: 'calendar', patientId: null, title: 'Round', startsAt: now + 300, news, createdAt });
  start();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  look('hidden');
  const push = (id: string) => tell({ contentType: 'CALENDAR_EVENT', id, patientId: null, description: 'The calendar has changed.' });
  unread = [event('invited', now - 60), ...unread];
  push('push-1');
  await waitFor(() => expect(notices.map(({ title }) => title)).toEqual(['Calendar update']));
  push('push-2');
  unread = [event('reminder', now), ...unread.slice(1)];
  push('push-3');
  await waitFor(() => expect(notices.map(({ title }) => title)).toEqual(['Calendar update', 'An event starts soon']));
  expect(JSON.stringify(notices)).not.toContain('Round');
});

test('without chat in the tenant there is no list of messages', async () => {
  chat = 'OFF';
  start();
  const shown = await popup();
  expect(shown.getByRole('region', { name: /^Calendar/ })).toBeTruthy();
  expect(shown.queryByRole('region', { name: /^Messages/ })).toBeNull();
});

test('of an event whose time has come it is not said that it begins soon', async () => {
  unread = [itemOf(1, { type: 'calendar', patientId: null, startsAt: now - 60, title: 'Round', news: 'reminder' })];
  start();
  await popup();
  expect(list('Calendar').getByText(/^Due now · /)).toBeTruthy();
});

test('an event says what it is called, what there is to tell and when; a click marks it and opens the calendar, unless it was cancelled', async () => {
  const startsAt = now + 300;
  const event = (n: number, over: Partial<BellItem>) =>
    itemOf(n, { type: 'calendar', patientId: null, startsAt, title: `Round ${n}`, ...over });
  unread = [event(1, { news: 'reminder' }), event(2, { news: 'cancelled' })];
  start();
  await popup();
  const time = new Date(startsAt * 1000).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
  expect(list('Calendar').getByText(new RegExp(`Starts soon · .*${time}`))).toBeTruthy();
  await userEvent.click(list('Calendar').getByRole('button', { name: /^Round 2/ }));
  expect([put.at(-1), openedEvent.mock.calls]).toEqual([{ type: 'calendar', ids: [itemOf(2).id], clicked: true }, []]);
  await waitFor(() => expect(list('Calendar').queryByText('Round 2')).toBeNull());
  await userEvent.click(list('Calendar').getByRole('button', { name: /^Round 1/ }));
  expect(put.at(-1)).toEqual({ type: 'calendar', ids: [itemOf(1).id], clicked: true });
  expect(openedEvent).toHaveBeenCalledWith(itemOf(1).id, startsAt);
});
