import type { Recurrence } from '@vigil/contract/calendar.forms';
import { type EventType, longestEventMinutes, mostEventsAtOnce } from '@vigil/contract/calendar.values';
import type { Sql } from '#platform/postgres/database.ts';
import { busyTimes } from './overlaps.store.ts';

/** An event as it is stored. Times in milliseconds since 1970. */
export interface EventRow {
  readonly id: string;
  readonly ownerId: string;
  readonly seriesId: string | null;
  readonly type: EventType;
  readonly title: string;
  readonly description: string | null;
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly notifyBefore: number | null;
  /** When those who take part are to be told; null: never. */
  readonly remindsAt: number | null;
  readonly actionId: string | null;
  readonly patientId: string | null;
  readonly bookedFor: string | null;
  readonly recurrence: Recurrence | null;
  readonly movedAlone: boolean;
  readonly version: number;
  readonly changedAt: number;
}

/** Somebody who takes part in an event, its owner included. */
export interface ParticipantRow {
  readonly eventId: string;
  readonly userId: string;
  readonly read: boolean;
  readonly clicked: boolean;
}

/** Milliseconds since 1970, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export const eventColumns = `e.id, e.owner_id, e.series_id, e.type, e.title, e.description, e.starts_at, e.duration_minutes, e.time_zone,
  e.notify_before, e.reminds_at, e.action_id, e.patient_id, e.booked_for, e.recurrence, e.moved_alone, e.version, e.changed_at`;

/** Those events of a person's calendar, $2, that touch a span from $3 to $4; one longer than any can be does not reach into it. */
const touching = `p.tenant_id = $1 and p.user_id = $2 and p.gone is null and e.deleted_at is null
  and p.starts_at < $4 and p.starts_at > $3::timestamptz - interval '${longestEventMinutes} minutes' and (e.ends_at > $3 or e.starts_at >= $3)`;
const calendar = `vigil.calendar_participants p join vigil.calendar_events e on e.tenant_id = p.tenant_id and e.id = p.event_id`;

/** Which events of a person's calendar touch a span? By their start; one more than can be answered where there are too many. */
export function eventsBetween(
  sql: Sql,
  tenantId: string,
  userId: string,
  { from, until }: Span,
  { unreadOnly = false, reminders = true, most = mostEventsAtOnce + 1 } = {},
): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `select ${eventColumns} from ${calendar} where ${touching} and (not $5 or not p.read) and ($6 or e.type <> 'REMINDER')
     order by p.starts_at, e.id limit $7`,
    [tenantId, userId, new Date(from), new Date(until), unreadOnly, reminders, most],
  );
}

/** One event of a person's own calendar; undefined where it has none of this id. */
export async function eventOf(sql: Sql, tenantId: string, userId: string, eventId: string): Promise<EventRow | undefined> {
  const [row] = await sql.query<EventRow>(
    `select ${eventColumns} from ${calendar} where p.tenant_id = $1 and p.user_id = $2 and p.event_id = $3 and p.gone is null and e.deleted_at is null`,
    [tenantId, userId, eventId],
  );
  return row;
}

/** Who takes part in these events. */
export function participantsOf(sql: Sql, tenantId: string, eventIds: readonly string[]): Promise<ParticipantRow[]> {
  return sql.query<ParticipantRow>(
    `select event_id, user_id, read, clicked from vigil.calendar_participants
     where tenant_id = $1 and event_id = any($2::uuid[]) and gone is null order by event_id, user_id`,
    [tenantId, eventIds],
  );
}

/** Who takes part in these events, or did: their names may stand in what the events are called. */
export function everInvited(
  sql: Sql,
  tenantId: string,
  eventIds: readonly string[],
): Promise<Pick<ParticipantRow, 'eventId' | 'userId'>[]> {
  return sql.query(
    'select event_id, user_id from vigil.calendar_participants where tenant_id = $1 and event_id = any($2::uuid[]) order by event_id, user_id',
    [tenantId, eventIds],
  );
}

/** Marks events of a person's own calendar; how many were unread until now. */
export async function markRead(sql: Sql, tenantId: string, userId: string, eventIds: readonly string[], clicked: boolean): Promise<number> {
  const [row] = await sql.query<{ unread: number }>(
    `with marked as (
       select event_id, read from vigil.calendar_participants where tenant_id = $1 and user_id = $2 and event_id = any($3::uuid[])
       order by event_id for update
     ), done as (
       update vigil.calendar_participants p set read = true, clicked = p.clicked or $4 from marked
       where p.tenant_id = $1 and p.user_id = $2 and p.event_id = marked.event_id and (not p.read or (not p.clicked and $4))
     ) select count(*) filter (where not read)::int as unread from marked`,
    [tenantId, userId, eventIds, clicked],
  );
  return row?.unread ?? 0;
}

/** Open slots to come of these people that begin in a span while neither they nor the member have anything else, the next first. */
export function openSlots(
  sql: Sql,
  tenantId: string,
  { ownerIds, memberId }: { readonly ownerIds: readonly string[]; readonly memberId: string },
  { from, until }: Span,
  most: number,
): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `with busy as materialized (${busyTimes}), booked as materialized (
       select range_agg(tstzrange(starts_at, ends_at)) as times from vigil.calendar_events
       where tenant_id = $1 and booked_for = $5 and deleted_at is null and ends_at > now()
     )
     select ${eventColumns} from vigil.calendar_events e left join busy on busy.owner_id = e.owner_id cross join booked
     where e.tenant_id = $1 and e.owner_id = any($2::uuid[]) and e.type = 'APPOINTMENT_SLOT' and e.deleted_at is null
       and e.starts_at > now() and e.starts_at >= $3 and e.starts_at < $4
       and (busy.times && tstzrange(e.starts_at, e.ends_at)) is not true and (booked.times && tstzrange(e.starts_at, e.ends_at)) is not true
     order by e.starts_at, e.id limit $6`,
    [tenantId, ownerIds, new Date(from), new Date(until), memberId, most],
  );
}

/** The present by the clock of the database, in milliseconds since 1970: one for all processes. */
export async function databaseNow(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ at: number }>('select now() as at');
  return row?.at ?? Number.NaN;
}
