import type { CalendarEvent, OpenSlot } from '@vigil/contract/calendar.contract';
import { longestEventsDays, mostEventsAtOnce, mostSlotsAtOnce } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { caretakersOf } from '#services/registry/relations/index.ts';
import { bookableFor } from './bookable.ts';
import { namedIn, personOf, type Reader, viewOf } from './event-view.ts';
import { type EventRow, eventOf, eventsBetween, markRead, openSlots, participantsOf, type Span } from './events.store.ts';

export interface CalendarReads {
  /** Events of somebody's calendar. Throws invalid_input for a span that is too long, or has too much in it. */
  list(reader: Reader, userId: string, span: Span, unreadOnly: boolean): Promise<CalendarEvent[]>;
  /** An event of the reader's own calendar. Throws not_found. */
  get(reader: Reader, eventId: string): Promise<CalendarEvent>;
  /** How many of them were unread until now. */
  markRead(tenantId: string, userId: string, eventIds: readonly string[], clicked: boolean): Promise<number>;
  /** What a member may book, the next first. */
  slots(tenantId: string, memberId: string, span: Span): Promise<OpenSlot[]>;
}

export interface CalendarReadsDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care'>;
  readonly caretakersOf: typeof caretakersOf;
}

const dayMs = 86_400_000;

/** Events as a reader may see them, with everybody they name. */
export async function viewsOf(
  { database, people }: Pick<CalendarReadsDeps, 'database' | 'people'>,
  reader: Reader,
  read: (sql: Sql) => Promise<EventRow[]>,
): Promise<CalendarEvent[]> {
  const { events, taking } = await database.tenant(reader.tenantId, async (sql) => {
    const rows = await read(sql);
    return {
      events: rows,
      taking: await participantsOf(
        sql,
        reader.tenantId,
        rows.map(({ id }) => id),
      ),
    };
  });
  if (events.length === 0) return [];
  const known = new Map((await people.care.named(reader.tenantId, namedIn(events, taking))).map((row) => [row.id, row]));
  const byEvent = Map.groupBy(taking, ({ eventId }) => eventId);
  return events.map((event) => viewOf(event, byEvent.get(event.id) ?? [], known, reader));
}

/** Throws invalid_input, by field, for a span that is none or too long. */
export function requireSpan({ from, until }: Span): void {
  const message =
    until <= from
      ? 'Has to be after startDate'
      : until - from > longestEventsDays * dayMs
        ? `Is more than ${longestEventsDays} days after startDate`
        : null;
  if (message !== null)
    throw new VigilError('invalid_input', `A span of at most ${longestEventsDays} days can be asked for.`, {
      fields: [{ field: 'endDate', message }],
    });
}

/** Throws invalid_input for more events than are answered at once. */
export function requireFewEnough(events: readonly unknown[]): void {
  if (events.length > mostEventsAtOnce)
    throw new VigilError('invalid_input', `There are more than ${mostEventsAtOnce} events in this span: ask for a shorter one.`, {
      fields: [{ field: 'endDate', message: 'Has to be earlier' }],
    });
}

/** Reading calendars. */
export function createCalendarReads({ database, people, caretakersOf }: CalendarReadsDeps): CalendarReads {
  return {
    async list(reader, userId, span, unreadOnly) {
      requireSpan(span);
      const isOwn = userId === reader.userId;
      if (unreadOnly && !isOwn)
        throw new VigilError('invalid_input', 'What somebody else has read is told to nobody.', {
          fields: [{ field: 'unreadOnly', message: 'Is for one’s own calendar' }],
        });
      const found = await viewsOf({ database, people }, reader, async (sql) => {
        // Somebody else's reminders take no time that one could ask for.
        const rows = await eventsBetween(sql, reader.tenantId, userId, span, { unreadOnly, reminders: isOwn });
        requireFewEnough(rows);
        return rows;
      });
      return found;
    },

    async get(reader, eventId) {
      const [found] = await viewsOf({ database, people }, reader, async (sql) => {
        const row = await eventOf(sql, reader.tenantId, reader.userId, eventId);
        return row ? [row] : [];
      });
      if (!found) throw noSuchEvent();
      return found;
    },

    markRead: (tenantId, userId, eventIds, clicked) =>
      database.tenant(tenantId, (sql) => markRead(sql, tenantId, userId, [...new Set(eventIds)], clicked)),

    async slots(tenantId, memberId, span) {
      requireSpan(span);
      const rows = await database.tenant(tenantId, async (sql) => {
        const ownerIds = await bookableFor({ people, caretakersOf }, sql, tenantId, memberId);
        return openSlots(sql, tenantId, { ownerIds, memberId }, span, mostSlotsAtOnce);
      });
      const owners = new Map(
        (
          await people.care.named(
            tenantId,
            rows.map(({ ownerId }) => ownerId),
          )
        ).map((row) => [row.id, row]),
      );
      return rows.flatMap(({ id, title, startsAt: date, durationMinutes, timeZone, ownerId }) => {
        const owner = owners.get(ownerId);
        return owner ? [{ id, title, date, durationMinutes, timeZone, owner: personOf(owner) }] : [];
      });
    },
  };
}

export const noSuchEvent = () => new VigilError('not_found', 'There is no such event in this calendar.');
