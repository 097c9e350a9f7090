import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { StaffRow } from '#people/index.ts';
import { inTime } from '#platform/jobs/in-time.ts';
import { createQueue } from '#platform/jobs/queue.ts';
import type { Log } from '#platform/log.ts';
import type { TenantMessage, TenantPost } from '#platform/outbox/outbox.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ClaimedMessage, messageStatements } from './messages.store.ts';
import type { NewAlarmMessage } from './rings.store.ts';
import { severityWords } from './severity-words.ts';

export interface MessagesDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly staffNow: (sql: Sql, tenantId: string) => Promise<readonly StaffRow[]>;
  readonly post: Pick<TenantPost, 'send'>;
  /** Where a tenant's people reach the portal, without a trailing slash. */
  readonly homeOf: (tenantId: string) => Promise<string>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Where alarms are answered. */
const alarmsPath = '/dashboard/today';

/** Severity and a link: a message lies about on phones and mail servers, so it holds nothing of a member. */
function wordsOf(kind: NewAlarmMessage['kind'], severity: AlertSeverity): string {
  switch (kind) {
    case 'alarm':
      return `${severityWords[severity]} alert: not acknowledged.`;
    case 'storm':
      return `${severityWords[severity]} alerts for many members from one rule: not acknowledged.`;
    case 'nobody':
      return `${severityWords[severity]} alert for a member nobody is assigned to. Assign someone.`;
  }
}

function messagesTo({ email, phoneNumber }: StaffRow, { kind, severity }: NewAlarmMessage, link: string): TenantMessage[] {
  const words = wordsOf(kind, severity);
  return [
    ...(email
      ? [{ channel: 'EMAIL' as const, to: email, subject: `Vigil: ${severityWords[severity]} alert`, text: `${words}\n\n${link}\n` }]
      : []),
    ...(phoneNumber ? [{ channel: 'SMS' as const, to: phoneNumber, subject: '', text: `Vigil: ${words} ${link}` }] : []),
  ];
}

/** How long a mail server or a provider may take; one that does not answer may have taken it or not, and it is sent again. Milliseconds. */
const answerWithinMs = 20_000;
/** What cannot be carried for an hour is given up: by then the alarm has gone on to somebody else. */
const terms = { forSeconds: 60, keepMinutes: 60, firstPauseSeconds: 2, longestPauseSeconds: 300 } as const;

/**
 * Sends waiting messages of a tenant, the oldest first; how many it took on. One is taken off once a server has taken it from us, or it
 * is kept for the administrators: one that a crash interrupts is sent again rather than never, and so is one that no server takes.
 * Who has left meanwhile gets none.
 */
export function createSendMessages({ database, staffNow, post, homeOf, log }: MessagesDeps) {
  async function sendOne(tenantId: string, message: ClaimedMessage, person: StaffRow | undefined) {
    const carried = [...message.carried];
    const link = `${await homeOf(tenantId)}${alarmsPath}`;
    const open = (person ? messagesTo(person, message, link) : []).filter(({ channel }) => !carried.includes(channel));
    const outcomes = await Promise.allSettled(open.map((one) => inTime(post.send(tenantId, one), answerWithinMs)));
    for (const [index, { channel }] of open.entries()) if (outcomes[index]?.status === 'fulfilled') carried.push(channel);
    return { isDone: outcomes.every(({ status }) => status === 'fulfilled'), done: carried };
  }

  return createQueue({
    ...{ ...terms, database, log, statements: messageStatements, job: 'mail', jobs: 'messages of alarms' },
    prepare: async (sql, tenantId) => new Map((await staffNow(sql, tenantId)).map((person) => [person.id, person])),
    attempt: (tenantId, message, staff) => sendOne(tenantId, message, staff.get(message.userId)),
  });
}
