import { randomUUID } from 'node:crypto';
import type { ChangedEvent, NewEvent } from '@vigil/contract/calendar.forms';
import { longestRecurrenceDays, mostOccurrences } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import { movedAlike, occurrencesOf, wallMove } from '@vigil/domain/calendar/recurrence';
import { occurrenceLimits, remindsAt } from './calendar.rules.ts';
import type { WrittenEvent } from './changes.store.ts';
import type { EventRow } from './events.store.ts';

export interface Rewritten {
  readonly changed: WrittenEvent[];
  /** They repeat no more. */
  readonly over: string[];
  readonly added: WrittenEvent[];
}

/** The events that a change is about, as they are to be. */
export function rewrite(
  events: readonly EventRow[],
  event: EventRow,
  sent: Omit<ChangedEvent, 'patientId' | 'participants'> & { patientId: string | null; participants: readonly string[] },
  nowMs: number,
): Rewritten {
  const timeZone = sent.timeZone ?? event.timeZone;
  const bookedFor = event.bookedFor !== null && sent.participants.includes(event.bookedFor) ? event.bookedFor : null;
  const base = { id: event.id, ownerId: event.ownerId, timeZone, nowMs, bookedFor, seriesId: event.seriesId, recurrence: event.recurrence };
  const one = writtenOf(sent, base);
  const isMoved = sent.date !== event.startsAt || timeZone !== event.timeZone;
  const changesRecurrence = sent.recurrence !== undefined && !isSameRecurrence(sent.recurrence, event.recurrence);
  if (changesRecurrence) {
    if (event.seriesId !== null && sent.scope !== 'following') throw onlyFollowing();
    const [first, ...rest] = repeated({ ...one, seriesId: null, recurrence: null, movedAlone: false }, sent.recurrence ?? null, nowMs);
    return { changed: first ? [first] : [], over: events.map(({ id }) => id).filter((id) => id !== event.id), added: rest };
  }
  if (sent.scope === 'this')
    return { changed: [{ ...one, movedAlone: event.movedAlone || (isMoved && event.seriesId !== null) }], over: [], added: [] };
  const move = wallMove(event.startsAt, event.timeZone, sent.date, timeZone);
  const changed = events.map((other) => {
    if (other.id === event.id) return { ...one, movedAlone: event.movedAlone };
    // What stays where it is stays in its own zone, which may have been changed from one of them on.
    const stays = !isMoved || other.movedAlone;
    const date = stays ? other.startsAt : movedAlike(other.startsAt, other.timeZone, move);
    const around = { ...base, id: other.id, timeZone: stays ? other.timeZone : timeZone, bookedFor: null, movedAlone: other.movedAlone };
    return writtenOf({ ...sent, date }, around);
  });
  return { changed, over: [], added: [] };
}

interface Around {
  readonly id: string;
  readonly ownerId: string;
  readonly timeZone: string;
  readonly nowMs: number;
  readonly bookedFor?: string | null;
  readonly seriesId?: string | null;
  readonly recurrence?: EventRow['recurrence'];
  readonly movedAlone?: boolean;
}

/** What is stored of an event that was sent. */
export function writtenOf(
  sent: Pick<NewEvent, 'date' | 'durationMinutes' | 'title' | 'description' | 'type' | 'notifyBefore' | 'actionId' | 'patientId'>,
  { nowMs, bookedFor = null, seriesId = null, recurrence = null, movedAlone = false, ...around }: Around,
): WrittenEvent {
  const { date: startsAt, durationMinutes, title, type, notifyBefore = null, actionId = null, patientId = null } = sent;
  const timing = { type, startsAt, durationMinutes, timeZone: around.timeZone, notifyBefore };
  return {
    ...{ ...around, ...timing, bookedFor, seriesId, recurrence, movedAlone, title, actionId, patientId },
    description: sent.description || null,
    remindsAt: remindsAt(timing, nowMs),
  };
}

/** An event with all that repeat with it, itself first. Throws invalid_input for more than there may be, and for an end before its start. */
export function repeated(first: WrittenEvent, recurrence: EventRow['recurrence'], nowMs: number): WrittenEvent[] {
  if (recurrence === null) return [first];
  if (recurrence.until !== undefined && recurrence.until < first.startsAt) throw endsBefore();
  const starts = occurrencesOf(first.startsAt, first.timeZone, recurrence, occurrenceLimits);
  if (!starts) throw tooMany(recurrence.until === undefined ? 'count' : 'until');
  const seriesId = randomUUID();
  return starts.map((startsAt, index) => {
    const moved = { ...first, startsAt, seriesId, recurrence };
    return { ...moved, id: index === 0 ? first.id : randomUUID(), remindsAt: remindsAt(moved, nowMs) };
  });
}

/** Whether both repeat alike; null: not at all. */
export const isSameRecurrence = (one: EventRow['recurrence'], other: EventRow['recurrence']): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(recurrence: EventRow['recurrence']): unknown {
  if (!recurrence) return null;
  const { frequency, interval, weekdays, until, count } = recurrence;
  return [frequency, interval, weekdays ? [...weekdays].sort() : null, until ?? null, count ?? null];
}

const tooMany = (field: string) =>
  new VigilError(
    'invalid_input',
    `What repeats comes at most ${mostOccurrences} times and within ${longestRecurrenceDays} days. Nothing was stored.`,
    { fields: [{ field: `recurrence.${field}`, message: 'Goes on for too long' }] },
  );
const endsBefore = () =>
  new VigilError('invalid_input', 'What repeats ends before it begins. Nothing was stored.', {
    fields: [{ field: 'recurrence.until', message: 'Is before the first one begins' }],
  });
const onlyFollowing = () =>
  new VigilError('invalid_input', 'How an event repeats is changed from one event on, for those that follow. Nothing was stored.', {
    fields: [{ field: 'scope', message: 'Has to be following' }],
  });
