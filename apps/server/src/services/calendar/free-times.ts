import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';
import type { WrittenEvent } from './changes.store.ts';
import type { EventRow } from './events.store.ts';
import { findOverlap } from './overlaps.store.ts';

/**
 * Within a transaction: nothing else is at the time of the slots and booked appointments among these events of one owner. Those of
 * `replaced` are written anew with them and do not count. Throws invalid_input, naming the first time that is taken.
 */
export async function requireFree(
  sql: Sql,
  tenantId: string,
  events: readonly WrittenEvent[],
  replaced: readonly string[] = [],
): Promise<void> {
  for (const group of byMember(events)) {
    const overlap = await findOverlap(sql, tenantId, group, { ignored: replaced, against: 'calendar' });
    if (!overlap) continue;
    const { startsAt, timeZone } = overlap;
    const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(startsAt);
    throw new VigilError(
      'invalid_input',
      'Appointments cannot overlap anything else in the calendar. Nothing was saved; choose another time.',
      {
        fields: [{ field: 'date', message: `Something else is in the calendar on ${when}` }],
      },
    );
  }
}

/** The same for events that are brought back. Meetings do not count: over one, a slot is not offered. Throws conflict. */
export async function requireStillFree(sql: Sql, tenantId: string, events: readonly WrittenEvent[]): Promise<void> {
  for (const group of byMember(events))
    if (await findOverlap(sql, tenantId, group, { ignored: [], against: 'appointments' }))
      throw new VigilError('conflict', 'Another appointment has been made for this time since. Nothing was restored.');
}

/** Those that are at another time than before, or were no appointment then. */
export function retimed(changed: readonly WrittenEvent[], before: readonly EventRow[]): WrittenEvent[] {
  const known = new Map(before.map((event) => [event.id, event]));
  return changed.filter((event) => {
    const was = known.get(event.id);
    return (
      was?.startsAt !== event.startsAt ||
      was.durationMinutes !== event.durationMinutes ||
      (event.type === 'APPOINTMENT_SLOT' && was.type !== event.type && was.bookedFor === null)
    );
  });
}

/** Slots together, and the appointments of each member who has booked some. */
function byMember(events: readonly WrittenEvent[]): Iterable<readonly WrittenEvent[]> {
  const appointments = events.filter(({ type, bookedFor }) => type === 'APPOINTMENT_SLOT' || bookedFor !== null);
  return Map.groupBy(appointments, ({ bookedFor }) => bookedFor).values();
}
