import { type EventScope, restoreHours } from '@vigil/contract/calendar.values';
import type { Sql } from '#platform/postgres/database.ts';
import { type EventRow, eventColumns } from './events.store.ts';

/** What is written of an event. */
export type WrittenEvent = Omit<EventRow, 'version' | 'changedAt'>;

const recordset = `jsonb_to_recordset($2) as one (id uuid, "ownerId" uuid, "seriesId" uuid, type text, title text, description text,
  "startsAt" float8, "durationMinutes" int, "timeZone" text, "notifyBefore" int, "remindsAt" float8, "actionId" uuid, "patientId" uuid,
  "bookedFor" uuid, recurrence jsonb, "movedAlone" boolean)`;
const startsAt = `to_timestamp(one."startsAt" / 1000)`;
const endsAt = `to_timestamp(one."startsAt" / 1000) + make_interval(mins => one."durationMinutes")`;
/** A slot that nobody has booked reminds nobody. */
const remindAt = `case when e.type <> 'APPOINTMENT_SLOT' then e.reminds_at end`;
/** Whoever was not told yet when an event was taken away from them is still to be told, should it come back; until then nobody is. */
const remindOnceBack = `case when p.remind_at is not null then 'infinity'::timestamptz end`;
const isStillToBeTold = (was: string, at: string) => `(${was} is not null or ${at} > now())`;

/** Within a transaction: whether an event of this id was made before. */
export async function isStored(sql: Sql, tenantId: string, id: string): Promise<boolean> {
  return (await sql.query('select 1 from vigil.calendar_events where tenant_id = $1 and id = $2', [tenantId, id])).length > 0;
}

/** Within a transaction: stores new events; the ids of those whose id was not used before. */
export async function insertEvents(sql: Sql, tenantId: string, events: readonly WrittenEvent[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `insert into vigil.calendar_events (tenant_id, id, owner_id, series_id, type, title, description, starts_at, duration_minutes, ends_at,
       time_zone, notify_before, reminds_at, action_id, patient_id, booked_for, recurrence, moved_alone)
     select $1, one.id, one."ownerId", one."seriesId", one.type, one.title, one.description, ${startsAt}, one."durationMinutes", ${endsAt},
       one."timeZone", one."notifyBefore", to_timestamp(one."remindsAt" / 1000), one."actionId", one."patientId", one."bookedFor",
       one.recurrence, one."movedAlone"
     from ${recordset} on conflict (tenant_id, id) do nothing returning id`,
    [tenantId, JSON.stringify(events)],
  );
  return rows.map(({ id }) => id);
}

/** Within a transaction: events as they are to be. Whose time has changed is to be told anew; whoever takes part no more keeps the time known. */
export async function updateEvents(sql: Sql, tenantId: string, events: readonly WrittenEvent[]): Promise<void> {
  await sql.query(
    `with changed as (
       update vigil.calendar_events e set series_id = one."seriesId", type = one.type, title = one.title, description = one.description,
         starts_at = ${startsAt}, duration_minutes = one."durationMinutes", ends_at = ${endsAt}, time_zone = one."timeZone",
         notify_before = one."notifyBefore", reminds_at = to_timestamp(one."remindsAt" / 1000), action_id = one."actionId",
         patient_id = one."patientId", booked_for = one."bookedFor", recurrence = one.recurrence, moved_alone = one."movedAlone",
         overlapped_before = e.overlapped_before and (e.starts_at, e.ends_at) = (${startsAt}, ${endsAt}), version = e.version + 1, changed_at = now()
       from ${recordset}, vigil.calendar_events was
       where e.tenant_id = $1 and e.id = one.id and was.tenant_id = $1 and was.id = e.id
       returning e.id, e.starts_at, ${remindAt} as remind_at,
         (e.starts_at, e.reminds_at, e.type) is distinct from (was.starts_at, was.reminds_at, was.type) as is_retimed
     )
     update vigil.calendar_participants p set starts_at = c.starts_at, remind_at = c.remind_at from changed c
     where p.tenant_id = $1 and p.event_id = c.id and p.gone is null and c.is_retimed`,
    [tenantId, JSON.stringify(events)],
  );
}

/** Within a transaction: nobody but these people takes part in these events any more; who was taken out. They keep what it was called. */
export async function removeParticipants(
  sql: Sql,
  tenantId: string,
  eventIds: readonly string[],
  but: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ userId: string }>(
    `update vigil.calendar_participants p set gone = 'removed', gone_at = now(), remind_at = null, known_title = e.title
     from vigil.calendar_events e
     where p.tenant_id = $1 and p.event_id = any($2::uuid[]) and p.gone is null and p.user_id <> all($3::uuid[])
       and e.tenant_id = $1 and e.id = p.event_id returning p.user_id`,
    [tenantId, eventIds, but],
  );
  return distinct(rows);
}

/** Within a transaction: lets these people take part beside those who do. Whoever has left stays away, unless `again`; who is new. */
export async function addParticipants(
  sql: Sql,
  tenantId: string,
  eventIds: readonly string[],
  userIds: readonly string[],
  again = false,
): Promise<string[]> {
  const rows = await sql.query<{ userId: string }>(
    `insert into vigil.calendar_participants as p (tenant_id, event_id, user_id, starts_at, remind_at)
     select $1, e.id, one.id, e.starts_at, ${remindAt} from vigil.calendar_events e cross join unnest($3::uuid[]) as one (id)
     where e.tenant_id = $1 and e.id = any($2::uuid[]) order by e.id, one.id
     on conflict (tenant_id, event_id, user_id) do update set gone = null, gone_at = null, known_title = null,
       starts_at = excluded.starts_at,
       remind_at = case when p.gone = 'removed' or ${isStillToBeTold('p.remind_at', 'excluded.remind_at')} then excluded.remind_at end
       where p.gone = 'removed' or (p.gone = 'left' and $4)
     returning user_id`,
    [tenantId, eventIds, userIds, again],
  );
  return distinct(rows);
}

const distinct = (rows: readonly { userId: string }[]) => [...new Set(rows.map(({ userId }) => userId))];

/** Within a transaction: in the order in which everybody locks them, so that none waits for one who waits for it. */
async function lockParticipants(sql: Sql, tenantId: string, eventIds: readonly string[]): Promise<void> {
  await sql.query(
    'select 1 from vigil.calendar_participants where tenant_id = $1 and event_id = any($2::uuid[]) order by event_id, user_id for update',
    [tenantId, eventIds],
  );
}

/** Within a transaction: an event of a calendar's owner and those of its series that a change is about, by their start, locked. */
export async function lockEvents(
  sql: Sql,
  tenantId: string,
  { userId, eventId, scope, isOwner }: { userId: string; eventId: string; scope: EventScope; isOwner: boolean },
): Promise<EventRow[]> {
  const rows = await sql.query<EventRow>(
    `select ${eventColumns} from vigil.calendar_events e
     join vigil.calendar_events one on one.tenant_id = e.tenant_id and one.id = $3 and (one.id = e.id or ($4 <> 'this' and one.series_id = e.series_id
       and ($4 = 'all' or e.starts_at >= one.starts_at)))
     where e.tenant_id = $1 and e.deleted_at is null and one.deleted_at is null and (e.owner_id = $2) = $5
       and exists (select from vigil.calendar_participants p where p.tenant_id = $1 and p.event_id = e.id and p.user_id = $2 and p.gone is null)
     order by e.id for update of e`,
    [tenantId, userId, eventId, scope, isOwner],
  );
  await lockParticipants(
    sql,
    tenantId,
    rows.map(({ id }) => id),
  );
  return rows.sort((one, other) => one.startsAt - other.startsAt);
}

/** Within a transaction: deletes events together. */
export async function deleteEvents(sql: Sql, tenantId: string, ids: readonly string[], deletionId: string): Promise<void> {
  await sql.query(
    `update vigil.calendar_events set deleted_at = now(), deletion_id = $3, version = version + 1, changed_at = now()
     where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, ids, deletionId],
  );
  await sql.query(
    `update vigil.calendar_participants p set remind_at = ${remindOnceBack} where p.tenant_id = $1 and p.event_id = any($2::uuid[]) and p.gone is null`,
    [tenantId, ids],
  );
}

/** Within a transaction: what is brought back with an event, but for what overlapped before that was refused. */
export function deletedTogether(sql: Sql, tenantId: string, ownerId: string, eventId: string): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `select ${eventColumns} from vigil.calendar_events e
     join vigil.calendar_events one on one.tenant_id = e.tenant_id and one.deletion_id = e.deletion_id and one.id = $3 and one.owner_id = $2
     where e.tenant_id = $1 and not e.overlapped_before`,
    [tenantId, ownerId, eventId],
  );
}

/** Within a transaction: brings back what its owner deleted together with an event; their ids, none where it is too late or was not deleted. */
export async function restoreDeleted(sql: Sql, tenantId: string, ownerId: string, eventId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `with together as (
       select e.id from vigil.calendar_events e
       join vigil.calendar_events one on one.tenant_id = e.tenant_id and one.deletion_id = e.deletion_id and one.id = $3
         and one.owner_id = $2 and one.deleted_at > now() - interval '${restoreHours} hours'
       where e.tenant_id = $1 order by e.id for update of e
     )
     update vigil.calendar_events e set deleted_at = null, deletion_id = null, version = e.version + 1, changed_at = now()
     from together where e.tenant_id = $1 and e.id = together.id and e.deleted_at is not null returning e.id`,
    [tenantId, ownerId, eventId],
  );
  const ids = rows.map(({ id }) => id);
  await lockParticipants(sql, tenantId, ids);
  await sql.query(
    `update vigil.calendar_participants p set remind_at = case when ${isStillToBeTold('p.remind_at', 'e.reminds_at')} then ${remindAt} end
     from vigil.calendar_events e
     where p.tenant_id = $1 and p.event_id = any($2::uuid[]) and p.gone is null and e.tenant_id = $1 and e.id = p.event_id`,
    [tenantId, ids],
  );
  return ids;
}

/** Within a transaction: somebody takes part no more. Slots to come that were booked for them are open again. */
export async function leaveEvents(sql: Sql, tenantId: string, userId: string, ids: readonly string[]): Promise<void> {
  await sql.query(
    `update vigil.calendar_participants p set gone = 'left', gone_at = now(), remind_at = ${remindOnceBack}, known_title = e.title
     from vigil.calendar_events e
     where p.tenant_id = $1 and p.user_id = $2 and p.event_id = any($3::uuid[]) and p.gone is null and e.tenant_id = $1 and e.id = p.event_id`,
    [tenantId, userId, ids],
  );
  await sql.query(
    `with opened as (
       update vigil.calendar_events set type = 'APPOINTMENT_SLOT', booked_for = null, patient_id = null, version = version + 1, changed_at = now()
       where tenant_id = $1 and booked_for = $2 and id = any($3::uuid[]) and starts_at > now() returning id
     ) update vigil.calendar_participants p set remind_at = null from opened where p.tenant_id = $1 and p.event_id = opened.id`,
    [tenantId, userId, ids],
  );
}
