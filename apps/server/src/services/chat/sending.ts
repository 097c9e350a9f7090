import { mostMessagesAMinute } from '@vigil/contract/chat.values';
import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import { publish } from '../notification/index.ts';
import type { NoteChange } from './changes.store.ts';
import { isSameMessage } from './chat.rules.ts';
import { addPeople, type ConversationRow, ensureMembers } from './conversations.store.ts';
import {
  appendMessage,
  firstWritten,
  keepDraft,
  type MessageRow,
  notePush,
  readOwn,
  sentSince,
  type WrittenMessage,
} from './messages.store.ts';
import { type Participants, reachable } from './participants.ts';

export interface SendingDependencies {
  readonly participants: Participants;
  readonly noteChange: NoteChange;
}

const minuteMs = 60_000;
const takeTurn = prepared('select pg_advisory_xact_lock(hashtextextended($1, 58))');

/**
 * One message of a person after the other: the same at the same time is found, and the minute is counted exactly. Until the
 * transaction ends.
 */
export const inTurn = (sql: Sql, tenantId: string, senderId: string) => sql.query(takeTurn, [`${tenantId}/${senderId}`]);

/**
 * Stores a message and tells those who take part, all in the transaction that is given. The same sent again is answered as it is
 * stored. Throws conflict for an id that was used for something else, and too_many_requests for the 61st message of a minute.
 */
export type Send = (sql: Sql, tenantId: string, conversation: ConversationRow, message: WrittenMessage) => Promise<MessageRow>;

export function createSend({ participants, noteChange }: SendingDependencies): Send {
  return async (sql, tenantId, conversation, message) => {
    const { senderId, kind, atMs } = message;
    const isOwn = senderId !== null && kind !== 'system';
    if (senderId !== null) {
      const [, stored] = await Promise.all([inTurn(sql, tenantId, senderId), firstWritten(sql, tenantId, message.id)]);
      if (stored && isSameMessage(stored, { ...message, conversationId: conversation.id })) return stored;
      if (stored) throw otherMessage();
    }
    if (isOwn) await requireTurn(sql, tenantId, senderId, atMs);
    if (conversation.kind === 'member') await ensureMembers(sql, tenantId, conversation.id, atMs);
    if (isOwn && conversation.kind === 'member' && senderId !== conversation.memberId)
      await addPeople(sql, tenantId, conversation.id, [senderId], atMs);
    const row = await appendMessage(sql, tenantId, conversation.id, message);
    await Promise.all([
      isOwn && readOwn(sql, tenantId, conversation.id, senderId, row.sequence, atMs),
      isOwn && keepDraft(sql, tenantId, conversation.id, senderId, '', atMs),
      !row.isQuiet && tell(sql, tenantId, conversation, row),
      noteChange(sql, { tenantId, conversationId: conversation.id, kind: 'message', sequence: row.sequence, userId: null }),
    ]);
    return row;
  };

  /** Bells and other pages: that there is a message, and not what it says. */
  async function tell(sql: Sql, tenantId: string, conversation: ConversationRow, { id, senderId }: MessageRow): Promise<void> {
    const userIds = reachable(await participants.of(sql, tenantId, conversation)).filter((one) => one !== senderId);
    if (userIds.length === 0) return;
    const pushId = await publish(sql, {
      ...{ tenantId, to: { userIds }, contentType: 'MESSAGE', patientId: conversation.memberId },
      ...{ description: 'New message', aboutId: conversation.id },
    });
    await notePush(sql, tenantId, id, pushId);
  }
}

/** Throws too_many_requests for more messages, and changes of them, than a person can mean in a minute. */
export async function requireTurn(sql: Sql, tenantId: string, senderId: string, nowMs: number): Promise<void> {
  const { count, firstAt } = await sentSince(sql, tenantId, senderId, nowMs - minuteMs);
  if (count < mostMessagesAMinute) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((firstAt + minuteMs - nowMs) / 1000));
  throw new VigilError(
    'too_many_requests',
    `You can send or change ${mostMessagesAMinute} messages a minute. What you wrote is kept; send it in a moment.`,
    {
      retryAfterSeconds,
    },
  );
}

const otherMessage = () =>
  new VigilError(
    'conflict',
    'A message was stored before under this id, with something else in it. It stays as it is; nothing was stored.',
  );
