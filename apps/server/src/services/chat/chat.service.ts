import type { ChatConversation, ChatMessage } from '@vigil/contract/chat.contract';
import type { NewMessage } from '@vigil/contract/chat.forms';
import {
  chatLabel,
  messagesAroundTarget,
  messagesOnPage,
  mostConversationsListed,
  type ReactionKey,
  searchHitsOnPage,
} from '@vigil/contract/chat.values';
import { VigilError } from '@vigil/contract/errors';
import { LRUCache } from 'lru-cache';
import type { CareUserRow, People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { chatIsOnWithin } from '#services/configurator/index.ts';
import type { ChatFiles } from '../blob/index.ts';
import type { NoteChange } from './changes.store.ts';
import { placeIn, placeText } from './chat.rules.ts';
import {
  type ConversationRow,
  ensureMembers,
  listMine,
  listUnread,
  myConversationIds,
  type Reader,
  readConversation,
  readConversations,
  unreadOf,
  unwritten,
} from './conversations.store.ts';
import { silenceOf, type Views } from './message-views.ts';
import {
  firstWritten,
  keepDraft,
  type MessageFile,
  type MessageRow,
  messagesBetween,
  react,
  readDraft,
  readHead,
  readMessage,
  readsOf,
  readUpTo,
  replaceText,
  searchMessages,
  sequenceFrom,
} from './messages.store.ts';
import { hasLeft, type Participants } from './participants.ts';
import { inTurn, requireTurn, type Send } from './sending.ts';

/** What a call has to have judged before a conversation is opened: whose it is, for access and for the audit log. */
export interface Judgement {
  requireMember(userId: string): Promise<void>;
  aboutNobody(): void;
}

/** A reader and a conversation that the reader may see. What changes of a conversation is asked again in the transaction that needs it. */
export interface Opened {
  readonly reader: Reader;
  readonly conversation: ConversationRow;
  /** Who took part then; empty where access did not hang on it, as to a member's conversation. */
  readonly people: readonly CareUserRow[];
}

/** Which messages a page shows. */
export interface PageQuestion {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly target?: string | undefined;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
}

export interface ChatServiceDependencies {
  readonly database: Database;
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly clock: Clock;
  readonly participants: Participants;
  readonly views: Views;
  readonly send: Send;
  readonly noteChange: NoteChange;
  /** Whether the tenant lets its people write to each other. */
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
  readonly files: Pick<ChatFiles, 'send'>;
}

export type ChatService = ReturnType<typeof createChatService>;

/** Conversations and what is said in them. Whoever calls has been let in; here it is judged which conversations are theirs. */
export function createChatService(dependencies: ChatServiceDependencies) {
  const { database, care, clock, participants, views, send, noteChange, chatIsOn, files: chatFiles } = dependencies;
  /** Conversations that are a member’s: what a conversation is does not change, so it is asked once. */
  const ofMembers = new LRUCache<string, true>({ max: 50_000 });

  /**
   * A conversation of the reader's. Throws not_found where there is none, or it is others', and whatever `requireMember` does of a
   * member whom the reader may not see.
   */
  async function open(reader: Reader, conversationId: string, judgement: Judgement): Promise<Opened> {
    const { tenantId, userId } = reader;
    const id = conversationId.toLowerCase();
    const key = `${tenantId}/${id}`;
    if (ofMembers.has(key)) {
      await judgement.requireMember(id);
      return { reader, conversation: unwritten(id), people: [] };
    }
    const { found, people } = await database.tenant(tenantId, async (sql) => {
      const conversation = await readConversation(sql, tenantId, id);
      const isOfStaff = conversation !== undefined && conversation.kind !== 'member';
      return { found: conversation, people: isOfStaff ? await participants.of(sql, tenantId, conversation) : [] };
    });
    if (!found || found.kind === 'member') {
      await judgement.requireMember(id);
      ofMembers.set(key, true);
      return { reader, conversation: found ?? unwritten(id), people: [] };
    }
    judgement.aboutNobody();
    if (!people.some((one) => one.id === userId && !hasLeft(one))) throw noSuchConversation();
    return { reader, conversation: found, people };
  }

  const shown = async (sql: Sql, { reader: { tenantId, userId }, conversation: { id }, people }: Opened, rows: readonly MessageRow[]) => {
    const { readSequence } = await readHead(sql, tenantId, id, userId);
    return views.messages(sql, tenantId, { userId, readOf: () => readSequence }, rows, people);
  };
  const shownOne = async (sql: Sql, opened: Opened, row: MessageRow): Promise<ChatMessage> => first(await shown(sql, opened, [row]));

  const conversationOf = async (sql: Sql, { reader, conversation }: Opened): Promise<ChatConversation> => {
    const now = (await readConversation(sql, reader.tenantId, conversation.id)) ?? conversation;
    return first(await views.conversations(sql, reader, [now], await chatIsOnWithin(sql, reader.tenantId)));
  };

  /** Throws forbidden or conflict where nobody would get what is written. */
  async function requireVoice(sql: Sql, { reader, conversation }: Opened): Promise<void> {
    const { tenantId, userId } = reader;
    const { memberId, firstUserId, secondUserId } = conversation;
    const otherId = memberId ?? (firstUserId === userId ? secondUserId : firstUserId);
    const [other] = otherId === null ? [] : await care.namedWithin(sql, tenantId, [otherId]);
    const silence = silenceOf(reader, other, await chatIsOnWithin(sql, tenantId));
    if (silence === 'chat_off') throw switchedOff();
    // Who was erased meanwhile is not there any more.
    if (silence === 'left' || (otherId !== null && !other)) throw nobodyThere();
  }

  const changed = (sql: Sql, tenantId: string, row: MessageRow) =>
    noteChange(sql, { tenantId, conversationId: row.conversationId, kind: 'message', sequence: row.sequence, userId: null });

  /** Files that are the reader's to send here, in the order in which they are sent; from then on they are this conversation's. */
  async function taken(sql: Sql, { reader, conversation }: Opened, fileIds: readonly string[]): Promise<MessageFile[]> {
    const found = await chatFiles.send(sql, reader.tenantId, reader.userId, conversation.id, fileIds);
    const byId = new Map(found.map(({ id, mediaType, name, sizeBytes }) => [id, { fileId: id, type: mediaType, name, size: sizeBytes }]));
    return [...new Set(fileIds)].flatMap((id) => byId.get(id) ?? []);
  }

  async function replace(opened: Opened, messageId: string, text: string | null): Promise<ChatMessage> {
    const { reader, conversation } = opened;
    const { tenantId, userId } = reader;
    return database.tenant(tenantId, async (sql) => {
      await requireVoice(sql, opened);
      const known = await readMessage(sql, tenantId, conversation.id, messageId);
      if (!known) throw noSuchMessage();
      // Sent again, because no answer came.
      const isDone = text === null ? known.withdrawnAt !== null : known.editedAt !== null && known.text === text;
      if (isDone && known.senderId === userId) return shownOne(sql, opened, known);
      // What was said before is kept each time. What was said by mistake can be taken back whatever the minute.
      if (text !== null) {
        await inTurn(sql, tenantId, userId);
        await requireTurn(sql, tenantId, userId, clock.now());
      }
      const row = await replaceText(sql, tenantId, { id: messageId, senderId: userId, text, atMs: clock.now() });
      if (!row) throw notToChange(known, userId);
      await changed(sql, tenantId, row);
      return shownOne(sql, opened, row);
    });
  }

  return {
    open,
    /** The reader's conversations that have a message, by the latest last message. */
    async list(reader: Reader, before: string | undefined) {
      const { tenantId } = reader;
      const isOn = await chatIsOn(tenantId);
      return database.tenant(tenantId, async (sql) => {
        const rows = await listMine(sql, reader, placeIn(before), mostConversationsListed);
        const last = rows.length === mostConversationsListed ? rows.at(-1) : undefined;
        const next = last ? placeText({ atMs: last.lastMessageAt ?? 0, id: last.id }) : null;
        return { conversations: await views.conversations(sql, reader, rows, isOn), next };
      });
    },

    async unread(reader: Reader) {
      const { tenantId } = reader;
      const isOn = await chatIsOn(tenantId);
      return database.tenant(tenantId, async (sql) => {
        const { rows, total } = await listUnread(sql, reader, mostConversationsListed);
        return { conversations: await views.conversations(sql, reader, rows, isOn), total };
      });
    },

    /** Who takes part, what each has read, and what the reader has half written. */
    async read(opened: Opened) {
      const { tenantId, userId } = opened.reader;
      return database.tenant(tenantId, async (sql) => {
        const { conversation } = opened;
        const people = await participants.of(sql, tenantId, conversation);
        const reads = await readsOf(sql, tenantId, conversation.id);
        return {
          conversation: await conversationOf(sql, opened),
          participants: people.map((one) => participantOf(one, conversation, reads.get(one.id) ?? 0)),
          draft: await readDraft(sql, tenantId, conversation.id, userId),
        };
      });
    },

    /** A page of messages in their order. Throws not_found for a target that there is not. */
    async page(opened: Opened, question: PageQuestion) {
      const { tenantId, userId } = opened.reader;
      const { id } = opened.conversation;
      return database.tenant(tenantId, async (sql) => {
        const { lastSequence, readSequence } = await readHead(sql, tenantId, id, userId);
        const [from, to] = await boundsOf(sql, tenantId, id, lastSequence, question);
        const rows = to < from ? [] : await messagesBetween(sql, tenantId, id, from, to);
        const messages = await views.messages(sql, tenantId, { userId, readOf: () => readSequence }, rows, opened.people);
        return { messages, hasBefore: from > 1 && lastSequence > 0, hasAfter: to < lastSequence, lastSequence, readSequence };
      });
    },

    /** Stores a message of the reader's, or answers the stored one when the same was sent before. */
    async post(opened: Opened, { id, text = '', files: fileIds = [] }: NewMessage): Promise<ChatMessage> {
      if (text === '' && fileIds.length === 0) throw saysNothing();
      const { reader, conversation } = opened;
      const { tenantId, userId } = reader;
      return database.tenant(tenantId, async (sql) => {
        const known = await firstWritten(sql, tenantId, id);
        if (!known) await requireVoice(sql, opened);
        const files = known?.senderId === userId ? known.files : await taken(sql, opened, fileIds);
        const carried = new Set(files.map(({ fileId }) => fileId));
        const unknown = fileIds.findIndex((one) => !carried.has(one));
        if (unknown >= 0) throw noSuchFile(unknown);
        const kind = files.length > 0 ? 'file' : 'text';
        const sent = { id, kind, senderId: userId, text: text === '' ? null : text, files, atMs: clock.now() } as const;
        return shownOne(sql, opened, await send(sql, tenantId, conversation, sent));
      });
    },

    edit: (opened: Opened, messageId: string, text: string) => replace(opened, messageId, text),
    withdraw: (opened: Opened, messageId: string) => replace(opened, messageId, null),

    async react(opened: Opened, messageId: string, key: ReactionKey, gives: boolean): Promise<ChatMessage> {
      const { tenantId, userId } = opened.reader;
      return database.tenant(tenantId, async (sql) => {
        await requireVoice(sql, opened);
        const row = await readMessage(sql, tenantId, opened.conversation.id, messageId);
        if (!row || row.withdrawnAt !== null) throw noSuchMessage();
        if (!(await react(sql, tenantId, row.id, { key, userId, at: clock.now() }, gives))) return shownOne(sql, opened, row);
        await changed(sql, tenantId, row);
        return shownOne(sql, opened, (await readMessage(sql, tenantId, row.conversationId, row.id)) ?? row);
      });
    },

    async markRead({ reader: { tenantId, userId }, conversation: { id } }: Opened, sequence: number) {
      return database.tenant(tenantId, async (sql) => {
        const isFurther = await readUpTo(sql, tenantId, id, userId, sequence, clock.now());
        const read = (await unreadOf(sql, tenantId, userId, [id])).get(id);
        const readSequence = read?.readSequence ?? 0;
        if (isFurther) await noteChange(sql, { tenantId, conversationId: id, kind: 'read', sequence: readSequence, userId });
        return { readSequence, unread: read?.unread ?? 0 };
      });
    },

    async draft({ reader: { tenantId, userId }, conversation }: Opened, text: string) {
      const atMs = clock.now();
      await database.tenant(tenantId, async (sql) => {
        if (conversation.kind === 'member') await ensureMembers(sql, tenantId, conversation.id, atMs);
        await keepDraft(sql, tenantId, conversation.id, userId, text, atMs);
      });
      return { updatedAt: atMs };
    },

    /** Messages that hold every word, in one conversation of the reader's or in all of them. */
    async search(reader: Reader, { text, before, within }: { text: string; before: string | undefined; within: Opened | null }) {
      const { tenantId } = reader;
      return database.tenant(tenantId, async (sql) => {
        const conversationIds = within ? [within.conversation.id] : await myConversationIds(sql, reader);
        const rows = await searchMessages(sql, { conversationIds, text, behind: placeIn(before), most: searchHitsOnPage });
        const ids = [...new Set(rows.map(({ conversationId }) => conversationId))];
        const found = await views.conversations(sql, reader, await readConversations(sql, tenantId, ids), true);
        const byId = new Map(found.map((one) => [one.conversationId, one]));
        const messages = await views.messages(
          sql,
          tenantId,
          { userId: reader.userId, readOf: (id) => byId.get(id)?.readSequence ?? 0 },
          rows,
        );
        const last = rows.length === searchHitsOnPage ? rows.at(-1) : undefined;
        return {
          hits: messages.flatMap((message) => {
            const held = byId.get(message.conversationId);
            return held ? [{ message, title: held.title, kind: held.kind, memberId: held.memberId }] : [];
          }),
          next: last ? placeText({ atMs: last.createdAt, id: last.id }) : null,
        };
      });
    },
  };
}

function participantOf(one: CareUserRow, { memberId }: ConversationRow, readSequence: number) {
  const standing = hasLeft(one) ? 'left' : one.isOnHold ? 'on_hold' : 'active';
  return {
    ...{ userId: one.id, firstName: one.givenName, lastName: one.familyName, photoUrl: one.photoUrl, readSequence },
    label: one.id === memberId ? null : chatLabel(one.roles),
    standing: standing as 'active' | 'on_hold' | 'left',
  };
}

/** The places of a page, both included. Numbers have no gaps, so they tell how many messages lie between. */
async function boundsOf(
  sql: Sql,
  tenantId: string,
  conversationId: string,
  last: number,
  { before, after, target, time }: PageQuestion,
): Promise<readonly [number, number]> {
  if (before !== undefined) return [Math.max(1, before - messagesOnPage), Math.min(before - 1, last)];
  if (after !== undefined) return [after + 1, Math.min(after + messagesOnPage, last)];
  if (target === undefined && time === undefined) return [Math.max(1, last - messagesOnPage + 1), last];
  const middle =
    target === undefined
      ? ((await sequenceFrom(sql, tenantId, conversationId, time ?? 0)) ?? last)
      : (await readMessage(sql, tenantId, conversationId, target.toLowerCase()))?.sequence;
  if (middle === undefined) throw noSuchMessage();
  return [Math.max(1, middle - messagesAroundTarget), Math.min(middle + messagesAroundTarget, last)];
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('What was asked for is not there');
  return one;
}

function notToChange({ senderId, withdrawnAt }: MessageRow, userId: string): VigilError {
  if (senderId !== userId) return new VigilError('conflict', 'Only its author can change or withdraw a message. Nothing was changed.');
  if (withdrawnAt !== null) return new VigilError('conflict', 'This message was withdrawn. Nothing was changed.');
  return new VigilError('conflict', 'A message can be changed or withdrawn for 24 hours, and this one is older. Nothing was changed.');
}

export const noSuchConversation = () => new VigilError('not_found', 'There is no such conversation.');
const noSuchMessage = () => new VigilError('not_found', 'There is no such message in this conversation.');
export const switchedOff = () =>
  new VigilError('forbidden', 'Chat is switched off in this tenant. What was written before stays in the record.');
const nobodyThere = () =>
  new VigilError(
    'conflict',
    'Whoever this goes to has left and would not read it. Nothing was sent; what was written before stays in the record.',
  );
const saysNothing = () =>
  new VigilError('invalid_input', 'text: a message says something, or carries files. Nothing was sent.', {
    fields: [{ field: 'text', message: 'Write something, or add a file' }],
  });
const noSuchFile = (index: number) =>
  new VigilError('invalid_input', 'files: one of them was not uploaded by you for a message. Nothing was sent.', {
    fields: [{ field: `files.${index}`, message: 'There is no such file of yours' }],
  });
