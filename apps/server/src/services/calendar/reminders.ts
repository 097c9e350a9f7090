import type { People } from '#people/index.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type ClaimedMail, claimMails, claimReminders, settleMails, writeMails } from './reminders.store.ts';
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

/** Nobody else takes a mail on while one does; after that its process has died. Seconds. */
const forSeconds = 60;
/** What cannot be sent for so long is given up. */
const keepMinutes = 60;
/** Before a mail is tried again: twice as long each time. Seconds. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 300];

/** Sends waiting mails of a tenant, the oldest first; how many it took on. Who has left meanwhile gets none. */
export function createSendMails({ database, people, post, homeOf, log }: Omit<RemindersDeps, 'tell'>) {
  async function isSent(tenantId: string, { userId, startsAt, timeZone }: ClaimedMail, link: string): Promise<boolean> {
    const person = await people.newcomers.addressee(tenantId, userId);
    if (!person?.email || person.isInTheTenant === false) return true;
    const text = `An event in your calendar begins ${wallTime(startsAt, timeZone)}.\n\n${link}\n`;
    return post.send(tenantId, { channel: 'EMAIL', to: person.email, subject: 'Vigil: an event begins soon', text }).then(
      () => true,
      () => false,
    );
  }

  return async (tenantId: string, most: number): Promise<number> => {
    const claimed = await database.tenant(tenantId, (sql) => claimMails(sql, tenantId, { most, forSeconds, keepMinutes }));
    if (claimed.length === 0) return 0;
    const link = `${await homeOf(tenantId)}/`;
    const sent = await Promise.all(claimed.map(async (mail) => ({ mail, isSent: await isSent(tenantId, mail, link) })));
    const again = sent.filter((one) => !one.isSent && !one.mail.isLast).map(({ mail }) => mail);
    const given = sent.filter((one) => !one.isSent && one.mail.isLast).length;
    await database.tenant(tenantId, (sql) =>
      settleMails(
        sql,
        tenantId,
        claimed.filter((mail) => !again.includes(mail)).map(({ id }) => id),
        again.map(({ id, tries }) => ({ id, afterSeconds: Math.min(firstPauseSeconds * 2 ** (tries - 1), longestPauseSeconds) })),
      ),
    );
    if (again.length > 0) log.warn({ count: again.length }, 'mails of the calendar could not be sent, they are tried again');
    if (given > 0) log.error({ count: given }, 'mails of the calendar were given up');
    return claimed.length;
  };
}

/** As 2026-03-29 at 09:00 (Europe/Berlin): who reads it may be elsewhere. */
function wallTime(ms: number, timeZone: string): string {
  const [day, time] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms).split(' ');
  return `on ${day} at ${time} (${timeZone})`;
}
