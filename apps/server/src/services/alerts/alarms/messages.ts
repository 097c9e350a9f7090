import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { StaffRow } from '#people/index.ts';
import type { Log } from '#platform/log.ts';
import type { OutboxChannel, TenantMessage, TenantPost } from '#platform/outbox/outbox.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ClaimedMessage, claimMessages, postponeMessages, removeMessages } from './messages.store.ts';
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
      return `${severityWords[severity]} alarm: it waits for an answer.`;
    case 'storm':
      return `${severityWords[severity]} alarms of many members by one rule: they wait for an answer.`;
    case 'nobody':
      return `${severityWords[severity]} alarm of somebody whom nobody looks after: assign somebody.`;
  }
}

function messagesTo({ email, phoneNumber }: StaffRow, { kind, severity }: NewAlarmMessage, link: string): TenantMessage[] {
  const words = wordsOf(kind, severity);
  return [
    ...(email
      ? [{ channel: 'EMAIL' as const, to: email, subject: `Vigil: ${severityWords[severity]} alarm`, text: `${words}\n\n${link}\n` }]
      : []),
    ...(phoneNumber ? [{ channel: 'SMS' as const, to: phoneNumber, subject: '', text: `Vigil: ${words} ${link}` }] : []),
  ];
}

/** How long a mail server or a provider may take. Milliseconds. */
const answerWithinMs = 20_000;
/** Nobody else takes a message on while one does; after that its process has died. Seconds. */
const forSeconds = 60;
/** What cannot be carried for so long is given up: by then the alarm has gone on to somebody else. */
const keepMinutes = 60;
/** Before a message is tried again: twice as long each time. Seconds. */
const [firstPauseSeconds, longestPauseSeconds] = [2, 300];

interface Outcome {
  readonly message: ClaimedMessage;
  readonly carried: readonly OutboxChannel[];
  readonly isCarried: boolean;
}

/**
 * Sends waiting messages of a tenant, the oldest first; how many it took on. One is taken off once a server has taken it from us, or it
 * is kept for the administrators: one that a crash interrupts is sent again rather than never, and so is one that no server takes.
 * Who has left meanwhile gets none.
 */
export function createSendMessages({ database, staffNow, post, homeOf, log }: MessagesDeps) {
  async function sendOne(tenantId: string, message: ClaimedMessage, person: StaffRow | undefined, link: string): Promise<Outcome> {
    const carried = [...message.carried];
    const open = (person ? messagesTo(person, message, link) : []).filter(({ channel }) => !carried.includes(channel));
    const outcomes = await Promise.allSettled(open.map((one) => inTime(post.send(tenantId, one))));
    for (const [index, { channel }] of open.entries()) if (outcomes[index]?.status === 'fulfilled') carried.push(channel);
    return { message, carried, isCarried: outcomes.every(({ status }) => status === 'fulfilled') };
  }

  return async (tenantId: string, most: number): Promise<number> => {
    const link = `${await homeOf(tenantId)}${alarmsPath}`;
    const { claimed, staff } = await database.tenant(tenantId, async (sql) => {
      const taken = await claimMessages(sql, tenantId, { most, forSeconds, keepMinutes });
      return { claimed: taken, staff: taken.length > 0 ? await staffNow(sql, tenantId) : [] };
    });
    if (claimed.length === 0) return 0;
    const people = new Map(staff.map((person) => [person.id, person]));
    const sent = await Promise.all(claimed.map((message) => sendOne(tenantId, message, people.get(message.userId), link)));
    const given = sent.filter(({ isCarried, message }) => !isCarried && message.isLast).length;
    const again = sent.filter(({ isCarried, message }) => !isCarried && !message.isLast);
    await database.tenant(tenantId, async (sql) => {
      const over = sent.filter((one) => !again.includes(one)).map(({ message }) => message.id);
      await removeMessages(sql, tenantId, over);
      const postponed = again.map(({ message: { id, tries }, carried }) => ({ id, carried, afterSeconds: pauseAfter(tries) }));
      await postponeMessages(sql, tenantId, postponed);
    });
    if (again.length > 0) log.warn({ count: again.length }, 'messages of alarms could not be sent, they are tried again');
    if (given > 0) log.error({ count: given }, 'messages of alarms were given up');
    return claimed.length;
  };
}

const pauseAfter = (tries: number) => Math.min(firstPauseSeconds * 2 ** (tries - 1), longestPauseSeconds);

/** A server that does not answer may have taken it or not: it is sent again. */
async function inTime(sending: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), answerWithinMs);
  try {
    await Promise.race([sending, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
