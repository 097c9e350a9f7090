import { createHash, randomBytes } from 'node:crypto';
import type { CalendarSubscription } from '@vigil/contract/calendar.contract';
import { mostEventsAtOnce, subscriptionDays } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { noSuchEvent, requireFewEnough, requireSpan } from '../calendar.service.ts';
import { databaseNow, type EventRow, eventOf, eventsBetween, everInvited, type Span } from '../events.store.ts';
import { isMemberAlone } from '../invited.ts';
import { calendarFile, type FiledEvent } from './calendar-file.ts';
import type { SubscriptionsStore } from './subscriptions.store.ts';

interface Asked {
  readonly tenantId: string;
  /** Whose calendar it is. */
  readonly userId: string;
  readonly titles: boolean;
}

/** Calendars as files for other calendars. No file ever names a member. */
export interface CalendarFiles {
  /** Throws not_found. */
  ofEvent(asked: Asked, eventId: string): Promise<string>;
  /** Throws invalid_input for a span that is too long, or has too much in it. */
  ofSpan(asked: Asked, span: Span): Promise<string>;
  /** Throws not_found for a secret that nobody ever had, and gone for one that was revoked. */
  bySecret(file: string): Promise<string>;
  /** A new secret address, told this once. */
  subscribe(tenantId: string, userId: string, showTitles: boolean): Promise<CalendarSubscription & { path: string }>;
}

export interface CalendarFilesDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care'>;
  readonly subscriptions: SubscriptionsStore;
}

const secretBytes = 16;
const dayMs = 86_400_000;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export function createCalendarFiles({ database, people, subscriptions }: CalendarFilesDeps): CalendarFiles {
  async function fileOf({ tenantId, titles }: Asked, read: (sql: Sql) => Promise<EventRow[]>): Promise<string> {
    const { events, taking } = await database.tenant(tenantId, async (sql) => {
      const rows = await read(sql);
      const ids = titles ? rows.map(({ id }) => id) : [];
      return { events: rows, taking: await everInvited(sql, tenantId, ids) };
    });
    const concerned = Map.groupBy(taking, ({ eventId }) => eventId);
    const ids = titles ? [...taking.map(({ userId }) => userId), ...events.flatMap(({ patientId }) => patientId ?? [])] : [];
    const members = new Map(
      (await people.care.named(tenantId, ids)).filter(({ roles }) => isMemberAlone(roles)).map((row) => [row.id, row]),
    );
    const titleOf = (event: EventRow): string | null => {
      if (!titles) return null;
      const named = [...(concerned.get(event.id) ?? []).map(({ userId }) => userId), event.patientId ?? ''].flatMap(
        (id) => members.get(id) ?? [],
      );
      return named.some(({ givenName, familyName }) => holdsName(event.title, givenName, familyName)) ? 'Appointment' : event.title;
    };
    return calendarFile(events.map((event): FiledEvent => ({ ...event, title: titleOf(event) })));
  }

  return {
    ofEvent: (asked, eventId) =>
      fileOf(asked, async (sql) => {
        const event = await eventOf(sql, asked.tenantId, asked.userId, eventId);
        if (!event) throw noSuchEvent();
        return [event];
      }),

    async ofSpan(asked, span) {
      requireSpan(span);
      return fileOf(asked, async (sql) => {
        const events = await eventsBetween(sql, asked.tenantId, asked.userId, span);
        requireFewEnough(events);
        return events;
      });
    },

    async bySecret(file) {
      const secret = /^([0-9a-f]{32})\.ics$/.exec(file)?.[1];
      const hash = hashOf(secret ?? '');
      const found = secret === undefined ? null : await subscriptions.find(hash);
      if (!found) throw new VigilError('not_found', 'There is no calendar at this address.');
      if (found.isRevoked) throw new VigilError('gone', 'This address was revoked. Its owner can make a new one.');
      const { tenantId, userId, showTitles: titles } = found;
      const text = await fileOf({ tenantId, userId, titles }, async (sql) => {
        const nowMs = await databaseNow(sql);
        const span = { from: nowMs - subscriptionDays.back * dayMs, until: nowMs + subscriptionDays.ahead * dayMs };
        return eventsBetween(sql, tenantId, userId, span, { most: mostEventsAtOnce });
      });
      await subscriptions.noteRead(tenantId, hash);
      return text;
    },

    async subscribe(tenantId, userId, showTitles) {
      const secret = randomBytes(secretBytes).toString('hex');
      const made = await subscriptions.replace(tenantId, userId, hashOf(secret), showTitles);
      return { ...made, path: `/calendar/api/v1/subscriptions/${secret}.ics` };
    },
  };
}

/**
 * Whether a title holds one of somebody's names, also within a word (Miller's, Müllers, 田中さん), whatever its case, its accents and
 * the invisible characters in it. That the name Ann is found in "planning" costs a title, and not a name. Of a single letter no name
 * can be told.
 */
function holdsName(title: string, ...names: readonly string[]): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}\p{Cc}]/gu, '')
      .toLowerCase();
  const isName = (word: string) => word.length > 1 || /[^a-z0-9]/.test(word);
  const words = names.flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '' && isName(word));
  return words.some((word) => plain(title).includes(word));
}
