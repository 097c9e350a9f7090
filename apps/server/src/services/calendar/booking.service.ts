import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { slotsAfterConflict } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { caretakersOf } from '#services/registry/relations/index.ts';
import { bookableFor } from './bookable.ts';
import { noSuchEvent, viewsOf } from './calendar.service.ts';
import { addParticipants, bookSlot, leftEvent, slotOf } from './changes.store.ts';
import type { Reader } from './event-view.ts';
import { databaseNow, openSlots } from './events.store.ts';
import type { SayAppointments } from './said-appointments.ts';
import type { Tell } from './told.ts';

export interface Booking {
  /**
   * Books an open slot for a member whom its owner looks after; by the same for the same again it stays booked. Throws not_found for
   * what is no such slot, and conflict, with the next open ones, for one that somebody else has or whose time has come.
   */
  book(booker: Reader, slotId: string, memberId: string): Promise<CalendarEvent>;
  /** Takes part again in an event that one has left; none where there is nothing to undo. Throws conflict for a slot that is booked meanwhile. */
  rejoin(person: Reader, eventId: string): Promise<string[]>;
}

export interface BookingDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care'>;
  readonly caretakersOf: typeof caretakersOf;
  readonly tell: Tell;
  readonly sayAppointments: SayAppointments;
}

/** How far ahead the slots are looked for that a refusal names. */
const lookAheadMs = 90 * 86_400_000;

export function createBooking({ database, people, caretakersOf, tell, sayAppointments }: BookingDeps): Booking {
  const bookable = (sql: Sql, tenantId: string, memberId: string) => bookableFor({ people, caretakersOf }, sql, tenantId, memberId);

  /** What can be booked instead. */
  async function taken(sql: Sql, tenantId: string, clinicians: readonly string[]): Promise<VigilError> {
    const from = await databaseNow(sql);
    const next = await openSlots(sql, tenantId, clinicians, { from, until: from + lookAheadMs }, slotsAfterConflict);
    return new VigilError('conflict', 'This appointment cannot be booked any more. Nothing was stored; choose another one.', {
      fields: next.map(({ id, startsAt }) => ({ field: id, message: new Date(startsAt).toISOString() })),
    });
  }

  return {
    async book(booker, slotId, memberId) {
      const { tenantId, userId } = booker;
      const [member] = await people.care.named(tenantId, [memberId]);
      if (!member || member.isInTheTenant === false) throw hasLeft();
      await database.tenant(tenantId, async (sql) => {
        const slot = await slotOf(sql, tenantId, slotId);
        if (slot?.bookedFor === memberId) return;
        const clinicians = await bookable(sql, tenantId, memberId);
        if (!slot || !clinicians.includes(slot.ownerId)) throw noSuchSlot();
        if (!(await bookSlot(sql, tenantId, slotId, memberId))) throw await taken(sql, tenantId, clinicians);
        const eventIds = [slotId];
        if (slot.ownerId !== userId) await tell(sql, tenantId, { eventIds, userIds: [slot.ownerId], news: 'booked' });
        if (memberId !== userId) await tell(sql, tenantId, { eventIds, userIds: [memberId], news: 'booked' });
        await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_booked' });
      });
      const [booked] = await viewsOf({ database, people }, booker, async (sql) => {
        const row = await slotOf(sql, tenantId, slotId);
        return row ? [row] : [];
      });
      if (!booked) throw noSuchSlot();
      return booked;
    },

    rejoin: ({ tenantId, userId, isStaff }, eventId) =>
      database.tenant(tenantId, async (sql) => {
        const event = await leftEvent(sql, tenantId, userId, eventId);
        if (!event) return [];
        const eventIds = [eventId];
        if (event.type === 'APPOINTMENT_SLOT') {
          const clinicians = await bookable(sql, tenantId, userId);
          if (!clinicians.includes(event.ownerId)) throw noSuchEvent();
          if (!(await bookSlot(sql, tenantId, eventId, userId))) throw await taken(sql, tenantId, clinicians);
        } else {
          // It was this person's appointment, and is somebody else's now.
          if (event.bookedFor !== null && !isStaff) throw await taken(sql, tenantId, await bookable(sql, tenantId, userId));
          await addParticipants(sql, tenantId, eventIds, [userId], true);
        }
        await tell(sql, tenantId, { eventIds, userIds: [event.ownerId], news: event.type === 'APPOINTMENT_SLOT' ? 'booked' : 'changed' });
        await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_booked', userIds: [userId] });
        return eventIds;
      }),
  };
}

const noSuchSlot = () => new VigilError('not_found', 'There is no such appointment to book.');
const hasLeft = () =>
  new VigilError('invalid_input', 'The member has left, and nothing can be booked for them.', {
    fields: [{ field: 'patientId', message: 'Has left' }],
  });
