import type { CalendarEvent, CalendarPerson } from '@vigil/contract/calendar.contract';
import type { CareUserRow } from '#people/index.ts';
import type { EventRow, ParticipantRow } from './events.store.ts';
import { isMemberAlone } from './invited.ts';

/** Who reads a calendar. */
export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
  /** The members whom the reader may see. */
  readonly scope: 'tenant' | readonly string[];
  /** Of the staff. What an event is done for is the care team's own. */
  readonly isStaff: boolean;
}

/** Somebody as an event names them. */
export function personOf({ id, givenName, familyName, roles }: CareUserRow): CalendarPerson {
  return { id, firstName: givenName, lastName: familyName, isMember: isMemberAlone(roles) };
}

/** Whether the reader may know that this person takes part: staff always, members in scope. Whoever was erased is nobody. */
export function mayKnow({ scope, userId }: Pick<Reader, 'scope' | 'userId'>, person: CareUserRow | undefined): person is CareUserRow {
  if (!person) return false;
  return person.id === userId || scope === 'tenant' || scope.includes(person.id) || !isMemberAlone(person.roles);
}

/**
 * An event as the reader may see it: whole where the reader takes part, else only its time and type. Members outside the reader's
 * scope are left out.
 */
export function viewOf(
  event: EventRow,
  taking: readonly ParticipantRow[],
  people: ReadonlyMap<string, CareUserRow>,
  reader: Reader,
): CalendarEvent {
  const { id, type, startsAt: date, durationMinutes, ownerId, timeZone, seriesId, version } = event;
  const mine = taking.find(({ userId }) => userId === reader.userId);
  const known = (userId: string) => mayKnow(reader, people.get(userId));
  const seen = { ...{ id, type, date, durationMinutes, ownerId, timeZone, seriesId, version }, tenantId: reader.tenantId };
  const named = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((one) => (known(one) ? personOf(people.get(one) as CareUserRow) : []));
  if (!mine)
    return {
      ...{ ...seen, isBusy: true, title: null, description: null, notifyBefore: null, actionId: null, participants: [] },
      ...{ read: false, clicked: false, patientId: null, recurrence: null, people: named([ownerId]) },
    };
  const patientId = event.patientId !== null && known(event.patientId) ? event.patientId : null;
  const participants = taking.map(({ userId }) => userId).filter((one) => one !== ownerId && known(one));
  return {
    ...{ ...seen, isBusy: false, title: event.title, description: event.description, notifyBefore: event.notifyBefore },
    ...{ actionId: reader.isStaff ? event.actionId : null, participants, read: mine.read, clicked: mine.clicked, patientId },
    ...{ recurrence: event.recurrence, people: named([ownerId, ...participants, ...(patientId === null ? [] : [patientId])]) },
  };
}

/** Everybody whom these events name. */
export function namedIn(events: readonly EventRow[], taking: readonly ParticipantRow[]): string[] {
  return [
    ...new Set([
      ...events.flatMap(({ ownerId, patientId }) => [ownerId, ...(patientId === null ? [] : [patientId])]),
      ...taking.map(({ userId }) => userId),
    ]),
  ];
}
