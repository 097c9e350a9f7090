import { randomUUID } from 'node:crypto';
import type { Bus, BusEvents } from '#platform/bus.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

/** What has changed in a conversation: ids and places, never what it says. */
export type ChatChange = BusEvents['chat.changed'];

export interface PlacedChange {
  readonly tenantId: string;
  readonly id: string;
  /** In the order in which changes are told, over all tenants; numbers may be missing in between. */
  readonly position: number;
  readonly conversationId: string;
  readonly kind: ChatChange['kind'];
  readonly sequence: number;
  readonly userId: string | null;
}

/** Changes that are read with one question. */
export const changesAtOnce = 500;
const forgottenAtOnce = 5_000;

export interface ChangesStore {
  /** The last position that was given; whatever is committed later comes behind it. */
  last(): Promise<number>;
  /** The next changes of all tenants behind a position, in order; `changesAtOnce` at most. */
  after(position: number): Promise<PlacedChange[]>;
  /** Removes those that are older than an hour. */
  forget(): Promise<void>;
}

export function createChangesStore(database: Pick<Database, 'ask'>): ChangesStore {
  return {
    async last() {
      const [row] = await database.ask<{ position: number }>('select vigil.last_chat_change() as position');
      return row?.position ?? 0;
    },
    after: (position) => database.ask<PlacedChange>('select * from vigil.chat_changes_after($1, $2)', [position, changesAtOnce]),
    async forget() {
      for (;;) {
        const [row] = await database.ask<{ gone: number }>('select vigil.forget_chat_changes($1) as gone', [forgottenAtOnce]);
        if ((row?.gone ?? 0) < forgottenAtOnce) return;
      }
    },
  };
}

const insertChange = prepared(
  'insert into vigil.chat_changes (tenant_id, id, conversation_id, kind, sequence, user_id) values ($1, $2, $3, $4, $5, $6)',
);

/** Notes a change in the transaction that makes it, and tells of it once that is committed. */
export type NoteChange = (sql: Sql, change: Omit<ChatChange, 'changeId'>) => Promise<void>;

export function createNoteChange(bus: Pick<Bus, 'publish'>): NoteChange {
  return async (sql, change) => {
    const changeId = randomUUID();
    await sql.query(insertChange, [...[change.tenantId, changeId, change.conversationId, change.kind, change.sequence, change.userId]]);
    sql.afterCommit(() => bus.publish('chat.changed', { ...change, changeId }));
  };
}
