import type { ChatMessage } from '@vigil/contract/chat.contract';
import { ApiError } from '@vigil/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatProvider, MessagePage, PageAsked } from '#lib/chat/chat-provider.ts';
import { chatConnection, type Heard } from '#lib/chat/live-connection.ts';
import { createMessageHistory, type MessageHistory } from './message-history.ts';

const conversationId = 'c';
let stored: ChatMessage[];
let readSequence: number;
let asked: PageAsked[];
let refusal: ApiError | null;
let listeners: Set<(heard: Heard) => void>;
let marked: number[];
let stops: (() => void)[];

const messageOf = (sequence: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ messageId: `m${sequence}`, conversationId, sequence, kind: 'text', text: `text ${sequence}`, files: [], notice: null },
  ...{ sender: { userId: 'nora', nickname: 'Nora Nurse, RN', label: 'RN' }, createdAt: 1_000 * sequence },
  ...{ editedAt: null, withdrawnAt: null, reactions: [], isUnread: sequence > readSequence },
  ...over,
});
const store = (count: number) => {
  stored = Array.from({ length: count }, (_, at) => messageOf(at + 1));
};

/** Pages as the server cuts them: 20, or 10 on each side. */
function page(question: PageAsked): MessagePage {
  const all = stored.map((one) => ({ ...one, isUnread: one.sequence > readSequence }));
  const at = all.findIndex(({ messageId }) => messageId === question.target);
  const { before, after } = question;
  let messages = all.slice(-20);
  if (question.target !== undefined) messages = all.slice(Math.max(0, at - 10), at + 11);
  if (before !== undefined) messages = all.filter(({ sequence }) => sequence < before).slice(-20);
  if (after !== undefined) messages = all.filter(({ sequence }) => sequence > after).slice(0, 20);
  const [first, last] = [messages[0]?.sequence ?? 1, messages.at(-1)?.sequence ?? all.length];
  return { messages, hasBefore: first > 1, hasAfter: last < all.length, lastSequence: all.length, readSequence };
}
const provider = {
  async listMessages(_id: string, question: PageAsked) {
    asked.push(question);
    if (refusal) throw refusal;
    return page(question);
  },
  listMessagesById: (id: string, target: string) => provider.listMessages(id, { target }),
  async markAsRead(_id: string, sequence: number) {
    marked.push(sequence);
    readSequence = sequence;
  },
  listen(listener: (heard: Heard) => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  watch: () => () => {},
} as unknown as ChatProvider;

const tell = (heard: Heard) => {
  for (const listener of listeners) listener(heard);
};
const tellMessage = (message: ChatMessage) => tell({ event: 'chat:message', content: { message, unread: 1 } });
const tellWatching = () => tell({ event: 'watching', content: { conversationId, lastSequence: stored.length, online: [] } });
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  [readSequence, asked, refusal, listeners, marked, stops] = [1_000, [], null, new Set(), [], []];
  chatConnection.set('live');
});
afterEach(() => {
  for (const stop of stops) stop();
  chatConnection.set('off');
  vi.useRealTimers();
});

async function open(target: string | null = null): Promise<MessageHistory> {
  const history = createMessageHistory({ conversationId, target, provider });
  stops.push(history.start());
  await settle();
  return history;
}
const shown = (history: MessageHistory) => history.state.get().messages.map(({ sequence }) => sequence);
const textOf = (history: MessageHistory, place: number) => history.state.get().messages.find(({ sequence }) => sequence === place)?.text;
const ends = (history: MessageHistory) => [shown(history)[0], shown(history).at(-1)];

test('a conversation opens at its last twenty, and goes back a page at a time until there is no more', async () => {
  store(45);
  const history = await open();
  expect(ends(history)).toEqual([26, 45]);
  await history.more('before');
  await history.more('before');
  await history.more('before');
  expect([ends(history), history.state.get().hasBefore]).toEqual([[1, 45], false]);
  expect(asked).toEqual([{}, { before: 26 }, { before: 6 }]);
});

test('a message that is looked for has ten on each side; from there it goes on in both directions', async () => {
  store(100);
  const history = await open('m50');
  expect(ends(history)).toEqual([40, 60]);
  tellMessage(messageOf(101));
  expect(ends(history)).toEqual([40, 60]);
  await history.more('after');
  expect(ends(history)).toEqual([40, 80]);
  await history.toLatest();
  expect([ends(history), history.state.get().hasAfter]).toEqual([[81, 100], false]);
});

test('a page that comes after the last messages were gone to does not join them', async () => {
  store(100);
  const history = await open('m50');
  const { listMessages } = provider;
  let answer = () => {};
  provider.listMessages = async (id, question) => {
    if (question.after !== undefined)
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return listMessages(id, question);
  };
  const more = history.more('after');
  await history.toLatest();
  answer();
  await more;
  provider.listMessages = listMessages;
  expect([ends(history), shown(history).length]).toEqual([[81, 100], 20]);
  expect(history.state.get()).toMatchObject({ hasBefore: true, hasAfter: false, loading: null });
});

test('where more is unread than a page holds, reading begins where it was left', async () => {
  store(90);
  readSequence = 30;
  const history = await open();
  expect([ends(history), history.state.get().firstNew]).toEqual([[31, 50], 31]);
  await history.markRead();
  expect(marked).toEqual([50]);
});

test('where the oldest of the last page is a notice, which is never unread, reading begins where it was left as well', async () => {
  store(90);
  readSequence = 30;
  const { listMessages } = provider;
  provider.listMessages = async (id, question) => {
    const found = await listMessages(id, question);
    return { ...found, messages: found.messages.map((one) => (one.sequence === 71 ? { ...one, isUnread: false } : one)) };
  };
  const history = await open();
  provider.listMessages = listMessages;
  expect([ends(history), history.state.get().firstNew]).toEqual([[31, 50], 31]);
});

test('what is told is appended once; what was missed between is asked for first', async () => {
  store(3);
  const history = await open();
  stored.push(messageOf(4));
  tellMessage(messageOf(4));
  tellMessage(messageOf(4));
  expect(shown(history)).toEqual([1, 2, 3, 4]);
  stored.push(messageOf(5), messageOf(6), messageOf(7));
  tellMessage(messageOf(7));
  expect(shown(history)).toEqual([1, 2, 3, 4]);
  await settle();
  expect(shown(history)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  tellMessage(messageOf(9, { conversationId: 'another' }));
  expect(shown(history)).toHaveLength(7);
});

test('after the connection was away, what is new and what was changed meanwhile are there, in order', async () => {
  store(30);
  const history = await open();
  tellWatching();
  stored[25] = messageOf(26, { text: 'changed', editedAt: 5 });
  for (let sequence = 31; sequence <= 75; sequence += 1) stored.push(messageOf(sequence));
  tellWatching();
  await settle();
  expect(shown(history)).toEqual(Array.from({ length: 65 }, (_, at) => at + 11));
  expect(textOf(history, 26)).toBe('changed');
});

test('without a live connection it is asked for what is new, and for what the last messages have become', async () => {
  store(30);
  const history = await open();
  stored[14] = messageOf(15, { text: 'changed' });
  stored.push(messageOf(31));
  chatConnection.set('away');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends(history)).toEqual([11, 31]);
  expect(textOf(history, 15)).toBe('changed');
});

test('what has changed before the connection was there is asked for once it is; where it was there from the start, nothing is', async () => {
  store(30);
  chatConnection.set('connecting');
  const history = await open();
  stored[27] = messageOf(28, { text: 'changed' });
  chatConnection.set('live');
  tellWatching();
  await settle();
  expect(textOf(history, 28)).toBe('changed');
  stops.pop()?.();
  asked = [];
  const later = await open();
  tellWatching();
  await settle();
  expect([asked, ends(later)]).toEqual([[{}], [11, 30]]);
});

test.each(['the connection', 'the page'])(
  'where it could not be asked for what has changed once %s was there, it is asked again',
  async (last) => {
    store(3);
    chatConnection.set('connecting');
    const history = createMessageHistory({ conversationId, target: null, provider });
    stops.push(history.start());
    if (last === 'the connection') await settle();
    tellWatching();
    refusal = new ApiError(0, 'unreachable', 'No.');
    await settle();
    chatConnection.set('live');
    stored[1] = messageOf(2, { text: 'changed' });
    refusal = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textOf(history, 2)).toBe('changed');
  },
);

test('what was told while the first page was on its way is there with it', async () => {
  store(3);
  let answer = () => {};
  const { listMessages } = provider;
  provider.listMessages = async (id, question) => {
    const found = await listMessages(id, question);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return found;
  };
  const history = createMessageHistory({ conversationId, target: null, provider });
  stops.push(history.start());
  tellWatching();
  await settle();
  provider.listMessages = listMessages;
  stored.push(messageOf(4));
  tellMessage(messageOf(4));
  answer();
  await settle();
  expect(shown(history)).toEqual([1, 2, 3, 4]);
});

test('what was seen is marked once, and a failure leaves it unread for the next look', async () => {
  store(3);
  readSequence = 1;
  const history = await open();
  const works = provider.markAsRead;
  provider.markAsRead = async () => {
    throw new ApiError(0, 'unreachable', '');
  };
  expect(await history.markRead()).toBe(false);
  provider.markAsRead = works;
  expect([await history.markRead(), await history.markRead()]).toEqual([true, false]);
  expect(marked).toEqual([3]);
  expect(history.state.get().messages.some(({ isUnread }) => isUnread)).toBe(false);
});

test.each(['live', 'by a page'])('a refusal in the middle, told %s, leaves nothing of the conversation on screen', async (how) => {
  store(40);
  const history = await open();
  const error = { code: 'no_access_to_user' as const, message: "You don't have access to this user." };
  refusal = new ApiError(403, error.code, error.message);
  if (how === 'live') tell({ event: 'chat:refused', content: { conversationId, error } });
  else await history.more('before');
  expect(history.state.get()).toMatchObject({ status: 'refused', messages: [], failure: error });
  tellMessage(messageOf(41));
  await settle();
  expect(shown(history)).toEqual([]);
});

test('what was refused opens again when the person sees other members from now on', async () => {
  store(40);
  const history = await open();
  refusal = new ApiError(403, 'no_access_to_user', "You don't have access to this user.");
  tell({ event: 'chat:refused', content: { conversationId, error: { code: 'no_access_to_user', message: refusal.message } } });
  tell({ event: 'chat:conversation', content: { conversationId: null } });
  await settle();
  expect(history.state.get()).toMatchObject({ status: 'refused', messages: [] });
  refusal = null;
  tell({ event: 'chat:conversation', content: { conversationId: null } });
  await settle();
  expect([history.state.get().status, ends(history)]).toEqual(['open', [21, 40]]);
});

test('where the connection was ended because the role is gone, the conversation says so at once, an old place of it too', async () => {
  store(100);
  const history = await open('m50');
  const error = { code: 'forbidden' as const, message: 'You have no role here any more.' };
  refusal = new ApiError(403, error.code, error.message);
  tell({ event: 'chat:ended', content: { error } });
  await settle();
  expect(history.state.get()).toMatchObject({ status: 'refused', messages: [], failure: error });
});

test('a failure says so and is tried again; of a page, the messages stay', async () => {
  store(40);
  refusal = new ApiError(500, 'internal', 'No.');
  const history = await open();
  expect(history.state.get()).toMatchObject({ status: 'failed', messages: [] });
  refusal = null;
  await history.load();
  refusal = new ApiError(0, 'unreachable', 'No.');
  await history.more('before');
  expect([ends(history), history.state.get().pageFailed]).toEqual([[21, 40], 'before']);
});
