import type { People } from '#people/index.ts';
import { inTime } from '#platform/jobs/in-time.ts';
import { createQueue } from '#platform/jobs/queue.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type ClaimedMail, claimReminders, mailStatements, writeMails } from './reminders.store.ts';
import type { Tell } from './told.ts';

export interface RemindersDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'newcomers'>;
  readonly post: Pick<TenantPost, 'send' | 'carries'>;
  /** Where a tenant's people reach the portal, without a trailing slash. */
  readonly homeOf: (tenantId: string) => Promise<string>;
  readonly tell: Tell;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/**
 * Tells people of a tenant that events begin, so many at most; how many it was. What is claimed, told and written to be mailed is one
 * transaction: a process that dies in it has done nothing, and another does it.
 */
export function createRemind({ database, post, tell }: Pick<RemindersDeps, 'database' | 'post' | 'tell'>) {
  return (tenantId: string, most: number): Promise<number> =>
    database.tenant(tenantId, async (sql) => {
      const { claimed, due } = await claimReminders(sql, tenantId, most);
      for (const [eventId, told] of Map.groupBy(due, (one) => one.eventId))
        await tell(sql, tenantId, { eventIds: [eventId], userIds: told.map(({ userId }) => userId), news: 'reminder' });
      // Where no mail server is set, messages wait for an administrator to pass them on: by then an event has begun.
      if (post.carries('EMAIL'))
        await writeMails(
          sql,
          tenantId,
          due.filter(({ byMail }) => byMail),
        );
      return claimed;
    });
}

/** How long the mail server may take: less than others wait before they believe that nobody is at it. Milliseconds. */
const answerWithinMs = 45_000;
/** What cannot be sent for an hour is given up. */
const terms = { forSeconds: 60, keepMinutes: 60, firstPauseSeconds: 5, longestPauseSeconds: 300 } as const;

/** Sends waiting mails of a tenant, the oldest first; how many it took on. Who has left meanwhile gets none. */
export function createSendMails({ database, people, post, homeOf, log }: Omit<RemindersDeps, 'tell'>) {
  async function attempt(tenantId: string, { userId, startsAt, timeZone }: ClaimedMail) {
    const person = await people.newcomers.addressee(tenantId, userId);
    if (!person?.email || person.isInTheTenant === false) return { isDone: true };
    const text = `An event in your calendar begins ${wallTime(startsAt, timeZone)}.\n\n${await homeOf(tenantId)}/\n`;
    const mail = { channel: 'EMAIL', to: person.email, subject: 'Vigil: an event begins soon', text } as const;
    await inTime(post.send(tenantId, mail), answerWithinMs);
    return { isDone: true };
  }

  return createQueue({
    ...{ ...terms, database, log, attempt, statements: mailStatements, job: 'mail', jobs: 'mails of the calendar' },
    prepare: async () => undefined,
  });
}

/** As 2026-03-29 at 09:00 (Europe/Berlin): who reads it may be elsewhere. */
function wallTime(ms: number, timeZone: string): string {
  const [day, time] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms).split(' ');
  return `on ${day} at ${time} (${timeZone})`;
}
