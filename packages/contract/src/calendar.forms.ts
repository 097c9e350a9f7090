import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import {
  eventScopes,
  eventTypes,
  longestEventDescription,
  longestEventMinutes,
  longestEventTitle,
  longestNotifyMinutes,
  mostOccurrences,
  mostParticipants,
  recurrenceFrequencies,
  shortestEventMinutes,
} from './calendar.values.ts';
import { oneLine, readable, storable } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());
/** Milliseconds since 1970. */
const milliseconds = z.int().check(z.minimum(0), z.maximum(99_999_999_999_999));

/**
 * When an event comes again, by the clock on the wall of its zone, from its own `date` on, which is the first. It ends with `until`
 * (milliseconds since 1970, inclusive: the last one begins no later) or after `count` of them, the first one counted.
 */
export const recurrence = z
  .strictObject({
    frequency: z.enum(recurrenceFrequencies),
    /** Every so many days, weeks or months. A monthly one leaves out months that do not have its day. */
    interval: z._default(z.int().check(z.minimum(1), z.maximum(99)), 1),
    /** Of a weekly one: 1 is Monday. The weekday of the first always counts. */
    weekdays: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7))),
    until: z.optional(milliseconds),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(mostOccurrences))),
  })
  .check((context) => {
    const { frequency, weekdays, until, count } = context.value;
    const wrong = (path: string, message: string) => context.issues.push({ code: 'custom', input: context.value, path: [path], message });
    if (weekdays && frequency !== 'WEEKLY') wrong('weekdays', 'Only what repeats weekly has weekdays');
    if ((until === undefined) === (count === undefined)) wrong('until', 'Has to end: with until or with count, and not with both');
  });
export type Recurrence = z.output<typeof recurrence>;

const written = {
  /** When it begins: milliseconds since 1970. */
  date: milliseconds,
  durationMinutes: z
    .int()
    .check(z.minimum(0, 'Has to end after it begins'), z.maximum(longestEventMinutes))
    .register(z.globalRegistry, { examples: [30] }),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestEventTitle), storable, oneLine, readable),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(longestEventDescription), storable))),
  type: z.enum(eventTypes),
  /** Minutes before its start; null for the usual. By mail as well only where it is set. */
  notifyBefore: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(longestNotifyMinutes)))),
  /** The action that it is for. */
  actionId: z.optional(z.nullable(id)),
  /** Who is invited, beside the owner: staff of the tenant, and members in the owner's scope. */
  participants: z.optional(z.array(id).check(z.maxLength(mostParticipants))),
  /** The member whom it is about, invited or not. */
  patientId: z.optional(z.nullable(id)),
  /** The owner's zone, in which it repeats; without it the zone of the owner's account. */
  timeZone: z.optional(
    z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone of the IANA database, as Europe/Berlin is')),
  ),
  recurrence: z.optional(z.nullable(recurrence)),
};

/** Only a reminder may end as it begins, and nobody can be invited to a slot that waits for whoever books it. */
const whole = <
  T extends { type: string; durationMinutes: number; participants?: string[] | undefined; patientId?: string | null | undefined },
>(
  context: z.core.ParsePayload<T>,
) => {
  const { type, durationMinutes, participants = [], patientId } = context.value;
  const wrong = (path: string, message: string) => context.issues.push({ code: 'custom', input: context.value, path: [path], message });
  if (type !== 'REMINDER' && durationMinutes >= 0 && durationMinutes < shortestEventMinutes)
    wrong('durationMinutes', 'Has to end after it begins');
  if (type === 'APPOINTMENT_SLOT' && participants.length > 0) wrong('participants', 'A slot has nobody until somebody books it');
  if (type === 'APPOINTMENT_SLOT' && patientId) wrong('patientId', 'A slot is about nobody until somebody books it');
};

/** An event as it is made. With an `id` of the sender's own, sent again it is made once. */
export const newEvent = z
  .object({
    ...written,
    id: z.optional(id),
    /** The caller: an event is made in one's own calendar. */
    ownerId: id,
    tenantId: id,
  })
  .check(whole);
export type NewEvent = z.output<typeof newEvent>;

/**
 * An event as it is to be. `version` is that of the event that was read. With `scope` following or all, the others that repeat are
 * moved by the clock on the wall as this one is, but for those that were moved alone; what a member has booked is changed alone. `recurrence` left out stays as it is; another
 * one, or null, goes with `following` and holds from this event on.
 */
export const changedEvent = z
  .object({
    ...written,
    version: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
    scope: z._default(z.enum(eventScopes), 'this'),
  })
  .check(whole);
export type ChangedEvent = z.output<typeof changedEvent>;
