import { randomUUID } from 'node:crypto';
import type { ChatNotice } from '@vigil/contract/chat.contract';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { chatIsOnWithin } from '#services/configurator/index.ts';
import { type ConversationRow, ensureDirect, ensureMembers, readConversation, readConversations } from './conversations.store.ts';
import type { Send } from './sending.ts';

/** What the platform says in a conversation. */
export interface Said {
  /**
   * A member’s user id for the member’s conversation, or the two of a direct one, neither of which need have been written in yet; or
   * the id of another.
   */
  readonly conversationId: string | readonly [string, string];
  readonly notice: ChatNotice;
  /** Who has caused it, and need not be told. */
  readonly causedBy?: string;
  /** It stands there, and nobody is told of it or has to read it. */
  readonly isQuiet: boolean;
}

/**
 * Says something in a conversation in the transaction of its cause: a call, an appointment, an assignment. Nothing is said where
 * chat is switched off, and where there is neither such a conversation nor such a member.
 */
export type Say = (sql: Sql, tenantId: string, said: Said) => Promise<void>;

/** What the platform says in the conversation of a member, where somebody has written already. */
export interface SaidToMember {
  readonly memberId: string;
  readonly notice: ChatNotice;
}

/**
 * Says something to many members in the transaction of its cause, and nobody is told of it or has to read it. Nothing is said where
 * nobody has written yet, so that a list of conversations stays one of conversations.
 */
export type SayWhereWritten = (sql: Sql, tenantId: string, said: readonly SaidToMember[]) => Promise<void>;

export interface SayDependencies {
  readonly clock: Clock;
  readonly send: Send;
  readonly care: Pick<People['care'], 'namedWithin'>;
}

export function createSay({ care, clock, send }: SayDependencies): Say {
  async function conversationOf(sql: Sql, tenantId: string, id: Said['conversationId']): Promise<ConversationRow | undefined> {
    if (typeof id !== 'string') return ensureDirect(sql, tenantId, randomUUID(), id, clock.now());
    const found = await readConversation(sql, tenantId, id);
    if (found) return found;
    const [person] = await care.namedWithin(sql, tenantId, [id]);
    if (!person?.roles.includes('patient')) return undefined;
    await ensureMembers(sql, tenantId, id, clock.now());
    return readConversation(sql, tenantId, id);
  }
  return async (sql, tenantId, { conversationId, notice, causedBy, isQuiet }) => {
    if (!(await chatIsOnWithin(sql, tenantId))) return;
    const conversation = await conversationOf(sql, tenantId, conversationId);
    if (!conversation) return;
    const message = { id: randomUUID(), kind: 'system', senderId: causedBy ?? null, text: null, files: [], notice, isQuiet } as const;
    await send(sql, tenantId, conversation, { ...message, atMs: clock.now() });
  };
}

export function createSayWhereWritten({ clock, send }: Pick<SayDependencies, 'clock' | 'send'>): SayWhereWritten {
  return async (sql, tenantId, said) => {
    if (said.length === 0 || !(await chatIsOnWithin(sql, tenantId))) return;
    const rows = await readConversations(sql, tenantId, [...new Set(said.map(({ memberId }) => memberId))]);
    const written = new Map(rows.map((row) => [row.id, row]));
    for (const { memberId, notice } of said) {
      const conversation = written.get(memberId);
      const message = { id: randomUUID(), kind: 'system', senderId: null, text: null, files: [], notice, isQuiet: true } as const;
      if (conversation) await send(sql, tenantId, conversation, { ...message, atMs: clock.now() });
    }
  };
}
