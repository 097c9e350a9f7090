import { restoreHours } from '@vigil/contract/calendar.values';
import type { Sql } from '#platform/postgres/database.ts';
import { type EventRow, eventColumns } from './events.store.ts';
import { ownerIsBusy } from './overlaps.store.ts';

/** Within a transaction: an event that somebody has left within the last day; null where there is none. */
export async function leftEvent(sql: Sql, tenantId: string, userId: string, eventId: string): Promise<EventRow | null> {
  const [row] = await sql.query<EventRow>(
    `select ${eventColumns} from vigil.calendar_participants p join vigil.calendar_events e on e.tenant_id = p.tenant_id and e.id = p.event_id
     where p.tenant_id = $1 and p.user_id = $2 and p.event_id = $3 and p.gone = 'left'
       and p.gone_at > now() - interval '${restoreHours} hours' and e.deleted_at is null`,
    [tenantId, userId, eventId],
  );
  return row ?? null;
}

/** Within a transaction: books a slot that is open and whose owner has nothing else then; false where it is not, as of two who try at once for the second. */
export async function bookSlot(sql: Sql, tenantId: string, slotId: string, memberId: string): Promise<boolean> {
  const rows = await sql.query(
    `with booked as (
       update vigil.calendar_events e set type = 'REGULAR', booked_for = $3, patient_id = $3, overlapped_before = false,
         version = e.version + 1, changed_at = now()
       where e.tenant_id = $1 and e.id = $2 and e.type = 'APPOINTMENT_SLOT' and e.deleted_at is null and e.starts_at > now()
         and not ${ownerIsBusy}
       returning e.id, e.reminds_at
     ), told as (
       update vigil.calendar_participants p set remind_at = booked.reminds_at from booked
       where p.tenant_id = $1 and p.event_id = booked.id and p.gone is null
     ) select id from booked`,
    [tenantId, slotId, memberId],
  );
  if (rows.length === 0) return false;
  await sql.query(
    `insert into vigil.calendar_participants (tenant_id, event_id, user_id, starts_at, remind_at)
     select $1, id, $3, starts_at, reminds_at from vigil.calendar_events where tenant_id = $1 and id = $2
     on conflict (tenant_id, event_id, user_id) do update
       set gone = null, gone_at = null, known_title = null, starts_at = excluded.starts_at, remind_at = excluded.remind_at,
         read = false, clicked = false`,
    [tenantId, slotId, memberId],
  );
  return true;
}

/** An event that is or was a slot and is not deleted; undefined where there is none. */
export async function slotOf(sql: Sql, tenantId: string, id: string): Promise<EventRow | undefined> {
  const [row] = await sql.query<EventRow>(
    `select ${eventColumns} from vigil.calendar_events e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null and (e.type = 'APPOINTMENT_SLOT' or e.booked_for is not null)`,
    [tenantId, id],
  );
  return row;
}

/** Within a transaction: how many appointments to come a member has booked, and whether one of them is at the time of a slot. */
export async function bookingsOf(
  sql: Sql,
  tenantId: string,
  memberId: string,
  slot: Pick<EventRow, 'startsAt' | 'durationMinutes'>,
): Promise<{ readonly toCome: number; readonly isAtThatTime: boolean }> {
  const [row] = await sql.query<{ toCome: number; isAtThatTime: boolean }>(
    `select count(*) filter (where starts_at > now())::int as to_come,
       coalesce(bool_or(starts_at < $4 and ends_at > $3), false) as is_at_that_time
     from vigil.calendar_events where tenant_id = $1 and booked_for = $2 and deleted_at is null and ends_at > now()`,
    [tenantId, memberId, new Date(slot.startsAt), new Date(slot.startsAt + slot.durationMinutes * 60_000)],
  );
  return row ?? { toCome: 0, isAtThatTime: false };
}
