import type { CalendarEvent, CalendarPerson } from '@vigil/contract/calendar.contract';
import type { ChangedEvent, NewEvent, Recurrence } from '@vigil/contract/calendar.forms';
import {
  type EventScope,
  type EventType,
  eventScopes,
  eventTypes,
  longestEventDescription,
  longestEventMinutes,
  longestEventTitle,
  longestRecurrenceDays,
  mostOccurrences,
  recurrenceFrequencies,
} from '@vigil/contract/calendar.values';
import { occurrencesOf } from '@vigil/domain/calendar/recurrence';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { momentOfWall, wallOf } from '#lib/wall-time.ts';
import { dayOfText, weekdayOf } from './span.ts';

const person = z.object({ id: z.string(), name: z.string(), isMember: z.boolean() });
/** Somebody who is invited, or whom an event is about. */
export type Invited = z.output<typeof person>;

const shape = z.object({
  /** Of the event; of a new one the id under which it is sent. */
  id: z.string(),
  /** That was read when writing began; null while there is no such event. */
  version: z.nullable(z.number()),
  type: z.enum(eventTypes),
  title: z.string(),
  description: z.string(),
  timeZone: z.string(),
  /** Day and time by the clock of the zone: `2026-06-10T07:00`. */
  from: z.string(),
  until: z.string(),
  /** The moments that those times stood for when they were read: of an hour that comes twice the wall does not tell which. */
  read: z.optional(z.object({ from: z.string(), until: z.string(), timeZone: z.string(), fromMs: z.number(), untilMs: z.number() })),
  /** Minutes before; empty: the usual. */
  notify: z.string(),
  participants: z.array(person),
  about: z.nullable(person),
  actionId: z.nullable(z.string()),
  repeat: z.object({
    frequency: z.enum([...recurrenceFrequencies, '']),
    interval: z.string(),
    weekdays: z.array(z.number()),
    ends: z.enum(['count', 'until']),
    count: z.string(),
    until: z.string(),
  }),
  /** Of slots that are opened at once: how long each is, in minutes; empty: one slot of all the time. */
  each: z.string(),
  scope: z.enum(eventScopes),
  tried: z.optional(z.object({ id: z.string(), content: z.string() })),
});
/** An event as it is being written. */
export type EventDraft = z.output<typeof shape>;

/** What is being written, by the event's id, or `new`. */
export const eventDrafts = createDrafts<EventDraft>('calendar-event', (found) => shape.safeParse(found).data ?? null);

export const newSubject = 'new';
const minuteMs = 60_000;
/** Slots that can be opened at once. */
const mostSlots = 50;

const noRepeat = { frequency: '', interval: '1', weekdays: [], ends: 'count', count: '10', until: '' } as const;

/** A new event of some time; milliseconds since 1970. */
export function newDraft(fromMs: number, untilMs: number, timeZone: string, type: EventType = 'REGULAR'): EventDraft {
  return {
    ...{ id: crypto.randomUUID(), version: null, type, title: '', description: '', timeZone },
    ...{ from: wallOf(fromMs, timeZone), until: wallOf(untilMs, timeZone), notify: '', participants: [], about: null, actionId: null },
    ...{ repeat: { ...noRepeat, weekdays: [] }, each: '', scope: 'this' },
  };
}

export const nameOfPerson = ({ firstName, lastName }: Pick<CalendarPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** An event as it is stored, to be changed. */
export function draftOf(event: CalendarEvent): EventDraft {
  const { id, version, type, timeZone, date, durationMinutes, recurrence, notifyBefore } = event;
  const invited = (one: string): Invited => {
    const found = event.people.find((who) => who.id === one);
    return { id: one, name: found ? nameOfPerson(found) : '', isMember: found?.isMember ?? false };
  };
  const untilMs = date + durationMinutes * minuteMs;
  const times = { from: wallOf(date, timeZone), until: wallOf(untilMs, timeZone) };
  return {
    ...{ id, version, type, title: event.title ?? '', description: event.description ?? '', timeZone, actionId: event.actionId },
    ...{ ...times, read: { ...times, timeZone, fromMs: date, untilMs } },
    notify: notifyBefore === null ? '' : String(notifyBefore),
    participants: event.participants.map(invited),
    about: event.patientId === null ? null : invited(event.patientId),
    repeat: recurrence ? repeatOf(recurrence, timeZone) : { ...noRepeat, weekdays: [] },
    ...{ each: '', scope: 'this' },
  };
}

function repeatOf({ frequency, interval, weekdays, until, count }: Recurrence, timeZone: string): EventDraft['repeat'] {
  return {
    ...{ frequency, interval: String(interval), weekdays: [...(weekdays ?? [])] },
    ...{ ends: until === undefined ? 'count' : 'until', count: count === undefined ? '' : String(count) },
    until: until === undefined ? '' : wallOf(until, timeZone).slice(0, 10),
  } as const;
}

export type DraftField = 'title' | 'description' | 'from' | 'until' | 'repeat' | 'each';
/** What is wrong with a field: a key of the messages. */
export type DraftFault =
  | 'noTitle'
  | 'titleTooLong'
  | 'descriptionTooLong'
  | 'noTime'
  | 'skipped'
  | 'endBeforeStart'
  | 'tooLong'
  | 'interval'
  | 'count'
  | 'untilDay'
  | 'tooOften'
  | 'each'
  | 'eachDoesNotFit'
  | 'tooManySlots';
export type DraftFaults = ReadonlyMap<DraftField, DraftFault>;

/** Whether the clocks of the zone skip such a time. */
function isSkipped(wall: string, timeZone: string): boolean {
  const moment = momentOfWall(wall, timeZone);
  return !Number.isNaN(moment) && wallOf(moment, timeZone) !== wall;
}

const wholeNumber = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** What stands against sending a draft, field by field. */
export function faultsOf(draft: EventDraft): DraftFaults {
  const faults = new Map<DraftField, DraftFault>();
  const { from, until } = momentsOf(draft);
  const lasts = draft.type !== 'REMINDER';
  if (draft.title.trim() === '') faults.set('title', 'noTitle');
  if (draft.title.trim().length > longestEventTitle) faults.set('title', 'titleTooLong');
  if (draft.description.trim().length > longestEventDescription) faults.set('description', 'descriptionTooLong');
  if (Number.isNaN(from)) faults.set('from', 'noTime');
  else if (isSkipped(draft.from, draft.timeZone)) faults.set('from', 'skipped');
  if (lasts && Number.isNaN(until)) faults.set('until', 'noTime');
  else if (lasts && isSkipped(draft.until, draft.timeZone)) faults.set('until', 'skipped');
  else if (lasts && until <= from) faults.set('until', 'endBeforeStart');
  else if (lasts && until - from > longestEventMinutes * minuteMs) faults.set('until', 'tooLong');
  const repeat = repeatFault(draft, from);
  if (repeat) faults.set('repeat', repeat);
  const each = isSeveral(draft) ? eachFault(draft, until - from) : null;
  if (each) faults.set('each', each);
  return faults;
}

function repeatFault(draft: EventDraft, from: number): DraftFault | null {
  const { frequency, interval, ends, count, until } = draft.repeat;
  if (frequency === '') return null;
  if (!(wholeNumber(interval) >= 1 && wholeNumber(interval) <= 99)) return 'interval';
  if (ends === 'count' && !(wholeNumber(count) >= 1)) return 'count';
  if (ends === 'until' && !(dayOfText(until) >= dayOfText(draft.from.slice(0, 10)))) return 'untilDay';
  return !Number.isNaN(from) && timesOf(draft) === null ? 'tooOften' : null;
}

function eachFault({ each }: EventDraft, lastsMs: number): DraftFault | null {
  const minutes = wholeNumber(each);
  if (!(minutes >= 1)) return 'each';
  if (minutes * minuteMs > lastsMs) return 'eachDoesNotFit';
  return lastsMs / (minutes * minuteMs) >= mostSlots + 1 ? 'tooManySlots' : null;
}

/** Start and end in milliseconds since 1970; NaN where there is none. */
export function momentsOf({ from, until, timeZone, type, read }: EventDraft) {
  const before = read?.timeZone === timeZone ? read : undefined;
  const start = before?.from === from ? before.fromMs : momentOfWall(from, timeZone);
  if (type === 'REMINDER') return { from: start, until: start };
  return { from: start, until: before?.until === until ? before.untilMs : momentOfWall(until, timeZone) };
}

/** Whether a draft opens several slots. */
export const isSeveral = ({ type, version, each }: EventDraft): boolean => type === 'APPOINTMENT_SLOT' && version === null && each !== '';

/** The slots of a draft one after the other; what is left at the end is too short for one. Milliseconds since 1970. */
export function slotsOf(draft: EventDraft): readonly { readonly from: number; readonly until: number }[] {
  const { from, until } = momentsOf(draft);
  const each = wholeNumber(draft.each) * minuteMs;
  if (!(each > 0) || !(until > from)) return [];
  const count = Math.min(Math.floor((until - from) / each), mostSlots);
  return Array.from({ length: count }, (_, index) => ({ from: from + index * each, until: from + (index + 1) * each }));
}

function recurrenceOf({ repeat, timeZone, from }: EventDraft): Recurrence | null {
  const { frequency, interval, weekdays, ends, count, until } = repeat;
  if (frequency === '') return null;
  const first = weekdayOf(dayOfText(from.slice(0, 10)));
  return {
    ...{ frequency, interval: wholeNumber(interval) },
    ...(frequency === 'WEEKLY' && { weekdays: [...new Set([...weekdays, first])].sort() }),
    // To the last moment of that day.
    ...(ends === 'count' ? { count: wholeNumber(count) } : { until: startOfCalendarDay(dayOfText(until) + 1, timeZone) * 1000 - 1 }),
  };
}

/** When each of those that repeat begins, in milliseconds since 1970; null where there are too many. */
export function timesOf(draft: EventDraft): readonly number[] | null {
  const rule = recurrenceOf(draft);
  const { from } = momentsOf(draft);
  if (!rule) return [from];
  return occurrencesOf(from, draft.timeZone, rule, { most: mostOccurrences, days: longestRecurrenceDays });
}

function written(draft: EventDraft) {
  const { from, until } = momentsOf(draft);
  const isSlot = draft.type === 'APPOINTMENT_SLOT';
  return {
    ...{ date: from, durationMinutes: Math.round((until - from) / minuteMs), title: draft.title.trim(), type: draft.type },
    ...{ description: draft.description.trim() || null, notifyBefore: draft.notify === '' ? null : Number(draft.notify) },
    ...{ timeZone: draft.timeZone, actionId: draft.actionId, patientId: isSlot ? null : (draft.about?.id ?? null) },
    participants: isSlot ? [] : draft.participants.map(({ id }) => id),
  };
}

/** A new event as it is sent; of a draft without faults. */
export function newBody(draft: EventDraft, ownerId: string, tenantId: string): Omit<NewEvent, 'id'> {
  return { ...written(draft), recurrence: recurrenceOf(draft), ownerId, tenantId };
}

/** A changed event as it is sent; how it repeats goes with it only where that was changed. */
export function changedBody(draft: EventDraft, before: CalendarEvent): ChangedEvent {
  const recurrence = recurrenceOf(draft);
  const isSame = JSON.stringify(recurrence) === JSON.stringify(before.recurrence && recurrenceOf(draftOf(before)));
  return { ...written(draft), version: draft.version ?? before.version, scope: draft.scope, ...(!isSame && { recurrence }) };
}

/** Whether what is written is what is stored. */
export const isSameAs = (draft: EventDraft, stored: CalendarEvent): boolean =>
  JSON.stringify([written(draft), draft.repeat]) === JSON.stringify([written(draftOf(stored)), draftOf(stored).repeat]);

/** A stored event moved to another time, for one alone or for others that repeat with it. Milliseconds since 1970. */
export function movedBody(event: CalendarEvent, fromMs: number, untilMs: number, scope: EventScope): ChangedEvent {
  const durationMinutes = Math.round((untilMs - fromMs) / minuteMs);
  return { ...written(draftOf(event)), date: fromMs, durationMinutes, version: event.version, scope };
}

/** The draft with another start: its end keeps the distance. */
export function withStart(draft: EventDraft, from: string): EventDraft {
  const before = momentsOf(draft);
  const start = momentOfWall(from, draft.timeZone);
  const lasts = before.until - before.from;
  if (Number.isNaN(start) || !(lasts > 0)) return { ...draft, from };
  return { ...draft, from, until: wallOf(start + lasts, draft.timeZone) };
}
