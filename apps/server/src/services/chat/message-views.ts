import type { ChatConversation, ChatMessage } from '@vigil/contract/chat.contract';
import type { Silence } from '@vigil/contract/chat.values';
import type { CareUserRow, People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { nicknameOf, systemSender } from './chat.rules.ts';
import { type ConversationRow, type Reader, unreadOf } from './conversations.store.ts';
import { type GivenReaction, lastMessages, type MessageRow } from './messages.store.ts';
import { hasLeft } from './participants.ts';
import type { ShownFiles } from './shown-files.ts';

/** Whose eyes a message is shown to. */
export interface Eyes {
  readonly userId: string;
  /** Up to which place the person has read, by the conversation. */
  readonly readOf: (conversationId: string) => number;
}

/** How messages and conversations look to one reader. */
export interface Views {
  /** `known`: people who were read in this transaction and need not be asked for. */
  messages(sql: Sql, tenantId: string, eyes: Eyes, rows: readonly MessageRow[], known?: readonly CareUserRow[]): Promise<ChatMessage[]>;
  conversations(sql: Sql, reader: Reader, rows: readonly ConversationRow[], chatIsOn: boolean): Promise<ChatConversation[]>;
}

export function createViews(care: Pick<People['care'], 'namedWithin'>, shownFiles: ShownFiles): Views {
  async function messages(
    sql: Sql,
    tenantId: string,
    { userId, readOf }: Eyes,
    rows: readonly MessageRow[],
    known: readonly CareUserRow[] = [],
  ): Promise<ChatMessage[]> {
    if (rows.length === 0) return [];
    const people = new Map(known.map((one) => [one.id, one]));
    const strangers = rows.flatMap(({ senderId }) => (senderId === null || people.has(senderId) ? [] : senderId));
    if (strangers.length > 0) for (const one of await care.namedWithin(sql, tenantId, strangers)) people.set(one.id, one);
    const filesOf = await shownFiles(sql, tenantId, rows);
    return rows.map((row) => ({
      ...{ messageId: row.id, conversationId: row.conversationId, sequence: row.sequence, kind: row.kind, text: row.text },
      files: filesOf(row),
      notice: row.notice,
      sender: senderOf(row, people),
      ...{ createdAt: row.createdAt, editedAt: row.editedAt, withdrawnAt: row.withdrawnAt },
      reactions: reactionsIn(row.reactions),
      isUnread: !row.isQuiet && row.senderId !== userId && row.sequence > readOf(row.conversationId),
    }));
  }

  return {
    messages,
    async conversations(sql, reader, rows, chatIsOn) {
      const { tenantId, userId } = reader;
      const ids = rows.map(({ id }) => id);
      const reads = await unreadOf(sql, tenantId, userId, ids);
      const others = rows.flatMap((row) => otherOf(row, userId) ?? []);
      const people = new Map((await care.namedWithin(sql, tenantId, others)).map((one) => [one.id, one]));
      const readOf = (id: string) => reads.get(id)?.readSequence ?? 0;
      const shown = await messages(sql, tenantId, { userId, readOf }, await lastMessages(sql, tenantId, ids));
      const lasts = new Map(shown.map((one) => [one.conversationId, one]));
      return rows.map((row) => {
        const other = people.get(otherOf(row, userId) ?? '');
        return {
          ...{ conversationId: row.id, kind: row.kind, memberId: row.memberId, careTeamId: row.careTeamId },
          title: row.title ?? nicknameOf(other, row.kind === 'member').nickname,
          lastSequence: row.lastSequence,
          lastMessage: lasts.get(row.id) ?? null,
          readSequence: readOf(row.id),
          unread: reads.get(row.id)?.unread ?? 0,
          silent: silenceOf(reader, other, chatIsOn),
        };
      });
    },
  };
}

/** Whom the conversation is with: the member, or the other one of two. */
function otherOf({ memberId, firstUserId, secondUserId }: ConversationRow, userId: string): string | null {
  return memberId ?? (firstUserId === userId ? secondUserId : firstUserId);
}

export function silenceOf({ onHold }: Pick<Reader, 'onHold'>, other: CareUserRow | undefined, chatIsOn: boolean): Silence | null {
  if (!chatIsOn) return 'chat_off';
  if (onHold) return 'on_hold';
  return other && hasLeft(other) ? 'left' : null;
}

function senderOf({ kind, senderId, saidAs, conversationId }: MessageRow, people: ReadonlyMap<string, CareUserRow>) {
  if (kind === 'system' || senderId === null) return systemSender(saidAs);
  return { userId: senderId, ...nicknameOf(people.get(senderId), senderId === conversationId) };
}

/** Each key once, in the order in which they were first given, with everybody who gave it. */
function reactionsIn(rows: readonly GivenReaction[]): ChatMessage['reactions'] {
  return [...Map.groupBy(rows, ({ key }) => key)].map(([key, given]) => ({
    key,
    userIds: given.map(({ userId }) => userId),
    updatedAt: Math.max(...given.map(({ at }) => at)),
  }));
}
