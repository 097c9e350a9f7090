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
export interface ClaimedMail {
  readonly id: string;
  readonly userId: string;
  readonly startsAt: number;
  readonly timeZone: string;
  /** How often it was taken on, this time counted in. */
  readonly tries: number;
  /** Its time is over when it cannot be sent now. */
  readonly isLast: boolean;
}

/** Within a transaction: takes some mails on, the oldest first, which nobody else does within so many seconds. */
export function claimMails(
  sql: Sql,
  tenantId: string,
  { most, forSeconds, keepMinutes }: { readonly most: number; readonly forSeconds: number; readonly keepMinutes: number },
): Promise<ClaimedMail[]> {
  return sql.query<ClaimedMail>(
    `update vigil.calendar_mails m set next_try_at = now() + make_interval(secs => $3), tries = tries + 1 from (
       select id from vigil.calendar_mails where tenant_id = $1 and next_try_at <= now() order by created_at limit $2 for update skip locked
     ) oldest where m.tenant_id = $1 and m.id = oldest.id
     returning m.id, m.user_id, m.starts_at, m.time_zone, m.tries, m.created_at < now() - make_interval(mins => $4) as is_last`,
    [tenantId, most, forSeconds, keepMinutes],
  );
}

/** Within a transaction: takes mails off, and has others tried again after so many seconds each. */
export async function settleMails(
  sql: Sql,
  tenantId: string,
  over: readonly string[],
  again: readonly { readonly id: string; readonly afterSeconds: number }[],
): Promise<void> {
  await sql.query('delete from vigil.calendar_mails where tenant_id = $1 and id = any($2::uuid[])', [tenantId, over]);
  if (again.length === 0) return;
  await sql.query(
    `update vigil.calendar_mails m set next_try_at = now() + make_interval(secs => one."afterSeconds")
     from jsonb_to_recordset($2) as one (id uuid, "afterSeconds" float8) where m.tenant_id = $1 and m.id = one.id`,
    [tenantId, JSON.stringify(again)],
  );
}
