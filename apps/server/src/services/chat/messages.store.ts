import type { ChatFile, ChatNotice } from '@vigil/contract/chat.contract';
import { editableMs, type MessageKind, type ReactionKey } from '@vigil/contract/chat.values';
import type { Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

/** A file as the message that carries it names it; how it stands is asked each time. */
export type MessageFile = Pick<ChatFile, 'fileId' | 'type' | 'name' | 'size'>;

/** A message as it is stored. Times in milliseconds since 1970. */
export interface MessageRow {
  readonly conversationId: string;
  readonly sequence: number;
  readonly id: string;
  readonly kind: MessageKind;
  readonly senderId: string | null;
  readonly saidAs: string | null;
  readonly text: string | null;
  readonly files: readonly MessageFile[];
  readonly notice: ChatNotice | null;
  readonly isQuiet: boolean;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly withdrawnAt: number | null;
  /** In the order in which they were given. */
  readonly reactions: readonly GivenReaction[];
}

export interface GivenReaction {
  readonly key: ReactionKey;
  readonly userId: string;
  readonly at: number;
}

/** With the message come its reactions: it is one question for a whole page. */
const columns = `m.conversation_id, m.sequence, m.id, m.kind, m.sender_id, m.said_as, m.text, m.files, m.notice, m.is_quiet, m.created_at,
  m.edited_at, m.withdrawn_at, coalesce((
    select json_agg(json_build_object('key', r.key, 'userId', r.user_id, 'at', round(extract(epoch from r.at) * 1000)) order by r.at, r.user_id)
    from vigil.chat_reactions r where r.tenant_id = m.tenant_id and r.message_id = m.id), '[]') as reactions`;
const from = `select ${columns} from vigil.chat_messages m where m.tenant_id = $1`;

/** What a sender hands over. */
export interface WrittenMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly senderId: string | null;
  readonly saidAs?: string;
  readonly text: string | null;
  readonly files: readonly MessageFile[];
  readonly notice?: ChatNotice;
  readonly isQuiet?: boolean;
  readonly atMs: number;
}

const insertMessage = prepared(
  `with place as (
     update vigil.chat_conversations set last_sequence = last_sequence + 1, last_message_at = greatest(last_message_at, $3)
     where tenant_id = $1 and id = $2 returning last_sequence
   ), m as (
     insert into vigil.chat_messages (tenant_id, conversation_id, sequence, id, kind, sender_id, said_as, text, files, notice, is_quiet, created_at)
     select $1, $2, last_sequence, $4, $5, $6, $7, $8, $9, $10, $11, $3 from place returning *
   ) select ${columns} from m`,
);

/**
 * Gives the message the next place of its conversation. The conversation's row stays locked until the transaction ends, so whoever
 * reads up to a number has read everything up to it.
 */
export async function appendMessage(sql: Sql, tenantId: string, conversationId: string, message: WrittenMessage): Promise<MessageRow> {
  const at = new Date(message.atMs);
  const [row] = await sql.query<MessageRow>(insertMessage, [
    ...[tenantId, conversationId, at, message.id, message.kind, message.senderId, message.saidAs ?? null, message.text],
    ...[JSON.stringify(message.files), message.notice ? JSON.stringify(message.notice) : null, message.isQuiet ?? false],
  ]);
  if (!row) throw new Error('The conversation of a message is not there');
  return row;
}

const setPush = prepared('update vigil.chat_messages set push_id = $3 where tenant_id = $1 and id = $2');

export const notePush = (sql: Sql, tenantId: string, messageId: string, pushId: string) =>
  sql.query(setPush, [tenantId, messageId, pushId]);

const messageById = prepared(
  `select ${columns}, case when v.message_id is null then m.text else v.text end as first_text from vigil.chat_messages m
   left join vigil.chat_message_versions v on v.tenant_id = $1 and v.message_id = m.id and v.version = 1
   where m.tenant_id = $1 and m.id = $2`,
);

/** The message with this id, wherever it is, with the text that it had at first. */
export async function firstWritten(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<(MessageRow & { firstText: string | null }) | undefined> {
  const [row] = await sql.query<MessageRow & { firstText: string | null }>(messageById, [tenantId, id]);
  return row;
}

export async function readMessage(sql: Sql, tenantId: string, conversationId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql.query<MessageRow>(`${from} and m.conversation_id = $2 and m.id = $3`, [tenantId, conversationId, id]);
  return row;
}

const messageAtPlace = prepared(`${from} and m.conversation_id = $2 and m.sequence = $3`);

export async function messageAt(sql: Sql, tenantId: string, conversationId: string, sequence: number): Promise<MessageRow | undefined> {
  const [row] = await sql.query<MessageRow>(messageAtPlace, [tenantId, conversationId, sequence]);
  return row;
}

/** The places of the messages that carry a file. */
export async function sequencesOfFile(sql: Sql, tenantId: string, conversationId: string, fileId: string): Promise<number[]> {
  const rows = await sql.query<{ sequence: number }>(
    `select sequence from vigil.chat_messages
     where tenant_id = $1 and conversation_id = $2 and kind = 'file' and files @> jsonb_build_array(jsonb_build_object('fileId', $3::text))`,
    [tenantId, conversationId, fileId],
  );
  return rows.map(({ sequence }) => sequence);
}

const messagesOfPlaces = prepared(`${from} and m.conversation_id = $2 and m.sequence between $3 and $4 order by m.sequence`);

/** Messages from one place to another, both included, in order. */
export const messagesBetween = (sql: Sql, tenantId: string, conversationId: string, first: number, last: number): Promise<MessageRow[]> =>
  sql.query<MessageRow>(messagesOfPlaces, [tenantId, conversationId, first, last]);

const lastOfConversations = prepared(
  `select ${columns} from vigil.chat_conversations c
   join vigil.chat_messages m on m.tenant_id = $1 and m.conversation_id = c.id and m.sequence = c.last_sequence
   where c.tenant_id = $1 and c.id = any($2::uuid[])`,
);

/** The last messages of several conversations. */
export const lastMessages = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<MessageRow[]> =>
  sql.query<MessageRow>(lastOfConversations, [tenantId, ids]);

/** The place of the first message from a time on; null where there is none. */
export async function sequenceFrom(sql: Sql, tenantId: string, conversationId: string, fromMs: number): Promise<number | null> {
  const [row] = await sql.query<{ sequence: number | null }>(
    'select min(sequence) as sequence from vigil.chat_messages where tenant_id = $1 and conversation_id = $2 and created_at >= $3',
    [tenantId, conversationId, new Date(fromMs)],
  );
  return row?.sequence ?? null;
}

/** True when something has changed. */
export async function react(
  sql: Sql,
  tenantId: string,
  messageId: string,
  { key, userId, at }: GivenReaction,
  gives: boolean,
): Promise<boolean> {
  const rows = gives
    ? await sql.query(
        `insert into vigil.chat_reactions (tenant_id, message_id, key, user_id, at) values ($1, $2, $3, $4, $5)
         on conflict do nothing returning key`,
        [tenantId, messageId, key, userId, new Date(at)],
      )
    : await sql.query(
        'delete from vigil.chat_reactions where tenant_id = $1 and message_id = $2 and key = $3 and user_id = $4 returning key',
        [tenantId, messageId, key, userId],
      );
  return rows.length > 0;
}

/** Puts another text, or none, in the place of what the message says, and keeps that. Undefined where it is too late or not the author's. */
export async function replaceText(
  sql: Sql,
  tenantId: string,
  { id, senderId, text, atMs }: { id: string; senderId: string; text: string | null; atMs: number },
): Promise<MessageRow | undefined> {
  const values = [tenantId, id, senderId, new Date(atMs), new Date(atMs - editableMs)];
  const [locked] = await sql.query<{ id: string }>(
    `select id from vigil.chat_messages where tenant_id = $1 and id = $2 and sender_id = $3 and kind <> 'system'
       and withdrawn_at is null and created_at > $5 and $4::timestamptz is not null for update`,
    values,
  );
  if (!locked) return undefined;
  await sql.query(
    `insert into vigil.chat_message_versions (tenant_id, message_id, version, text, files, replaced_at)
     select $1, id, 1 + (select count(*) from vigil.chat_message_versions where tenant_id = $1 and message_id = $2)::int, text, files, $3
     from vigil.chat_messages where tenant_id = $1 and id = $2`,
    [tenantId, id, new Date(atMs)],
  );
  const [row] = await sql.query<MessageRow>(
    text === null
      ? `update vigil.chat_messages m set text = null, files = '[]', withdrawn_at = $3 where m.tenant_id = $1 and m.id = $2 returning ${columns}`
      : `update vigil.chat_messages m set text = $4, edited_at = $3 where m.tenant_id = $1 and m.id = $2 returning ${columns}`,
    [tenantId, id, new Date(atMs), ...(text === null ? [] : [text])],
  );
  return row;
}

const sentBySince = prepared(
  `select count(*)::int as count, min(at) as first_at from (
     select created_at as at from vigil.chat_messages where tenant_id = $1 and sender_id = $2 and created_at > $3
     union all select v.replaced_at from vigil.chat_messages m
     join vigil.chat_message_versions v on v.tenant_id = $1 and v.message_id = m.id
     where m.tenant_id = $1 and m.sender_id = $2 and m.created_at > $4 and v.replaced_at > $3) done`,
);

/** How many messages somebody has sent or changed since, and when the first of them was; milliseconds since 1970. */
export async function sentSince(
  sql: Sql,
  tenantId: string,
  senderId: string,
  sinceMs: number,
): Promise<{ count: number; firstAt: number }> {
  const [row] = await sql.query<{ count: number; firstAt: number | null }>(sentBySince, [
    tenantId,
    senderId,
    new Date(sinceMs),
    new Date(sinceMs - editableMs),
  ]);
  return { count: row?.count ?? 0, firstAt: row?.firstAt ?? sinceMs };
}

/** Reads up to a message, and never back. Answers the place that is read up to, and whether that is further than before. */
export async function readUpTo(sql: Sql, tenantId: string, conversationId: string, userId: string, sequence: number, atMs: number) {
  const rows = await sql.query<{ sequence: number }>(
    `insert into vigil.chat_reads as r (tenant_id, conversation_id, user_id, sequence, read_at)
     select $1, $2, $3, least($4, c.last_sequence), $5 from vigil.chat_conversations c where c.tenant_id = $1 and c.id = $2
     on conflict (tenant_id, conversation_id, user_id) do update set sequence = excluded.sequence, read_at = excluded.read_at
       where excluded.sequence > r.sequence
     returning r.sequence`,
    [tenantId, conversationId, userId, sequence, new Date(atMs)],
  );
  return rows.length > 0;
}

const readNext = prepared(
  `update vigil.chat_reads set sequence = $4, read_at = $5
   where tenant_id = $1 and conversation_id = $2 and user_id = $3 and sequence = $4 - 1`,
);

/** Whoever had read everything until they wrote has read what they wrote. */
export const readOwn = (sql: Sql, tenantId: string, conversationId: string, userId: string, sequence: number, atMs: number) =>
  sequence === 1
    ? readUpTo(sql, tenantId, conversationId, userId, sequence, atMs)
    : sql.query(readNext, [tenantId, conversationId, userId, sequence, new Date(atMs)]);

const head = prepared(
  `select c.last_sequence, coalesce(r.sequence, 0) as read_sequence from vigil.chat_conversations c
   left join vigil.chat_reads r on r.tenant_id = $1 and r.conversation_id = c.id and r.user_id = $3
   where c.tenant_id = $1 and c.id = $2`,
);

/** How far a conversation goes, and how far somebody has read in it; 0 each where there is nothing yet. */
export async function readHead(sql: Sql, tenantId: string, conversationId: string, userId: string) {
  const [row] = await sql.query<{ lastSequence: number; readSequence: number }>(head, [tenantId, conversationId, userId]);
  return row ?? { lastSequence: 0, readSequence: 0 };
}

export async function readsOf(sql: Sql, tenantId: string, conversationId: string): Promise<Map<string, number>> {
  const rows = await sql.query<{ userId: string; sequence: number }>(
    'select user_id, sequence from vigil.chat_reads where tenant_id = $1 and conversation_id = $2',
    [tenantId, conversationId],
  );
  return new Map(rows.map(({ userId, sequence }) => [userId, sequence]));
}

export async function readDraft(sql: Sql, tenantId: string, conversationId: string, userId: string) {
  const [row] = await sql.query<{ text: string; updatedAt: number }>(
    'select text, updated_at from vigil.chat_drafts where tenant_id = $1 and conversation_id = $2 and user_id = $3',
    [tenantId, conversationId, userId],
  );
  return row ?? null;
}

const deleteDraft = prepared('delete from vigil.chat_drafts where tenant_id = $1 and conversation_id = $2 and user_id = $3');

export const keepDraft = (sql: Sql, tenantId: string, conversationId: string, userId: string, text: string, atMs: number) =>
  text === ''
    ? sql.query(deleteDraft, [tenantId, conversationId, userId])
    : sql.query(
        `insert into vigil.chat_drafts (tenant_id, conversation_id, user_id, text, updated_at) values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, conversation_id, user_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
        [tenantId, conversationId, userId, text, new Date(atMs)],
      );

export interface SearchQuestion {
  readonly conversationIds: readonly string[];
  readonly text: string;
  readonly behind: { readonly atMs: number; readonly id: string } | null;
  readonly most: number;
}

/** Messages of these conversations that hold every word, or its beginning, the newest first; none where the text has no word. */
export const searchMessages = (sql: Sql, { conversationIds, text, behind, most }: SearchQuestion): Promise<MessageRow[]> =>
  sql.query<MessageRow>(
    `select ${columns} from vigil.chat_wanted($2) wanted
     cross join lateral vigil.search_chat($1, wanted, $3, $4, $5) m where wanted is not null order by m.created_at desc, m.id desc`,
    [...[conversationIds, text, behind && new Date(behind.atMs), behind?.id ?? null, most]],
  );
