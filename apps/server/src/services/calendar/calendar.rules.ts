import type { ChangedEvent } from '@vigil/contract/calendar.forms';
import { type EventType, longestRecurrenceDays, mostOccurrences, usualNotifyMinutes } from '@vigil/contract/calendar.values';
import type { FieldError } from '@vigil/contract/errors';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { EventRow } from './events.store.ts';

const minuteMs = 60_000;

export const occurrenceLimits = { most: mostOccurrences, days: longestRecurrenceDays };

export interface Timing {
  readonly type: EventType;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly notifyBefore: number | null;
}

/**
 * When those who take part are to be told that an event begins, in milliseconds since 1970: so many minutes before, five where
 * nothing is said, and a reminder of which nothing is said as its day begins. Null where it is over already.
 */
export function remindsAt({ type, startsAt, durationMinutes, timeZone, notifyBefore }: Timing, nowMs: number): number | null {
  const day = calendarDay(startsAt / 1000, timeZone);
  const isReminder = type === 'REMINDER';
  const over = isReminder ? startOfCalendarDay(day + 1, timeZone) * 1000 : startsAt + durationMinutes * minuteMs;
  if (over <= nowMs) return null;
  if (isReminder && notifyBefore === null) return startOfCalendarDay(day, timeZone) * 1000;
  return startsAt - (notifyBefore ?? usualNotifyMinutes) * minuteMs;
}

/** What of an event is compared when two people change it at once. */
export type Comparable = Pick<
  ChangedEvent,
  'date' | 'durationMinutes' | 'title' | 'description' | 'type' | 'notifyBefore' | 'actionId' | 'participants' | 'patientId' | 'timeZone'
>;

/** An event as it would have been sent. `participants`: beside the owner, as the reader may see them. */
export function comparable(event: EventRow, participants: readonly string[]): Required<Comparable> {
  const { startsAt: date, durationMinutes, title, description, type, notifyBefore, actionId, patientId, timeZone } = event;
  return { date, durationMinutes, title, description, type, notifyBefore, actionId, participants: [...participants], patientId, timeZone };
}

/** The fields in which what is stored differs from what was sent; where it was left out it is as it is. */
export function differences(stored: Required<Comparable>, sent: Comparable): FieldError[] {
  return (Object.keys(stored) as (keyof Comparable)[])
    .filter((field) => plain(field, stored[field]) !== plain(field, sent[field] === undefined ? defaultOf(field, stored) : sent[field]))
    .map((field) => ({ field, message: nowOf(field, stored) }));
}

/** A zone that is left out stays; of the rest, none. */
const defaultOf = (field: keyof Comparable, stored: Required<Comparable>) =>
  field === 'timeZone' ? stored.timeZone : field === 'participants' ? [] : null;

function plain(field: keyof Comparable, value: unknown): string {
  if (field === 'participants') return JSON.stringify([...(value as readonly string[])].sort());
  return JSON.stringify(field === 'description' && value === '' ? null : value);
}

/** What it is now. Words and people are read again, and stand in no message. */
function nowOf(field: keyof Comparable, stored: Required<Comparable>): string {
  if (field === 'date') return `Is ${new Date(stored.date).toISOString()} now`;
  if (field === 'durationMinutes' || field === 'type' || field === 'timeZone' || field === 'notifyBefore')
    return `Is ${stored[field] ?? 'the usual'} now`;
  return 'Is different now';
}
