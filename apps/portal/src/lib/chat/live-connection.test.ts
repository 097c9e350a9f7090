import type { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, tokens } from '../session/session.ts';
import { createChatProvider } from './chat-provider.ts';
import { chatConnection, createLiveConnection, type Heard, type LiveConnection } from './live-connection.ts';

/** The client of Socket.IO as far as it is used: what it sends is answered by the test. */
class FakeSocket {
  readonly handlers = new Map<string, ((content?: unknown) => void)[]>();
  readonly sent: [event: string, conversationId: string][] = [];
  connected = false;
  active = true;
  connects = 0;
  auth: unknown;
  answer: (event: string) => object = () => ({ lastSequence: 7, online: [] });
  readonly options: { auth: (give: (auth: object) => void) => void };
  constructor(options: { auth: (give: (auth: object) => void) => void }) {
    this.options = options;
    this.connect();
  }
  on(event: string, handler: (content?: unknown) => void) {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }
  emit(event: string, { conversationId }: { conversationId: string }, answered: (answer: object) => void) {
    this.sent.push([event, conversationId]);
    answered(this.answer(event));
  }
  connect() {
    this.connects += 1;
    this.options.auth((auth) => {
      this.auth = auth;
    });
    return this;
  }
  disconnect() {
    this.connected = false;
    return this;
  }
  say(event: string, content?: unknown) {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    for (const handler of this.handlers.get(event) ?? []) handler(content);
  }
}

let sockets: FakeSocket[];
let live: LiveConnection;
let heard: Heard[];
const settle = () => vi.advanceTimersByTimeAsync(0);
const signIn = (accessToken: string) => tokens.set({ accessToken, idToken: 'i', expiresAt: Date.now() / 1000 + 900 });

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, heard] = [[], []];
  signIn('first');
  session.set({
    userId: 'nurse',
    tenant: { tenant: 'one', tenant_ID: 'tenant-1', role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  const create = (options: ConstructorParameters<typeof FakeSocket>[0]) => {
    sockets.push(new FakeSocket(options));
    return sockets.at(-1);
  };
  live = createLiveConnection(async () => ({ io: create as unknown as typeof io }));
  live.listen((one) => heard.push(one));
});
afterEach(async () => {
  tokens.set(null);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
});
const socket = () => sockets[0] as FakeSocket;

test('one connection for the tab, as the person in the tenant; what is followed is followed again after it was away', async () => {
  const stops = [live.hold(), live.hold()];
  live.watch('a');
  await settle();
  expect([sockets.length, socket().auth]).toEqual([1, { token: 'first', tenantId: 'tenant-1' }]);
  socket().say('connect');
  socket().say('disconnect', 'transport close');
  expect(chatConnection.get()).toBe('away');
  socket().say('connect');
  await settle();
  expect(socket().sent).toEqual([
    ['chat:watch', 'a'],
    ['chat:watch', 'a'],
  ]);
  expect(heard.map(({ event }) => event)).toEqual(['watching', 'watching']);
  for (const stop of stops) stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(chatConnection.get()).toBe('off');
});

test('a conversation that two places follow is left with the second of them', async () => {
  live.hold();
  await settle();
  socket().say('connect');
  const [first, second] = [live.watch('a'), live.watch('a')];
  first();
  first();
  expect(socket().sent).toEqual([['chat:watch', 'a']]);
  second();
  expect(socket().sent.at(-1)).toEqual(['chat:unwatch', 'a']);
});

test('a renewed token connects anew; the same one does not, and signing out ends it', async () => {
  live.hold();
  await settle();
  socket().say('connect');
  signIn('first');
  expect(socket().connects).toBe(1);
  signIn('second');
  await settle();
  expect([socket().connects, socket().auth]).toEqual([2, { token: 'second', tenantId: 'tenant-1' }]);
  tokens.set(null);
  expect(chatConnection.get()).toBe('off');
});

test('a connection that the server ended or refused is tried again, later each time', async () => {
  live.hold();
  await settle();
  socket().active = false;
  socket().say('connect_error');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket().connects).toBe(2);
  socket().say('connect_error');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket().connects).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket().connects).toBe(3);
});

test('a refused conversation is told as refused', async () => {
  live.hold();
  await settle();
  const error = { code: 'no_access_to_user', message: "You don't have access to this user." };
  socket().answer = () => ({ error });
  live.watch('a');
  socket().say('connect');
  await settle();
  expect(heard).toEqual([{ event: 'chat:refused', content: { conversationId: 'a', error } }]);
});

test('a conversation that cannot be followed for the moment is asked for again, and not told as refused', async () => {
  live.hold();
  await settle();
  let isAway = true;
  const error = { code: 'database_unavailable', message: 'The database does not answer.' };
  socket().answer = () => (isAway ? { error } : { lastSequence: 4, online: [] });
  live.watch('a');
  socket().say('connect');
  await settle();
  expect(heard).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard).toEqual([{ event: 'watching', content: { conversationId: 'a', lastSequence: 4, online: [] } }]);
});

test('the provider refuses what cannot be with the specified texts', async () => {
  const provider = createChatProvider(live);
  const [message, file] = [
    { id: 'm', text: '' },
    { fileId: 'f', url: '/f' },
  ];
  expect(() => provider.connect({ userId: '', appId: 'vigil' })).toThrow('UserId or appId missing');
  expect(() => provider.connect({ userId: 'nurse', appId: '' })).toThrow('UserId or appId missing');
  await expect(provider.sendFiles({ conversationId: 'a' }, message, [file, { ...file, url: '' }])).rejects.toThrow(
    'Cannot send file - File url is missing.',
  );
  await expect(provider.sendFiles({ conversationId: 'a' }, message, [file])).rejects.toThrow('Sendbird sdk is not initialized.');
  provider.connect({ userId: 'nurse', appId: 'vigil' });
  await expect(provider.sendFiles(null, message, [file])).rejects.toThrow("Chat channel doesn't exist");
});

test('an answer does not take back what was told of its message while it was on its way', async () => {
  live.hold();
  await settle();
  socket().say('connect');
  const file = {
    fileId: 'f',
    name: 'arm.jpg',
    url: '/f',
    type: 'image/jpeg',
    kind: 'image',
    size: 9,
    widthPx: 4,
    heightPx: 3,
    state: 'ready',
  };
  const messageOf = (messageId: string, thumbnailUrl: string | null) => ({
    ...{ messageId, conversationId: 'a', sequence: 1, kind: 'text', text: '', notice: null, editedAt: null, withdrawnAt: null },
    ...{ sender: { userId: 'nurse', nickname: 'Nora', label: 'RN' }, createdAt: 1, reactions: [], isUnread: false },
    files: [{ ...file, thumbnailUrl }],
  });
  const provider = createChatProvider(live);
  const answers = {
    sent: messageOf('m', null),
    page: { messages: [messageOf('m', null), messageOf('n', null)], hasBefore: false, hasAfter: false, lastSequence: 1, readSequence: 1 },
  };
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    socket().say('chat:message', { message: messageOf('m', '/f/thumbnail'), unread: 0 });
    return Response.json(method === 'POST' ? answers.sent : answers.page);
  });
  expect((await provider.sendMessage('a', { id: 'm', text: 'x' })).files[0]?.thumbnailUrl).toBe('/f/thumbnail');
  const { messages } = await provider.listMessages('a', {});
  expect(messages.map(({ files }) => files[0]?.thumbnailUrl)).toEqual(['/f/thumbnail', null]);
  vi.unstubAllGlobals();
});
