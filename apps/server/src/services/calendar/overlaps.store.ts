import { longestEventMinutes } from '@vigil/contract/calendar.values';
import type { Sql } from '#platform/postgres/database.ts';

/** What keeps the owner of a slot from being booked: a meeting that they take part in (a booked appointment is one), or being away. */
const isBusyTime = `p.gone is null and b.deleted_at is null and (b.type = 'REGULAR' or (b.type = 'OUT_OF_THE_OFFICE' and b.owner_id = p.user_id))`;
const isAppointment = `(b.type = 'APPOINTMENT_SLOT' or b.booked_for is not null)`;
const calendar = 'vigil.calendar_participants p join vigil.calendar_events b on b.tenant_id = p.tenant_id and b.id = p.event_id';
const longest = `interval '${longestEventMinutes} minutes'`;

/** Whether the owner of an event `e` has something else while it lasts. */
export const ownerIsBusy = `exists (
  select from ${calendar} where p.tenant_id = e.tenant_id and p.user_id = e.owner_id and b.id <> e.id and ${isBusyTime}
    and p.starts_at < e.ends_at and p.starts_at > e.starts_at - ${longest} and b.ends_at > e.starts_at)`;

/** `owner_id` and `times`: when these owners ($2) are busy around a span from $3 to $4, each read once however many slots they offer. */
export const busyTimes = `select p.user_id as owner_id, range_agg(tstzrange(b.starts_at, b.ends_at)) as times
  from ${calendar} where p.tenant_id = $1 and p.user_id = any($2::uuid[]) and ${isBusyTime}
    and p.starts_at < $4::timestamptz + ${longest} and p.starts_at > $3::timestamptz - ${longest} group by p.user_id`;

/**
 * Within a transaction: whoever writes appointments into these calendars, or books them, waits for each other here, so that what
 * is found free stays free. Taken before any row is locked, and in one order.
 */
export async function lockCalendars(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(userIds)].sort())
    await sql.query(`select pg_advisory_xact_lock(hashtextextended('calendar ' || $1 || ' ' || $2, 0))`, [tenantId, id]);
}

/** A slot, or the appointment that it became. Milliseconds since 1970. */
interface Appointment {
  readonly ownerId: string;
  readonly bookedFor: string | null;
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly timeZone: string;
}

/** An appointment that cannot be at its time. */
export type Overlap = Pick<Appointment, 'startsAt' | 'timeZone'>;

export interface OverlapQuestion {
  /** These events do not count. */
  readonly ignored: readonly string[];
  /** Whether only appointments count, or of an open slot everything that keeps its owner busy. */
  readonly against: 'appointments' | 'calendar';
}

/**
 * Within a transaction: the first of these appointments, of one owner and all for the same member or still open, at whose time
 * another of them is, or a slot or appointment of the owner, or another appointment of the member.
 */
export async function findOverlap(
  sql: Sql,
  tenantId: string,
  events: readonly Appointment[],
  { ignored, against }: OverlapQuestion,
): Promise<Overlap | null> {
  const appointments = [...events].sort((one, other) => one.startsAt - other.startsAt);
  const within = appointments.find(({ startsAt }, index) => {
    const before = appointments[index - 1];
    return before !== undefined && startsAt < before.startsAt + before.durationMinutes * 60_000;
  });
  const [first] = appointments;
  if (within || !first) return within ?? null;
  const [found] = await sql.query<{ startsAt: number }>(
    `with taken as (
       select range_agg(tstzrange(b.starts_at, b.ends_at)) filter (where ${isAppointment} and (b.owner_id = $2 or b.booked_for = $3)) as appointments,
         range_agg(tstzrange(b.starts_at, b.ends_at)) filter (where p.user_id = $2 and ${isBusyTime}) as others
       from ${calendar} where p.tenant_id = $1 and p.user_id in ($2, $3) and p.gone is null and b.deleted_at is null and b.id <> all($4::uuid[])
         and p.starts_at < $6::timestamptz + ${longest} and p.starts_at > $5::timestamptz - ${longest}
     )
     select one.starts_at from taken, (
       select to_timestamp(starts_at / 1000) as starts_at, to_timestamp(starts_at / 1000) + make_interval(mins => minutes) as ends_at
       from unnest($7::float8[], $8::int[]) as sent (starts_at, minutes)
     ) one
     where taken.appointments && tstzrange(one.starts_at, one.ends_at)
       or ($9 and taken.others && tstzrange(one.starts_at, one.ends_at))
     order by 1 limit 1`,
    [
      tenantId,
      first.ownerId,
      first.bookedFor,
      ignored,
      new Date(first.startsAt),
      new Date(appointments.at(-1)?.startsAt ?? first.startsAt),
      appointments.map(({ startsAt }) => startsAt),
      appointments.map(({ durationMinutes }) => durationMinutes),
      against === 'calendar' && first.bookedFor === null,
    ],
  );
  return found ? { startsAt: found.startsAt, timeZone: first.timeZone } : null;
}
