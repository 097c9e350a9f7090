import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { slotsAfterConflict } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { caretakersOf } from '#services/registry/relations/index.ts';
import { bookableFor } from './bookable.ts';
import { bookingsOf, bookSlot, leftEvent, slotOf } from './booking.store.ts';
import { noSuchEvent, viewsOf } from './calendar.service.ts';
import { addParticipants } from './changes.store.ts';
import type { Reader } from './event-view.ts';
import { databaseNow, type EventRow, openSlots } from './events.store.ts';
import { lockCalendars } from './overlaps.store.ts';
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
  /** Appointments to come that a member of a tenant may have booked at once. */
  readonly mostBookings: (tenantId: string) => Promise<number>;
}

/** How far ahead the slots are looked for that a refusal names. */
const lookAheadMs = 90 * 86_400_000;

export function createBooking({ database, people, caretakersOf, tell, sayAppointments, mostBookings }: BookingDeps): Booking {
  const bookable = (sql: Sql, tenantId: string, memberId: string) => bookableFor({ people, caretakersOf }, sql, tenantId, memberId);

  /** What can be booked instead. */
  async function taken(sql: Sql, tenantId: string, memberId: string, ownerIds: readonly string[]): Promise<VigilError> {
    const from = await databaseNow(sql);
    const next = await openSlots(sql, tenantId, { ownerIds, memberId }, { from, until: from + lookAheadMs }, slotsAfterConflict);
    return new VigilError('conflict', 'This appointment cannot be booked any more. Nothing was stored; choose another one.', {
      fields: next.map(({ id, startsAt }) => ({ field: id, message: new Date(startsAt).toISOString() })),
    });
  }

  /** A member keeps a few appointments at a time, so that the others find some as well; the care team decides for itself. */
  async function requireRoom(sql: Sql, { tenantId, userId }: Reader, memberId: string, slot: EventRow, most: number): Promise<void> {
    if (slot.type !== 'APPOINTMENT_SLOT') return;
    const { toCome, isAtThatTime } = await bookingsOf(sql, tenantId, memberId, slot);
    if (isAtThatTime) throw hasAppointmentThen();
    if (userId === memberId && toCome >= most) throw hasEnough(most);
  }

  return {
    async book(booker, slotId, memberId) {
      const { tenantId, userId } = booker;
      const [member] = await people.care.named(tenantId, [memberId]);
      if (!member || member.isInTheTenant === false) throw hasLeft();
      const most = await mostBookings(tenantId);
      await database.tenant(tenantId, async (sql) => {
        const clinicians = await bookable(sql, tenantId, memberId);
        const slot = await lockSlot(sql, tenantId, slotId, memberId);
        if (slot?.bookedFor === memberId) return;
        if (!slot || !clinicians.includes(slot.ownerId)) throw noSuchSlot();
        await requireRoom(sql, booker, memberId, slot, most);
        if (!(await bookSlot(sql, tenantId, slotId, memberId))) throw await taken(sql, tenantId, memberId, clinicians);
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

    async rejoin(person, eventId) {
      const { tenantId, userId, isStaff } = person;
      const most = await mostBookings(tenantId);
      return database.tenant(tenantId, async (sql) => {
        await lockSlot(sql, tenantId, eventId, userId);
        const event = await leftEvent(sql, tenantId, userId, eventId);
        if (!event) return [];
        const eventIds = [eventId];
        if (event.type === 'APPOINTMENT_SLOT') {
          const clinicians = await bookable(sql, tenantId, userId);
          if (!clinicians.includes(event.ownerId)) throw noSuchEvent();
          await requireRoom(sql, person, userId, event, most);
          if (!(await bookSlot(sql, tenantId, eventId, userId))) throw await taken(sql, tenantId, userId, clinicians);
        } else {
          // It was this person's appointment, and is somebody else's now.
          if (event.bookedFor !== null && !isStaff) throw await taken(sql, tenantId, userId, await bookable(sql, tenantId, userId));
          await addParticipants(sql, tenantId, eventIds, [userId], true);
        }
        await tell(sql, tenantId, { eventIds, userIds: [event.ownerId], news: event.type === 'APPOINTMENT_SLOT' ? 'booked' : 'changed' });
        await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_booked', userIds: [userId] });
        return eventIds;
      });
    },
  };
}

/** Within a transaction: the slot, after whoever else books in the calendars of its owner and the member, or writes in the owner's. */
async function lockSlot(sql: Sql, tenantId: string, slotId: string, memberId: string): Promise<EventRow | undefined> {
  const slot = await slotOf(sql, tenantId, slotId);
  if (!slot) return undefined;
  await lockCalendars(sql, tenantId, [slot.ownerId, memberId]);
  return slotOf(sql, tenantId, slotId);
}

const noSuchSlot = () => new VigilError('not_found', 'There is no such appointment to book.');
const hasEnough = (most: number) =>
  new VigilError(
    'conflict',
    `This member has ${most} booked appointments, which is the most at a time. Nothing was booked; cancel one, or ask the care team to book another.`,
    { fields: [{ field: 'patientId', message: `Has ${most} appointments to come` }] },
  );
const hasAppointmentThen = () =>
  new VigilError('conflict', 'This member has another appointment at this time. Nothing was booked; choose another one.', {
    fields: [{ field: 'date', message: 'The member has another appointment then' }],
  });
const hasLeft = () =>
  new VigilError('invalid_input', 'The member has left, and nothing can be booked for them.', {
    fields: [{ field: 'patientId', message: 'Has left' }],
  });
