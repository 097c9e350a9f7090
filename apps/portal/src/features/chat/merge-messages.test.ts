import type { ChatMessage } from '@vigil/contract/chat.contract';
import { expect, test } from 'vitest';
import { mergeMessages, type Stretch, withMessage, withPage } from './merge-messages.ts';

const messageOf = (sequence: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ messageId: `m${sequence}`, conversationId: 'c', sequence, kind: 'text', text: `text ${sequence}`, files: [], notice: null },
  ...{ sender: { userId: 'nora', nickname: 'Nora Nurse, RN', label: 'RN' }, createdAt: 1_000 * sequence },
  ...{ editedAt: null, withdrawnAt: null, reactions: [], isUnread: false },
  ...over,
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => messageOf(from + at));
const stretchOf = (from: number, to: number, over: Partial<Stretch> = {}): Stretch => ({
  messages: range(from, to),
  hasBefore: from > 1,
  hasAfter: false,
  ...over,
});
const sequences = ({ messages }: Pick<Stretch, 'messages'>) => messages.map(({ sequence }) => sequence);

test('newer messages are appended, older ones prepended, and none stands twice', () => {
  const merged = mergeMessages(range(4, 6), [...range(5, 8), ...range(2, 4)]);
  expect(sequences({ messages: merged })).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('a message that has changed takes its own place', () => {
  const merged = mergeMessages(range(1, 3), [messageOf(2, { text: 'better', editedAt: 9 })]);
  expect(merged.map(({ text }) => text)).toEqual(['text 1', 'better', 'text 3']);
});

test('a reaction that is left with nobody is dropped', () => {
  const reactions = [
    { key: 'heart', userIds: [], updatedAt: 1 },
    { key: 'check', userIds: ['ada'], updatedAt: 1 },
  ] as const;
  const [merged] = mergeMessages([], [messageOf(1, { reactions: reactions.map((one) => ({ ...one, userIds: [...one.userIds] })) })]);
  expect(merged?.reactions.map(({ key }) => key)).toEqual(['check']);
});

test('a page says on its own side alone whether there is more', () => {
  const older = withPage(stretchOf(10, 20), { messages: range(5, 9), hasBefore: false, hasAfter: true });
  expect([sequences(older)[0], older.hasBefore, older.hasAfter]).toEqual([5, false, false]);
  const newer = withPage(stretchOf(10, 20, { hasAfter: true }), { messages: range(21, 25), hasBefore: true, hasAfter: false });
  expect([sequences(newer).at(-1), newer.hasBefore, newer.hasAfter]).toEqual([25, true, false]);
  const nothing = withPage(stretchOf(10, 20), { messages: [], hasBefore: true, hasAfter: false });
  expect([sequences(nothing).length, nothing.hasBefore]).toEqual([11, true]);
});

test.each([
  { name: 'the next one is appended', stretch: stretchOf(1, 3), sequence: 4, shown: [1, 2, 3, 4], isMissing: false },
  { name: 'one behind a gap waits for what is missing', stretch: stretchOf(1, 3), sequence: 6, shown: [1, 2, 3], isMissing: true },
  { name: 'the first of all is shown', stretch: stretchOf(1, 0), sequence: 1, shown: [1], isMissing: false },
  {
    name: 'in the middle of history a new one is not appended',
    stretch: stretchOf(40, 42, { hasAfter: true }),
    ...{ sequence: 90, shown: [40, 41, 42], isMissing: false },
  },
  {
    name: 'one older than what is shown is left for its page',
    stretch: stretchOf(40, 42),
    sequence: 5,
    shown: [40, 41, 42],
    isMissing: false,
  },
])('told of a message: $name', ({ stretch, sequence, shown, isMissing }) => {
  const result = withMessage(stretch, messageOf(sequence));
  expect([sequences(result.stretch), result.isMissing]).toEqual([shown, isMissing]);
});
