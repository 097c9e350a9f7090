import { mostBellItems } from '@vigil/contract/notification.values';
import { careTeamRoles } from '@vigil/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type BellOwner, type Marked, pushesAfter, type ToldRow } from '../notification/index.ts';
import type { NoteChange } from './changes.store.ts';
import { listUnread, type Reader } from './conversations.store.ts';

export interface BellMessagesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly noteChange: NoteChange;
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
}

/** The bell's list of messages: a line for each conversation with something unread. What is read there is read in the conversation. */
export interface BellMessages {
  unread(owner: BellOwner, scope: 'tenant' | readonly string[]): Promise<readonly ToldRow[]>;
  /** Marks all conversations as read, up to what was told by then, or some by their ids; how many had something unread. */
  markRead(owner: BellOwner, scope: 'tenant' | readonly string[], marked: Marked): Promise<number>;
}

/** Conversations that 'Mark all as read' goes through. */
const mostMarked = 10_000;

export function createBellMessages({ database, clock, noteChange, chatIsOn }: BellMessagesDependencies): BellMessages {
  return {
    async unread(owner, scope) {
      if (!(await chatIsOn(owner.tenantId))) return [];
      const { rows, total } = await database.tenant(owner.tenantId, (sql) => listUnread(sql, readerOf(owner, scope), mostBellItems));
      return rows.map(({ id, memberId, lastMessageAt }) => ({
        ...{ id, type: 'messages', description: 'New message', patientId: memberId, createdAt: lastMessageAt ?? 0, total },
      }));
    },

    async markRead(owner, scope, marked) {
      const { tenantId, userId } = owner;
      return database.tenant(tenantId, async (sql) => {
        const { rows } = await listUnread(sql, readerOf(owner, scope), mostMarked);
        const wanted = 'ids' in marked ? rows.filter(({ id }) => marked.ids.includes(id)) : rows;
        const ids = wanted.map(({ id }) => id);
        const later = 'asOf' in marked ? await firstOf(sql, tenantId, ids, await pushesAfter(sql, tenantId, ids, marked.asOf)) : new Map();
        const upTo = wanted.map(({ id, lastSequence }) => (later.get(id) ?? lastSequence + 1) - 1);
        const read = await sql.query<{ conversationId: string; sequence: number }>(
          `insert into vigil.chat_reads as r (tenant_id, conversation_id, user_id, sequence, read_at)
           select $1, one.id, $2, one.up_to, $3 from unnest($4::uuid[], $5::bigint[]) as one (id, up_to) where one.up_to > 0
           on conflict (tenant_id, conversation_id, user_id) do update set sequence = excluded.sequence, read_at = excluded.read_at
             where excluded.sequence > r.sequence
           returning conversation_id, sequence`,
          [tenantId, userId, new Date(clock.now()), ids, upTo],
        );
        for (const { conversationId, sequence } of read)
          await noteChange(sql, { tenantId, conversationId, kind: 'read', sequence, userId });
        return read.length;
      });
    },
  };
}

/** The first message of each conversation that one of these pushes told of. */
async function firstOf(sql: Sql, tenantId: string, ids: readonly string[], pushIds: readonly string[]): Promise<Map<string, number>> {
  if (pushIds.length === 0) return new Map();
  const rows = await sql.query<{ conversationId: string; sequence: number }>(
    `select conversation_id, min(sequence) as sequence from vigil.chat_messages
     where tenant_id = $1 and conversation_id = any($2::uuid[]) and push_id = any($3::uuid[]) group by conversation_id`,
    [tenantId, ids, pushIds],
  );
  return new Map(rows.map(({ conversationId, sequence }) => [conversationId, sequence]));
}

function readerOf({ tenantId, userId, roles }: BellOwner, scope: Reader['scope']): Reader {
  const isStaff = roles.some((role) => (careTeamRoles as readonly string[]).includes(role));
  return { tenantId, userId, isStaff, isMember: roles.includes('patient'), onHold: false, scope };
}
