import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { ChangedEvent, NewEvent } from '@vigil/contract/calendar.forms';
import { type EventScope, longestEventDaysAway, restoreHours } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import type { CareUserRow, People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { comparable, differences } from './calendar.rules.ts';
import { noSuchEvent, viewsOf } from './calendar.service.ts';
import {
  addParticipants,
  deletedTogether,
  deleteEvents,
  insertEvents,
  isStored,
  leaveEvents,
  lockEvents,
  removeParticipants,
  restoreDeleted,
  updateEvents,
} from './changes.store.ts';
import { mayKnow, namedIn, type Reader } from './event-view.ts';
import { databaseNow, eventOf, participantsOf } from './events.store.ts';
import { requireFree, requireStillFree, retimed } from './free-times.ts';
import { isMemberAlone } from './invited.ts';
import { lockCalendars } from './overlaps.store.ts';
import type { SayAppointments } from './said-appointments.ts';
import type { Tell } from './told.ts';
import { isSameRecurrence, repeated, rewrite, writtenOf } from './written-events.ts';

export interface CalendarChanges {
  /** Makes an event, once for its id, and what repeats; the first of them. Whoever is invited is told, unless it `isNews` no more. Throws conflict for an id that is another's, and invalid_input by field. */
  create(writer: Reader, event: NewEvent, how?: { readonly isNews?: boolean }): Promise<CalendarEvent>;
  /** Throws not_found, conflict for a stale version, and invalid_input by field. */
  change(writer: Reader, eventId: string, event: ChangedEvent): Promise<CalendarEvent>;
  /** Whoever owns it deletes it for all, whoever else takes part leaves. Throws not_found. */
  remove(writer: Reader, eventId: string, scope: EventScope): Promise<{ deleted: string[]; canBeRestoredUntil: number; members: string[] }>;
  /** Undoes a deletion by its owner; none where there is nothing to undo. */
  restore(tenantId: string, ownerId: string, eventId: string): Promise<string[]>;
}

export interface CalendarChangesDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care' | 'timeZoneOf'>;
  readonly tell: Tell;
  readonly sayAppointments: SayAppointments;
}

const dayMs = 86_400_000;

/** Writing one's own calendar. */
export function createCalendarChanges({ database, people, tell, sayAppointments }: CalendarChangesDeps): CalendarChanges {
  const find = async (reader: Reader, eventId: string) => {
    const [found] = await viewsOf({ database, people }, reader, async (sql) => {
      const row = await eventOf(sql, reader.tenantId, reader.userId, eventId);
      return row ? [row] : [];
    });
    return found;
  };

  return {
    async create(writer, { id = randomUUID(), ...given }, { isNews = true } = {}) {
      const { tenantId, userId } = writer;
      const timeZone = given.timeZone ?? (await people.timeZoneOf(tenantId, userId));
      const participants = othersThan(userId, given.participants);
      const sent = { ...given, timeZone, participants };
      await database.tenant(tenantId, async (sql) => {
        await lockCalendars(sql, tenantId, [userId]);
        const nowMs = await databaseNow(sql);
        requireNear(sent.date, nowMs);
        const first = writtenOf(sent, { id, ownerId: userId, timeZone, nowMs });
        const events = repeated(first, sent.recurrence ?? null, nowMs);
        if (await isStored(sql, tenantId, id)) return;
        await requireFree(sql, tenantId, events);
        const [stored] = await insertEvents(sql, tenantId, events.slice(0, 1));
        if (!stored) return;
        await insertEvents(sql, tenantId, events.slice(1));
        const ids = events.map((one) => one.id);
        const added = await addParticipants(sql, tenantId, ids, [userId, ...participants]);
        if (!isNews) return;
        await tell(sql, tenantId, { eventIds: ids, userIds: othersThan(userId, added), news: 'invited' });
        await sayAppointments(sql, tenantId, { eventIds: ids, type: 'appointment_booked' });
      });
      const made = await find(writer, id);
      if (made?.ownerId !== userId || !isSameRecurrence(made.recurrence, sent.recurrence ?? null)) throw idIsTaken();
      if (differences(sentBefore(made), sent).length > 0) throw idIsTaken();
      return made;
    },

    async change(writer, eventId, sent) {
      const known = await knownIn(writer, eventId);
      await database.tenant(writer.tenantId, (sql) => changeIn(sql, writer, eventId, sent, known));
      const changed = await find(writer, eventId);
      if (!changed) throw noSuchEvent();
      return changed;
    },

    async remove({ tenantId, userId, scope: seen }, eventId, scope) {
      const { deleted, nowMs, taking } = await database.tenant(tenantId, async (sql) => {
        const own = await lockEvents(sql, tenantId, { userId, eventId, scope, isOwner: true });
        const events = own.length > 0 ? own : await lockEvents(sql, tenantId, { userId, eventId, scope, isOwner: false });
        if (events.length === 0) throw noSuchEvent();
        const ids = events.map(({ id }) => id);
        const others = (await participantsOf(sql, tenantId, ids)).map((one) => one.userId).filter((one) => one !== userId);
        const userIds = own.length > 0 ? others : [userId];
        await sayAppointments(sql, tenantId, { eventIds: ids, type: 'appointment_canceled', userIds });
        if (own.length > 0) {
          await tell(sql, tenantId, { eventIds: ids, userIds: [...new Set(others)], news: 'cancelled' });
          await deleteEvents(sql, tenantId, ids, randomUUID());
        } else {
          await leaveEvents(sql, tenantId, userId, ids);
          await tell(sql, tenantId, { eventIds: ids, userIds: [...new Set(events.map(({ ownerId }) => ownerId))], news: 'left' });
        }
        return { deleted: ids, nowMs: await databaseNow(sql), taking: [...new Set([userId, ...others])] };
      });
      const members = (await people.care.named(tenantId, taking)).filter(({ roles }) => isMemberAlone(roles)).map(({ id }) => id);
      const named = members.filter((one) => one === userId || seen === 'tenant' || seen.includes(one));
      return { deleted, canBeRestoredUntil: nowMs + restoreHours * 3_600_000, members: named };
    },

    restore: (tenantId, ownerId, eventId) =>
      database.tenant(tenantId, async (sql) => {
        await lockCalendars(sql, tenantId, [ownerId]);
        await requireStillFree(sql, tenantId, await deletedTogether(sql, tenantId, ownerId, eventId));
        const ids = await restoreDeleted(sql, tenantId, ownerId, eventId);
        const others = (await participantsOf(sql, tenantId, ids)).map(({ userId }) => userId).filter((one) => one !== ownerId);
        await tell(sql, tenantId, { eventIds: ids, userIds: [...new Set(others)], news: 'changed' });
        await sayAppointments(sql, tenantId, { eventIds: ids, type: 'appointment_booked' });
        return ids;
      }),
  };

  async function changeIn(
    sql: Sql,
    writer: Reader,
    eventId: string,
    sent: ChangedEvent,
    known: ReadonlyMap<string, CareUserRow>,
  ): Promise<void> {
    const { tenantId, userId } = writer;
    await lockCalendars(sql, tenantId, [userId]);
    const locked = await lockEvents(sql, tenantId, { userId, eventId, scope: sent.scope, isOwner: true });
    const event = locked.find(({ id }) => id === eventId);
    if (!event) throw noSuchEvent();
    if (event.bookedFor !== null && sent.scope !== 'this') throw onlyThis();
    // What a member has booked is an appointment of its own: it is changed alone.
    const events = locked.filter(({ id, bookedFor }) => id === eventId || bookedFor === null);
    const nowMs = await databaseNow(sql);
    if (sent.date !== event.startsAt) requireNear(sent.date, nowMs);
    const taking = (await participantsOf(sql, tenantId, [eventId])).map((one) => one.userId);
    const hidden = new Set(
      namedIn([event], [])
        .concat(taking)
        .filter((one) => one !== userId && !mayKnow(writer, known.get(one))),
    );
    const shown = othersThan(userId, taking).filter((one) => !hidden.has(one));
    const stored = comparable({ ...event, patientId: hidden.has(event.patientId ?? '') ? null : event.patientId }, shown);
    const differing = differences(stored, { ...sent, participants: othersThan(userId, sent.participants) });
    if (event.version !== sent.version) {
      // Sent again, because its answer was lost.
      if (event.version === sent.version + 1 && differing.length === 0) return;
      throw stale(sent.version, event.version, differing);
    }
    // Whom the writer may not see takes part as before.
    const participants = [userId, ...othersThan(userId, [...(sent.participants ?? []), ...taking.filter((one) => hidden.has(one))])];
    if (sent.type === 'APPOINTMENT_SLOT' && participants.length > 1) throw stillBooked();
    const patientId = sent.patientId ?? (hidden.has(event.patientId ?? '') ? event.patientId : null);
    const rewritten = rewrite(events, event, { ...sent, patientId, participants }, nowMs);
    const changedIds = rewritten.changed.map(({ id }) => id);
    const moved = retimed(rewritten.changed, locked);
    await requireFree(sql, tenantId, [...moved, ...rewritten.added], [...moved.map(({ id }) => id), ...rewritten.over]);
    // They keep what it was called until now.
    const removed = await removeParticipants(sql, tenantId, changedIds, participants);
    await deleteEvents(sql, tenantId, rewritten.over, randomUUID());
    await updateEvents(sql, tenantId, rewritten.changed);
    await insertEvents(sql, tenantId, rewritten.added);
    const eventIds = [...changedIds, ...rewritten.added.map(({ id }) => id)];
    const added = await addParticipants(sql, tenantId, eventIds, participants, sent.scope === 'this');
    const newcomers = othersThan(userId, added).filter((one) => !taking.includes(one));
    const remaining = othersThan(userId, participants).filter((one) => !newcomers.includes(one));
    await tell(sql, tenantId, { eventIds, userIds: newcomers, news: 'invited' });
    await tell(sql, tenantId, { eventIds, userIds: removed, news: 'cancelled' });
    await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_booked', userIds: newcomers });
    await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_canceled', userIds: removed });
    if (sent.date !== event.startsAt) await sayAppointments(sql, tenantId, { eventIds, type: 'appointment_moved', userIds: remaining });
    if (differing.some(({ field }) => toldOf.includes(field)) || rewritten.over.length + rewritten.added.length > 0)
      await tell(sql, tenantId, { eventIds, userIds: remaining, news: 'changed' });
  }

  /** Everybody whom an event names, read before it is changed: a transaction that waits for another connection can wait for itself. */
  async function knownIn({ tenantId, userId }: Reader, eventId: string): Promise<ReadonlyMap<string, CareUserRow>> {
    const ids = await database.tenant(tenantId, async (sql) => {
      const event = await eventOf(sql, tenantId, userId, eventId);
      return event ? namedIn([event], await participantsOf(sql, tenantId, [eventId])) : [];
    });
    return new Map((await people.care.named(tenantId, ids)).map((row) => [row.id, row]));
  }
}

/** Changes of these are told to whoever takes part; what one's own notice or action is, is not. */
const toldOf: readonly string[] = ['date', 'durationMinutes', 'title', 'description', 'type', 'timeZone'];

/** Each once, without this one. */
function othersThan(userId: string, ids: readonly string[] = []): string[] {
  return [...new Set(ids)].filter((one) => one !== userId);
}

/** An event that was made, as it would be sent. */
function sentBefore(made: CalendarEvent) {
  const { date, durationMinutes, title, description, type, notifyBefore, actionId, participants, patientId, timeZone } = made;
  return { date, durationMinutes, title: title ?? '', description, type, notifyBefore, actionId, participants, patientId, timeZone };
}

function requireNear(date: number, nowMs: number): void {
  if (Math.abs(date - nowMs) <= longestEventDaysAway * dayMs) return;
  throw new VigilError('invalid_input', 'An event is within ten years of today. Nothing was stored.', {
    fields: [{ field: 'date', message: 'Is more than ten years away' }],
  });
}

const onlyThis = () =>
  new VigilError('invalid_input', 'An appointment that was booked is changed alone. Nothing was stored.', {
    fields: [{ field: 'scope', message: 'Has to be this' }],
  });
const stillBooked = () =>
  new VigilError(
    'invalid_input',
    'Somebody whom you do not look after takes part, so it cannot be opened for others. Nothing was stored; delete it instead.',
    {
      fields: [{ field: 'type', message: 'Cannot be a slot while somebody takes part' }],
    },
  );
const idIsTaken = () =>
  new VigilError('conflict', 'Another event was made under this id, or it was changed since. Nothing was stored; read it again.');
const stale = (read: number, now: number, fields: readonly { field: string; message: string }[]) =>
  new VigilError(
    'conflict',
    `This event has been changed since you read it: you have version ${read}, and it is at ${now}. Nothing was stored; read it again and change that.`,
    { fields: [{ field: 'version', message: `Is ${now} now` }, ...fields] },
  );
