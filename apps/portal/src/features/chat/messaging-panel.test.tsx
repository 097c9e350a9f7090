import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatConversation, ChatMessage } from '@vigil/contract/chat.contract';
import { longestMessageText, type Silence } from '@vigil/contract/chat.values';
import type { Role } from '@vigil/domain/roles';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '#lib/connection.ts';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';

const live = vi.hoisted(() => ({ heard: new Set<(heard: object) => void>() }));
vi.mock('#lib/chat/live-connection.ts', async (original) => ({
  ...(await original<typeof import('#lib/chat/live-connection.ts')>()),
  createLiveConnection: () => ({
    hold: () => () => {},
    listen: (listener: (heard: object) => void) => {
      live.heard.add(listener);
      return () => live.heard.delete(listener);
    },
    watch: () => () => {},
    type: () => {},
  }),
}));
vi.mock('#lib/configuration.ts', async (original) => ({
  ...(await original<typeof import('#lib/configuration.ts')>()),
  useConfiguration: () => ({ app: { sendbird_app_id: 'vigil' }, tenant: { chat: 'ON' } }),
}));
const { MessagingPanel } = await import('./messaging-panel.tsx');
const { unsentMessages } = await import('./outbox.ts');
const { openPlace } = await import('./open-place.ts');

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const member = '11111111-1111-4111-8111-111111111111';
const nora = '22222222-2222-4222-8222-222222222222';
const coach = '33333333-3333-4333-8333-333333333333';
const startedAt = Date.now() - 3_600_000;

let stored: ChatMessage[];
let draft: string;
let silent: Silence | null;
let memberStanding: 'active' | 'on_hold';
let absences: object[];
let refuse: (() => Response | Promise<never>) | null;
let calls: { method: string; path: string; body: Record<string, unknown> | undefined }[];

const senders = {
  [member]: { userId: member, nickname: 'Ada Member', label: null },
  [nora]: { userId: nora, nickname: 'Nora Nurse, RN', label: 'RN' },
} as Record<string, ChatMessage['sender']>;
function add(userId: string, text: string, over: Partial<ChatMessage> = {}): ChatMessage {
  const sequence = stored.length + 1;
  const message: ChatMessage = {
    ...{ messageId: crypto.randomUUID(), conversationId: member, sequence, kind: 'text', text, files: [], notice: null },
    ...{ sender: senders[userId] ?? { userId: null, nickname: 'ICM', label: 'ICM' }, createdAt: startedAt + sequence * 1_000 },
    ...{ editedAt: null, withdrawnAt: null, reactions: [], isUnread: false },
    ...over,
  };
  stored.push(message);
  return message;
}
const conversation = (): ChatConversation => ({
  ...{ conversationId: member, kind: 'member', memberId: member, careTeamId: null, title: 'Ada Member', lastSequence: stored.length },
  ...{ lastMessage: stored.at(-1) ?? null, readSequence: 0, unread: stored.filter(({ isUnread }) => isUnread).length, silent },
});
const person = (userId: string, firstName: string, lastName: string, label: string | null, standing: 'active' | 'on_hold' = 'active') => ({
  ...{ userId, firstName, lastName, label, photoUrl: null, readSequence: 0, standing },
});
const failing = (status: number, code: string, message = 'No.', headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message } }, { status, headers });

function answer(method: string, path: string, query: URLSearchParams, body: Record<string, unknown> | undefined): Response {
  if (path.endsWith('/draft')) {
    draft = String(body?.text);
    return Response.json({ updatedAt: 1 });
  }
  if (path.includes('/registry/')) return Response.json({ id: member, languageRegion: { timezone: 'Europe/Madrid', country: 'ES' } });
  if (path.includes('/calendar/')) return Response.json(absences);
  if (path.endsWith('/read')) return Response.json({ readSequence: stored.length, unread: 0 });
  if (path.endsWith('/unread')) return Response.json({ conversations: [], total: 0 });
  if (path.endsWith('/search')) {
    const hits = stored.filter(({ text }) => text?.includes(String(body?.text)));
    return Response.json({ hits: hits.map((message) => ({ message, title: 'Ada Member', kind: 'member', memberId: member })), next: null });
  }
  if (path.endsWith('/conversations')) return Response.json({ conversations: [conversation()], next: null });
  if (method === 'POST')
    return Response.json(
      stored.find(({ messageId }) => messageId === body?.id) ??
        add(session.get()?.userId ?? '', String(body?.text), { messageId: String(body?.id) }),
    );
  if (method === 'PUT' || method === 'DELETE') {
    const at = stored.findIndex(({ messageId }) => path.includes(messageId));
    const changed = method === 'PUT' ? { text: String(body?.text), editedAt: 5 } : { text: null, withdrawnAt: 5 };
    stored[at] = { ...(stored[at] as ChatMessage), ...changed };
    return Response.json(stored[at]);
  }
  if (path.endsWith('/messages')) {
    const after = Number(query.get('after') ?? 0);
    const messages = stored.filter(({ sequence }) => sequence > after).slice(-20);
    return Response.json({ messages, hasBefore: false, hasAfter: false, lastSequence: stored.length, readSequence: 0 });
  }
  const participants = [
    person(member, 'Ada', 'Member', null, memberStanding),
    person(nora, 'Nora', 'Nurse', 'RN'),
    person(coach, 'Cora', 'Coach', 'HC'),
  ];
  return Response.json({ conversation: conversation(), participants, draft: draft === '' ? null : { text: draft, updatedAt: 1 } });
}

beforeEach(() => {
  absences = [];
  [stored, draft, silent, memberStanding, refuse, calls] = [[], '', null, 'active', null, []];
  queryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  live.heard.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href);
    const sent = body === undefined ? undefined : JSON.parse(String(body));
    calls.push({ method, path: pathname, body: sent });
    if (refuse && method === 'POST') return refuse();
    return answer(method, pathname, searchParams, sent);
  });
});
afterEach(async () => {
  cleanup();
  openPlace.set(null);
  tokens.set(null);
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

let tenants = 0;
function start({ role = 'nurse' as Role, userId = nora, own = false, memberId = member as string | null } = {}) {
  // Every test has a tenant of its own, so that none finds what another wrote.
  tenants += 1;
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID: `tenant ${tenants}`, role_ID: role, roles: [role] }, severalTenants: false });
  return show(memberId, own);
}
/** What stands around the panel closes it with Escape. */
const closedAround = vi.fn();
const show = (memberId: string | null, own: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <div role="none" onKeyDown={({ key }) => key === 'Escape' && closedAround()}>
        <MessagingPanel memberId={memberId} own={own} />
      </div>
    </QueryClientProvider>,
  );
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Ada Member' });
const log = () => screen.findByRole('log', { name: 'Messages with Ada Member' });
const rows = async () =>
  within(await log())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const tell = (heard: object) =>
  act(() => {
    for (const listener of live.heard) listener(heard);
  });

test('Enter sends and Shift Enter begins a line; the message stands there once, and the field is empty', async () => {
  start();
  await screen.findByText('No messages yet');
  await userEvent.type(await field(), 'One{Shift>}{Enter}{/Shift}two');
  expect((await field()).value).toBe('One\ntwo');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(stored.map(({ text }) => text)).toEqual(['One\ntwo']));
  await waitFor(() => expect(unsentMessages.of(member)).toEqual([]));
  expect(within(await log()).getAllByText(/One\s+two/)).toHaveLength(1);
  expect((await field()).value).toBe('');
});

test('what has no answer waits, stays over another screen, and is stored once when the connection is back', async () => {
  const { unmount } = start();
  refuse = () => Promise.reject(new TypeError('offline'));
  await userEvent.type(await field(), 'Are you there?{Enter}');
  await screen.findByText(/Waiting for the connection/);
  await userEvent.type(await field(), 'I am here{Enter}');
  expect(await screen.findAllByText(/Waiting for the connection/)).toHaveLength(2);
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^vigil\.drafts\.chatUnsent tenant \d+ /)]);
  unmount();
  show(member, false);
  await screen.findByText('Are you there?');
  refuse = null;
  act(() => {
    connection.set('offline');
    connection.set('answering');
  });
  await waitFor(() => expect(stored.map(({ text }) => text)).toEqual(['Are you there?', 'I am here']));
  await waitFor(() => expect(screen.queryByText(/Waiting for the connection/)).toBeNull());
  expect(new Set(posted().map((body) => body?.id)).size).toBe(2);
  expect(localStorage).toHaveLength(0);
});

test('what was written half a day ago and never arrived is not sent by itself: its author says whether it is still true', async () => {
  const writtenAt = Date.now() - 13 * 3_600_000;
  const old = { id: crypto.randomUUID(), text: 'My chest hurts', writtenAt, state: 'waiting', failure: null };
  const owner = `tenant ${tenants + 1} ${nora}`;
  localStorage.setItem(`vigil.drafts.chatUnsent ${owner}`, JSON.stringify({ owner, drafts: { [member]: [old] } }));
  start();
  expect(await screen.findByText(/^Not sent\. Written .*still true\?$/)).toBeTruthy();
  expect(posted()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(stored.map(({ text }) => text)).toEqual(['My chest hurts']));
});

test('what was refused says why and can be tried again, taken up or discarded', async () => {
  start();
  refuse = () => failing(409, 'conflict', 'Whom this would go to has left.');
  await userEvent.type(await field(), 'Hello{Enter}');
  expect((await screen.findByText(/Not sent\./)).textContent).toMatch(/has left/);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect([(await field()).value, unsentMessages.of(member)]).toEqual(['Hello', []]);
  refuse = null;
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(stored.map(({ text }) => text)).toEqual(['Hello']));
});

test('too many in a minute says how long it takes', async () => {
  start();
  refuse = () => failing(429, 'too_many_requests', 'Too many.', { 'retry-after': '42' });
  await userEvent.type(await field(), 'Hello{Enter}');
  expect(await screen.findByText(/sent by itself in 4[12] seconds/)).toBeTruthy();
});

test('ten thousand characters are counted near the end; more is not sent and not lost', async () => {
  start();
  const area = await field();
  await userEvent.click(area);
  await userEvent.paste('x'.repeat(longestMessageText - 3));
  expect(screen.getByText('3 characters left')).toBeTruthy();
  await userEvent.paste('12345');
  expect(screen.getByRole('alert').textContent).toMatch(/At most 10000 characters; this text has 10002/);
  await userEvent.keyboard('{Enter}');
  expect([posted(), area.value.length]).toEqual([[], longestMessageText + 2]);
});

test('what is half written is kept in the tab at once, on the server soon, and comes back on another device', async () => {
  const { unmount } = start();
  await userEvent.type(await field(), 'Half');
  expect(sessionStorage.getItem('vigil.drafts.chat')).toContain('Half');
  await waitFor(() => expect(draft).toBe('Half'), { timeout: 5_000 });
  unmount();
  sessionStorage.clear();
  tenants += 1;
  draft = 'Begun elsewhere';
  start();
  await waitFor(async () => expect((await field()).value).toBe('Begun elsewhere'));
});

test('a message that is told appears, with its sender’s label, below the line of what is new', async () => {
  add(nora, 'Good morning');
  add(member, 'I feel dizzy', { isUnread: true });
  start();
  expect((await rows()).slice(1)).toEqual([
    expect.stringMatching(/^You.*Good morning$/),
    'New',
    expect.stringMatching(/^Ada Member .*I feel dizzy$/),
  ]);
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/read'))?.body).toEqual({ sequence: 2 }));
  const message = add(member, 'Please call');
  tell({ event: 'chat:message', content: { message, unread: 1 } });
  tell({ event: 'chat:message', content: { message, unread: 1 } });
  expect(await screen.findAllByText('Please call')).toHaveLength(1);
  tell({ event: 'chat:typing', content: { conversationId: member, userId: member } });
  expect(await screen.findByText('Ada Member is writing …')).toBeTruthy();
});

test('markup is text, and an address that reads otherwise says where it leads', async () => {
  add(member, '<img src=x onerror=alert(1)> https://bank.example@evil.example/');
  const { container } = start();
  const link = await screen.findByRole('link', { name: 'https://bank.example@evil.example/' });
  expect([link.getAttribute('rel'), link.getAttribute('href')]).toEqual([
    'noopener noreferrer nofollow',
    'https://bank.example@evil.example/',
  ]);
  expect(screen.getByText(/leads to evil\.example/)).toBeTruthy();
  expect(container.querySelector('img[src="x"]')).toBeNull();
});

test('the author edits and takes back; others read that something was taken back', async () => {
  add(nora, 'Take two');
  start();
  await userEvent.click(await screen.findByRole('button', { name: /^React to or change your message/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const editing = await screen.findByRole('textbox', { name: 'Edit the message' });
  await userEvent.clear(editing);
  await userEvent.type(editing, 'Take one{Enter}');
  await screen.findByText('Take one');
  expect(screen.getByText('edited')).toBeTruthy();
  const menu = await screen.findByRole('button', { name: /^React to or change/ });
  await waitFor(() => expect(document.activeElement).toBe(menu));
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Take back' }));
  // The key that closes the question closes nothing around it.
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(closedAround).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /^React to or change/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Take back' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('This message was taken back.')).toBeTruthy();
  expect(screen.queryByText('Take one')).toBeNull();
});

test('somebody else’s message can be answered without words, and not be changed', async () => {
  add(member, 'Thanks', { reactions: [{ key: 'heart', userIds: [coach], updatedAt: 1 }] });
  start();
  expect(await screen.findByRole('button', { name: 'Heart: Cora Coach', pressed: false })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^React to the message of Ada Member/ }));
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Thumbs up' }));
  await waitFor(() => expect(calls.at(-1)?.path).toMatch(/reactions\/thumbs_up$/));
});

test('a refusal in the middle says so, shows nothing more, and keeps what was being written', async () => {
  add(member, 'Private words');
  start();
  await userEvent.type(await field(), 'My answer');
  tell({
    event: 'chat:refused',
    content: { conversationId: member, error: { code: 'no_access_to_user', message: "You don't have access to this user." } },
  });
  expect(await screen.findByText("You don't have access to this user.")).toBeTruthy();
  expect(screen.queryByText('Private words')).toBeNull();
  expect(screen.getByDisplayValue('My answer')).toBeTruthy();
});

test('staff see that a held member cannot answer; the held member reads, and cannot write', async () => {
  memberStanding = 'on_hold';
  start();
  expect(await screen.findByText(/Ada Member is on hold: reads what you write, and cannot answer/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  silent = 'on_hold';
  add(nora, 'We are here');
  start({ role: 'patient', userId: member, own: true });
  expect(await screen.findByText('We are here')).toBeTruthy();
  expect(await screen.findByText(/Your account is on hold: you can read, and not write/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('who takes part says until when they are away, as their calendar has it now; asked only when that is looked at', async () => {
  const now = Date.now();
  absences = [
    { type: 'OUT_OF_THE_OFFICE', date: now - 60_000, durationMinutes: 90 },
    { type: 'REGULAR', date: now - 60_000, durationMinutes: 240 },
  ];
  start();
  const summary = await screen.findByText(/^3 people/);
  expect(calls.filter(({ path }) => path.includes('/calendar/'))).toEqual([]);
  const details = summary.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const until = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeStyle: 'short' }).format(now + 89 * 60_000);
  expect((await screen.findByText(`away until ${until}`)).closest('li')?.textContent).toContain('Cora Coach');
  expect(calls.filter(({ path }) => path.includes('/calendar/')).every(({ path }) => path.includes(coach))).toBe(true);
});

test('a member reads who reads it, when, and what to do in an emergency, in the own language and without short labels', async () => {
  add(nora, 'Hola');
  await i18next.changeLanguage('es');
  start({ role: 'patient', userId: member, own: true });
  expect(await screen.findByText(/Lo lee su equipo de atención: Nora Nurse y Cora Coach/)).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Llamar al 112' })).getAttribute('href')).toBe('tel:112');
  expect(await screen.findByText('Nora Nurse, Enfermería')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'All conversations' })).toBeNull();
});

test('elsewhere stands the list; a search leads to its hit', async () => {
  for (let at = 0; at < 3; at += 1) add(member, `Message ${at}`);
  const wanted = add(member, 'The blue pill');
  start({ memberId: null });
  await userEvent.click(await screen.findByRole('button', { name: /^Ada Member/ }));
  await log();
  expect(document.activeElement).toBe(await field());
  await userEvent.click(screen.getByRole('button', { name: 'All conversations' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Search messages' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(closedAround).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Search messages' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in all conversations' }), 'blue');
  await userEvent.click(await screen.findByRole('button', { name: /The blue pill/ }));
  await log();
  expect(document.querySelector('[data-target]')?.getAttribute('data-message')).toBe(wanted.messageId);
  expect(document.activeElement?.getAttribute('data-message')).toBe(wanted.messageId);
});
