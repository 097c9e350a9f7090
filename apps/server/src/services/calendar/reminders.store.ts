import { type Claimed, jobStatements } from '#platform/jobs/queue.ts';
import type { Sql } from '#platform/postgres/database.ts';

/** Somebody who is to be told that an event begins. */
export interface DueReminder {
  readonly eventId: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly timeZone: string;
  /** A mail as well: it was asked for how long before. */
  readonly byMail: boolean;
}

/**
 * Within a transaction: takes on reminders whose time has come, the oldest first, those that another process is at left out. None is
 * taken on twice. Of an event that ended more than a day ago nobody is told: a server was away for so long.
 */
export async function claimReminders(sql: Sql, tenantId: string, most: number): Promise<{ claimed: number; due: DueReminder[] }> {
  const rows = await sql.query<DueReminder & { isLate: boolean }>(
    `with oldest as (
       select event_id, user_id from vigil.calendar_participants where tenant_id = $1 and remind_at <= now()
       order by remind_at limit $2 for update skip locked
     )
     update vigil.calendar_participants p set remind_at = null from oldest, vigil.calendar_events e
     where p.tenant_id = $1 and p.event_id = oldest.event_id and p.user_id = oldest.user_id and e.tenant_id = $1 and e.id = p.event_id
     returning p.event_id, p.user_id, p.starts_at, e.time_zone, e.notify_before is not null as by_mail,
       e.ends_at < now() - interval '1 day' or e.deleted_at is not null or p.gone is not null as is_late`,
    [tenantId, most],
  );
  return { claimed: rows.length, due: rows.filter(({ isLate }) => !isLate) };
}

/** Within a transaction: mails to be sent once it is committed. */
export async function writeMails(sql: Sql, tenantId: string, reminders: readonly DueReminder[]): Promise<void> {
  if (reminders.length === 0) return;
  await sql.query(
    `insert into vigil.calendar_mails (tenant_id, user_id, starts_at, time_zone)
     select $1, one."userId", to_timestamp(one."startsAt" / 1000), one."timeZone"
     from jsonb_to_recordset($2) as one ("userId" uuid, "startsAt" float8, "timeZone" text)`,
    [tenantId, JSON.stringify(reminders)],
  );
}

/** A mail that one process has taken on. */
export interface ClaimedMail extends Claimed {
  readonly userId: string;
  readonly startsAt: number;
  readonly timeZone: string;
}

export const mailStatements = jobStatements<ClaimedMail>({
  table: 'vigil.calendar_mails',
  columns: ['user_id', 'starts_at', 'time_zone'],
});
