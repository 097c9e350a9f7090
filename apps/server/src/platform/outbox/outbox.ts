import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Mail } from '../mail/mail.ts';
import type { Database, Sql } from '../postgres/database.ts';
import type { Sms } from '../sms/sms.ts';

export type OutboxChannel = 'EMAIL' | 'SMS';

export interface OutboxMessage {
  readonly id: string;
  readonly channel: OutboxChannel;
  readonly recipient: string;
  readonly subject: string | null;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What is written to people of one tenant. */
export interface TenantMessage {
  readonly channel: OutboxChannel;
  /** E-mail address, or a phone number in E.164. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link in it, where there is one: whom it makes a user, and until when (milliseconds since 1970). */
  readonly link?: { readonly userId: string; readonly expiresAtMs: number };
}

/**
 * Messages to people of a tenant: carried by the mail server or the SMS provider, and where none is set kept for the tenant's
 * administrators to pass on. Other mails, as those with a link for a new password, never come here.
 */
export interface TenantPost {
  /** Whether messages of this kind leave the server. */
  carries(channel: OutboxChannel): boolean;
  /** Hands messages over; what is carried is not waited for. */
  post(tenantId: string, messages: readonly TenantMessage[]): Promise<void>;
  /** Sends one. Resolves when the mail server or the provider has taken it, or it is kept; rejects, and keeps nothing, when that failed. */
  send(tenantId: string, message: TenantMessage): Promise<void>;
  /** What waits for an administrator, the newest first, and holds no link that is over. `page` counts from 0. */
  list(tenantId: string, page: number, size: number): Promise<{ readonly content: OutboxMessage[]; readonly totalElements: number }>;
}

/** Links in them are dead by then. */
const keepDays = 30;

export interface TenantPostOptions {
  readonly database: Database;
  readonly mail: Pick<Mail, 'post' | 'send' | 'carries'>;
  readonly sms: Pick<Sms, 'post' | 'send' | 'carries'>;
  readonly clock: Clock;
}

export function createTenantPost({ database, mail, sms, clock }: TenantPostOptions): TenantPost {
  const carries = (channel: OutboxChannel) => (channel === 'SMS' ? sms.carries : mail.carries);
  return {
    carries,
    async post(tenantId, messages) {
      const kept = messages.filter(({ channel }) => !carries(channel));
      if (kept.length > 0) await database.tenant(tenantId, (sql) => keep(sql, tenantId, kept, clock.now()));
      for (const { channel, to, subject, text } of messages) {
        if (channel === 'EMAIL') mail.post({ to, subject, text });
        else if (sms.carries) sms.post({ to, text });
      }
    },
    async send(tenantId, message) {
      const { channel, to, subject, text } = message;
      await (channel === 'SMS' ? sms.send({ to, text }) : mail.send({ to, subject, text }));
      if (!carries(channel)) await database.tenant(tenantId, (sql) => keep(sql, tenantId, [message], clock.now()));
    },
    list: (tenantId, page, size) =>
      database.tenant(tenantId, async (sql) => {
        const now = new Date(clock.now());
        const content = await sql.query<OutboxMessage>(
          `select id, channel, recipient, subject, text, created_at from vigil.outbox where tenant_id = $1 and ${isWorthPassingOn}
           order by created_at desc, id limit $3 offset $4`,
          [tenantId, now, size, page * size],
        );
        const [counted] = await sql.query<{ total: number }>(
          `select count(*)::int as total from vigil.outbox where tenant_id = $1 and ${isWorthPassingOn}`,
          [tenantId, now],
        );
        return { content, totalElements: counted?.total ?? 0 };
      }),
  };
}

/** `$2`: now. */
const isWorthPassingOn = '(link_expires_at is null or link_expires_at > $2)';

/** Within a transaction: links for these people are dead from now on, and messages that hold one wait no more. */
export async function forgetLinks(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<void> {
  await sql.query('delete from vigil.outbox where tenant_id = $1 and link_for_user = any($2::uuid[])', [tenantId, userIds]);
}

/** Keeps messages for the tenant's administrators, and forgets those whose time is over. */
async function keep(sql: Sql, tenantId: string, messages: readonly TenantMessage[], nowMs: number): Promise<void> {
  await sql.query('delete from vigil.outbox where tenant_id = $1 and created_at < $2', [tenantId, new Date(nowMs - keepDays * 86_400_000)]);
  await sql.query(
    `insert into vigil.outbox (tenant_id, id, channel, recipient, subject, text, created_at, link_for_user, link_expires_at)
     select $1, one.id, one.channel, one."to", one.subject, one.text, $3, one.user_id, one.until
     from jsonb_to_recordset($2) as one (id uuid, channel text, "to" text, subject text, text text, user_id uuid, until timestamptz)`,
    [
      tenantId,
      JSON.stringify(
        messages.map(({ link, ...one }) => ({
          ...one,
          ...{ id: randomUUID(), subject: one.channel === 'SMS' ? null : one.subject },
          ...(link && { user_id: link.userId, until: new Date(link.expiresAtMs) }),
        })),
      ),
      new Date(nowMs),
    ],
  );
}
