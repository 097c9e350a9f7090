import { type ConversationKind, mostUnreadCounted } from '@vigil/contract/chat.values';
import type { Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

/** A conversation as it is stored. Times in milliseconds since 1970. */
export interface ConversationRow {
  readonly id: string;
  readonly kind: ConversationKind;
  readonly memberId: string | null;
  readonly firstUserId: string | null;
  readonly secondUserId: string | null;
  readonly careTeamId: string | null;
  readonly title: string | null;
  readonly lastSequence: number;
  readonly lastMessageAt: number | null;
}

const columns = 'c.id, c.kind, c.member_id, c.first_user_id, c.second_user_id, c.care_team_id, c.title, c.last_sequence, c.last_message_at';

/** Who asks, and whom the person may see. */
export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
  /** Holds a role of the care team. */
  readonly isStaff: boolean;
  /** Is a member of the tenant. */
  readonly isMember: boolean;
  readonly onHold: boolean;
  readonly scope: 'tenant' | readonly string[];
}

const conversationById = prepared(`select ${columns} from vigil.chat_conversations c where c.tenant_id = $1 and c.id = $2`);

export async function readConversation(sql: Sql, tenantId: string, id: string): Promise<ConversationRow | undefined> {
  const [row] = await sql.query<ConversationRow>(conversationById, [tenantId, id]);
  return row;
}

export const readConversations = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<ConversationRow[]> =>
  sql.query<ConversationRow>(`select ${columns} from vigil.chat_conversations c where c.tenant_id = $1 and c.id = any($2::uuid[])`, [
    tenantId,
    ids,
  ]);

/** A member's conversation that nobody has written in yet. */
export const unwritten = (memberId: string): ConversationRow => ({
  ...{ id: memberId, kind: 'member', memberId, firstUserId: null, secondUserId: null, careTeamId: null, title: null },
  ...{ lastSequence: 0, lastMessageAt: null },
});

/** The member's conversation is there once somebody writes, drafts or reads in it. */
export const ensureMembers = (sql: Sql, tenantId: string, memberId: string, atMs: number) =>
  sql.query(
    `insert into vigil.chat_conversations (tenant_id, id, kind, member_id, created_at) values ($1, $2, 'member', $2, $3)
     on conflict do nothing`,
    [tenantId, memberId, new Date(atMs)],
  );

/** Days in which a member whom nobody looks after is heard by the whole care team, from the last message. */
const unheardDays = 30;

/**
 * The conversations of a reader, $1 to $5 as `mineValues` gives them: of the members whom the person looks after, has written to, or
 * whom nobody looks after; one's own; and those of the staff that the person is in. Only conversations that the person may see now.
 */
const mine = `mine as (
  select $2::uuid as id where $4::boolean
  union select c.id from vigil.chat_conversations c where c.tenant_id = $1 and c.first_user_id = $2 and $3::boolean
  union select c.id from vigil.chat_conversations c where c.tenant_id = $1 and c.second_user_id = $2 and $3::boolean
  union select c.id from vigil.chat_people p join vigil.chat_conversations c on c.tenant_id = $1 and c.id = p.conversation_id
    where p.tenant_id = $1 and p.user_id = $2 and $3::boolean and c.care_team_id is null
      and (c.kind <> 'member' or $5::uuid[] is null or c.id = any($5))
  union select c.id from vigil.care_team_people t join vigil.chat_conversations c on c.tenant_id = $1 and c.care_team_id = t.care_team_id
    where t.tenant_id = $1 and t.user_id = $2 and t.side = 'CLINICIAN' and $3::boolean
  union select r.patient_id from vigil.care_relations r where r.tenant_id = $1 and r.clinician_id = $2 and $3::boolean
  union select p.user_id from vigil.care_team_people t
    join vigil.care_team_people p on p.tenant_id = $1 and p.care_team_id = t.care_team_id and p.side = 'PATIENT'
    where t.tenant_id = $1 and t.user_id = $2 and t.side = 'CLINICIAN' and $3::boolean
  union select c.id from vigil.chat_conversations c
    where c.tenant_id = $1 and $3::boolean and $5::uuid[] is null and c.kind = 'member' and c.last_sequence > 0
      and c.last_message_at > now() - interval '${unheardDays} days'
      and not exists (select from vigil.care_relations r where r.tenant_id = $1 and r.patient_id = c.id)
      and not exists (select from vigil.care_team_people p
        join vigil.care_team_people k on k.tenant_id = $1 and k.care_team_id = p.care_team_id and k.side = 'CLINICIAN'
        where p.tenant_id = $1 and p.user_id = c.id and p.side = 'PATIENT')
)`;

const mineValues = ({ tenantId, userId, isStaff, isMember, scope }: Reader): readonly unknown[] => [
  ...[tenantId, userId, isStaff, isMember, scope === 'tenant' ? null : scope],
];

/** The place behind which a page begins. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly id: string;
}

/** The conversations that have a message, by the latest last message. */
export const listMine = (sql: Sql, reader: Reader, behind: Place | null, most: number): Promise<ConversationRow[]> =>
  sql.query<ConversationRow>(
    `with ${mine}
     select ${columns} from vigil.chat_conversations c
     where c.tenant_id = $1 and c.id in (select id from mine) and c.last_sequence > 0
       and ($6::timestamptz is null or (c.last_message_at, c.id) < ($6, $7::uuid))
     order by c.last_message_at desc, c.id desc limit $8`,
    [...mineValues(reader), behind && new Date(behind.atMs), behind?.id ?? null, most],
  );

/** Those with something unread, by the latest last message, and how many there are in all. */
export async function listUnread(sql: Sql, reader: Reader, most: number): Promise<{ rows: ConversationRow[]; total: number }> {
  const rows = await sql.query<ConversationRow & { total: number }>(
    `with ${mine}
     select ${columns}, count(*) over ()::int as total from vigil.chat_conversations c
     left join vigil.chat_reads r on r.tenant_id = $1 and r.conversation_id = c.id and r.user_id = $2
     where c.tenant_id = $1 and c.id in (select id from mine) and c.last_sequence > coalesce(r.sequence, 0)
       and exists (select from vigil.chat_messages m where m.tenant_id = $1 and m.conversation_id = c.id
         and m.sequence > coalesce(r.sequence, 0) and not m.is_quiet and m.sender_id is distinct from $2)
     order by c.last_message_at desc, c.id desc limit $6`,
    [...mineValues(reader), most],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function myConversationIds(sql: Sql, reader: Reader): Promise<string[]> {
  return (await sql.query<{ id: string }>(`with ${mine} select id from mine`, mineValues(reader))).map(({ id }) => id);
}

/** The direct conversation of two people; made where there is none yet. Undefined where the id is another conversation's. */
export async function ensureDirect(sql: Sql, tenantId: string, id: string, people: readonly [string, string], atMs: number) {
  const [first, second] = [...people].sort();
  await sql.query(
    `insert into vigil.chat_conversations (tenant_id, id, kind, first_user_id, second_user_id, created_by, created_at)
     values ($1, $2, 'direct', $3, $4, $5, $6) on conflict do nothing`,
    [tenantId, id, first, second, people[0], new Date(atMs)],
  );
  const [row] = await sql.query<ConversationRow>(
    `select ${columns} from vigil.chat_conversations c where c.tenant_id = $1 and c.first_user_id = $2 and c.second_user_id = $3`,
    [tenantId, first, second],
  );
  return row;
}

export interface NewGroup {
  readonly id: string;
  readonly title: string;
  readonly careTeamId: string | null;
  readonly userIds: readonly string[];
  readonly createdBy: string;
}

/** Makes a group with its people; false where the id is taken, also by one who was a moment earlier. */
export async function insertGroup(sql: Sql, tenantId: string, group: NewGroup, atMs: number): Promise<boolean> {
  const made = await sql.query(
    `insert into vigil.chat_conversations (tenant_id, id, kind, title, care_team_id, created_by, created_at)
     values ($1, $2, 'group', $3, $4, $5, $6) on conflict do nothing returning id`,
    [tenantId, group.id, group.title, group.careTeamId, group.createdBy, new Date(atMs)],
  );
  if (made.length > 0) await addPeople(sql, tenantId, group.id, group.userIds, atMs);
  return made.length > 0;
}

export const addPeople = (sql: Sql, tenantId: string, id: string, userIds: readonly string[], atMs: number) =>
  sql.query(
    `insert into vigil.chat_people (tenant_id, conversation_id, user_id, since)
     select $1, $2, one, $4 from unnest($3::uuid[]) as one on conflict do nothing`,
    [tenantId, id, userIds, new Date(atMs)],
  );

/** Names a group and says who is in it from now on. */
export async function renameGroup(sql: Sql, tenantId: string, id: string, title: string, userIds: readonly string[], atMs: number) {
  await sql.query('update vigil.chat_conversations set title = $3 where tenant_id = $1 and id = $2', [tenantId, id, title]);
  await sql.query('delete from vigil.chat_people where tenant_id = $1 and conversation_id = $2 and not user_id = any($3::uuid[])', [
    ...[tenantId, id, userIds],
  ]);
  await addPeople(sql, tenantId, id, userIds, atMs);
}

const peopleOfConversation = prepared('select user_id from vigil.chat_people where tenant_id = $1 and conversation_id = $2');
const cliniciansOfTeam = prepared(
  "select user_id from vigil.care_team_people where tenant_id = $1 and care_team_id = $2 and side = 'CLINICIAN'",
);

/** Who is in it by name, beside those whom assignments or a care team put there. */
export async function namedPeople(sql: Sql, tenantId: string, { id, careTeamId }: ConversationRow): Promise<string[]> {
  const rows = await sql.query<{ userId: string }>(careTeamId === null ? peopleOfConversation : cliniciansOfTeam, [
    ...[tenantId, careTeamId ?? id],
  ]);
  return rows.map(({ userId }) => userId);
}

/** What stands between two people of whom one has not read: how many messages, up to `mostUnreadCounted`, by the conversation. */
export async function unreadOf(sql: Sql, tenantId: string, userId: string, ids: readonly string[]) {
  const rows = await sql.query<{ id: string; readSequence: number; unread: number }>(
    `select c.id, coalesce(r.sequence, 0) as read_sequence, u.unread
     from unnest($3::uuid[]) as c (id)
     left join vigil.chat_reads r on r.tenant_id = $1 and r.conversation_id = c.id and r.user_id = $2
     cross join lateral (select count(*)::int as unread from (
       select from vigil.chat_messages m where m.tenant_id = $1 and m.conversation_id = c.id and m.sequence > coalesce(r.sequence, 0)
         and not m.is_quiet and m.sender_id is distinct from $2 limit ${mostUnreadCounted}) counted) u`,
    [tenantId, userId, ids],
  );
  return new Map(rows.map(({ id, ...read }) => [id, read]));
}

/** The people come as JSON: PostgreSQL would count those of an array, and plan anew for each number of them. */
const unreadOfPeople = prepared(
  `select p.user_id, coalesce(r.sequence, 0) as read_sequence, u.unread
   from (select one::uuid as user_id from jsonb_array_elements_text($3) as one) p
   left join vigil.chat_reads r on r.tenant_id = $1 and r.conversation_id = $2 and r.user_id = p.user_id
   cross join lateral (select count(*)::int as unread from (
     select from vigil.chat_messages m where m.tenant_id = $1 and m.conversation_id = $2 and m.sequence > coalesce(r.sequence, 0)
       and not m.is_quiet and m.sender_id is distinct from p.user_id limit ${mostUnreadCounted}) counted) u`,
);

/** The same of several people in one conversation. */
export async function unreadAmong(sql: Sql, tenantId: string, id: string, userIds: readonly string[]) {
  const rows = await sql.query<{ userId: string; readSequence: number; unread: number }>(unreadOfPeople, [
    ...[tenantId, id, JSON.stringify(userIds)],
  ]);
  return new Map(rows.map(({ userId, ...read }) => [userId, read]));
}
