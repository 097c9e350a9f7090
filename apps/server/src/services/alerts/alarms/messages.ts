import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { StaffRow } from '#people/index.ts';
import type { TenantMessage, TenantPost } from '#platform/outbox/outbox.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { NewAlarmMessage } from './rings.store.ts';

export interface MessagesDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly staffNow: (sql: Sql, tenantId: string) => Promise<readonly StaffRow[]>;
  readonly post: Pick<TenantPost, 'post'>;
  /** Where a tenant's people reach the portal, without a trailing slash. */
  readonly homeOf: (tenantId: string) => Promise<string>;
}

/** Where alarms are answered. */
const alarmsPath = '/dashboard/today';

/** Severity and a link: a message lies about on phones and mail servers, so it holds nothing of a member. */
function wordsOf(kind: NewAlarmMessage['kind'], severity: AlertSeverity): string {
  switch (kind) {
    case 'alarm':
      return `${severity} alarm: it waits for an answer.`;
    case 'storm':
      return `${severity} alarms of many members by one rule: they wait for an answer.`;
    case 'nobody':
      return `${severity} alarm of somebody whom nobody looks after: assign somebody.`;
  }
}

function messagesTo({ email, phoneNumber }: StaffRow, { kind, severity }: NewAlarmMessage, link: string): TenantMessage[] {
  const words = wordsOf(kind, severity);
  return [
    ...(email ? [{ channel: 'EMAIL' as const, to: email, subject: `Vigil: ${severity} alarm`, text: `${words}\n\n${link}\n` }] : []),
    ...(phoneNumber ? [{ channel: 'SMS' as const, to: phoneNumber, subject: '', text: `Vigil: ${words} ${link}` }] : []),
  ];
}

/**
 * Hands waiting messages of a tenant to the outbox, the oldest first. They are taken off in the transaction that hands them over:
 * one that a crash interrupts is sent again rather than never. Who has left meanwhile gets none.
 */
export function createSendMessages({ database, staffNow, post, homeOf }: MessagesDeps) {
  return async (tenantId: string, most: number): Promise<number> => {
    const link = `${await homeOf(tenantId)}${alarmsPath}`;
    return database.tenant(tenantId, async (sql) => {
      const taken = await sql.query<NewAlarmMessage>(
        `delete from vigil.alarm_messages m using (
           select id from vigil.alarm_messages where tenant_id = $1 order by created_at limit $2 for update skip locked
         ) oldest where m.tenant_id = $1 and m.id = oldest.id returning m.user_id, m.kind, m.severity`,
        [tenantId, most],
      );
      if (taken.length === 0) return 0;
      const staff = new Map((await staffNow(sql, tenantId)).map((person) => [person.id, person]));
      const messages = taken.flatMap((message) => {
        const person = staff.get(message.userId);
        return person ? messagesTo(person, message, link) : [];
      });
      await post.post(tenantId, messages);
      return taken.length;
    });
  };
}
