import * as z from 'zod';
import { access } from './access.ts';
import { changedEvent, newEvent, recurrence } from './calendar.forms.ts';
import { eventScopes, eventTypes, longestEventsDays, mostEventsAtOnce, restoreHours } from './calendar.values.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';
import { writeLimits } from './write-limits.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const person = z.object({ id, firstName: z.string(), lastName: z.string(), isMember: z.boolean() }).meta({ id: 'CalendarPerson' });
export type CalendarPerson = z.output<typeof person>;

/** An event as the reader may see it. */
export const calendarEvent = z
  .object({
    id,
    /** Null in a busy time. */
    title: z.string().nullable(),
    description: z.string().nullable(),
    type: z.enum(eventTypes),
    /** When it begins. */
    date: milliseconds,
    durationMinutes: z.number().int(),
    ownerId: id,
    tenantId: id,
    notifyBefore: z.number().int().nullable(),
    actionId: id.nullable(),
    /** Members outside the reader's scope are left out, and to a member every other member. */
    participants: z.array(id),
    /** The reader's own marks; false where the reader takes no part. */
    read: z.boolean(),
    clicked: z.boolean(),
    /** The owner's zone: IANA name. */
    timeZone: z.string(),
    patientId: id.nullable(),
    /** The same in all that repeat together; null in one that does not. */
    seriesId: id.nullable(),
    recurrence: z.nullable(recurrence),
    /** From 1, one more with every change. */
    version: z.number().int(),
    /** Somebody else's, to which the reader is not invited: only its time and type are told. */
    isBusy: z.boolean(),
    /** Owner, participants and member, as they are named now; in a busy time the owner alone. */
    people: z.array(person),
  })
  .meta({ id: 'CalendarEvent' });
export type CalendarEvent = z.output<typeof calendarEvent>;

/** An appointment that can be booked. */
export const openSlot = z
  .object({ id, title: z.string(), date: milliseconds, durationMinutes: z.number().int(), timeZone: z.string(), owner: person })
  .meta({ id: 'OpenSlot' });
export type OpenSlot = z.output<typeof openSlot>;

/** A calendar's secret address, without the secret. */
const subscription = z.object({
  createdAt: milliseconds,
  /** Its events carry their titles; otherwise each says "Busy". */
  showTitles: z.boolean(),
  /** When it was last read; null where it never was. */
  lastReadAt: milliseconds.nullable(),
});
export type CalendarSubscription = z.output<typeof subscription>;

const base = '/calendar/api/v1';
const ofUser = z.object({ userId: id });
const ofEvent = ofUser.extend({ eventId: id });
/** Milliseconds since 1970, the end exclusive. */
const span = z.object({
  startDate: z.coerce.number().int().min(0).max(99_999_999_999_999),
  endDate: z.coerce.number().int().min(0).max(99_999_999_999_999),
});
const yesOrNo = z.enum(['true', 'false']);
/** Whether titles stand in the file; without them each event says "Busy". */
const titles = yesOrNo.default('true');

export const listEvents = endpoint({
  id: 'calendar.listEvents',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/events`,
  summary: `Events of a calendar that touch a span of at most ${longestEventsDays} days, by their start: one's own whole, anybody else's as busy unless the caller is invited. At most ${mostEventsAtOnce}; for more the span is refused`,
  access: access.readAccount('userId'),
  params: ofUser,
  /** `unreadOnly`: of one's own calendar alone. */
  query: span.extend({ unreadOnly: yesOrNo.default('false') }),
  response: z.array(calendarEvent),
});

export const getEvent = endpoint({
  id: 'calendar.getEvent',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/events/{eventId}`,
  summary: 'One event of the caller’s own calendar',
  access: access.self('userId'),
  params: ofEvent,
  response: calendarEvent,
  errors: ['not_found'],
});

export const postEvent = endpoint({
  id: 'calendar.postEvent',
  service: 'calendar',
  method: 'POST',
  path: `${base}/event`,
  summary:
    'Make an event in one’s own calendar, once or repeated, and tell whoever is invited. Sent again with the same id it is made once. Answers the first',
  access: access.staffWriteForMembersInBody({
    found: 'Participants are staff or members, and an action has its member.',
    orNobody: true,
  }),
  body: newEvent,
  response: calendarEvent,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const putEvent = endpoint({
  id: 'calendar.putEvent',
  service: 'calendar',
  method: 'PUT',
  path: `${base}/users/{ownerId}/events/{id}`,
  summary:
    'Change an event of one’s own for all who take part: this one, with those after it, or all that repeat. A stale change is refused, naming what differs',
  access: access.selfOfCareTeamAndAdministrators('ownerId'),
  params: z.object({ ownerId: id, id }),
  body: changedEvent,
  response: calendarEvent,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const deleteEvent = endpoint({
  id: 'calendar.deleteEvent',
  service: 'calendar',
  method: 'DELETE',
  path: `${base}/users/{userId}/events/{eventId}`,
  summary: `The owner deletes an event for all; whoever else takes part leaves it, and a booked slot that its member leaves is open again. Can be undone for ${restoreHours} hours`,
  access: access.self('userId'),
  params: ofEvent,
  query: z.object({ scope: z.enum(eventScopes).default('this') }),
  response: z.object({ deleted: z.array(id), canBeRestoredUntil: milliseconds }),
  errors: ['not_found'],
});

export const restoreEvent = endpoint({
  id: 'calendar.restoreEvent',
  service: 'calendar',
  method: 'POST',
  path: `${base}/users/{userId}/events/{eventId}/restore`,
  summary: 'Undo a deletion, with all that were deleted by the same call, or take part again after leaving',
  access: access.self('userId'),
  params: ofEvent,
  response: z.object({ restored: z.array(id) }),
  errors: ['not_found', 'conflict'],
});

export const readEvents = endpoint({
  id: 'calendar.readEvents',
  service: 'calendar',
  method: 'PUT',
  writeLimit: writeLimits.page,
  path: `${base}/users/{userId}/events/read`,
  summary: 'Mark events of one’s own calendar as read, and as clicked unless that is denied. Sent again it changes nothing',
  access: access.self('userId'),
  params: ofUser,
  body: z.strictObject({ eventIds: z.array(z.uuid().toLowerCase()).min(1).max(1_000), clicked: z.boolean().default(true) }),
  /** How many were unread until now. */
  response: z.object({ read: z.number().int() }),
});

export const bookSlot = endpoint({
  id: 'calendar.bookSlot',
  service: 'calendar',
  method: 'POST',
  path: `${base}/event/{id}/booking`,
  summary:
    'Book an open slot for a member whom its owner looks after: the member, or the care team for the member. One of two gets it; the other is refused with the next open slots as fields: id and time (ISO 8601)',
  access: access.answerForMemberInBody({ at: ['patientId'] }),
  params: z.object({ id }),
  body: z.strictObject({ patientId: z.uuid().toLowerCase() }),
  response: calendarEvent,
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const listSlots = endpoint({
  id: 'calendar.listSlots',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/slots`,
  summary: 'Open slots to come that a member may book: of the clinicians who look after the member, the next first',
  access: access.readMember('userId'),
  params: ofUser,
  query: span,
  response: z.array(openSlot),
});

export const getEventFile = endpoint({
  id: 'calendar.getEventFile',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/events/{eventId}/ics`,
  summary: 'One event of the caller’s own calendar as an iCalendar file; never with a member’s name',
  access: access.self('userId'),
  params: ofEvent,
  query: z.object({ titles }),
  response: z.string(),
  answer: 'file',
  fileType: 'text/calendar; charset=utf-8',
  errors: ['not_found'],
});

export const getEventsFile = endpoint({
  id: 'calendar.getEventsFile',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/ics`,
  summary: 'A span of the caller’s own calendar as an iCalendar file; never with a member’s name',
  access: access.self('userId'),
  params: ofUser,
  query: span.extend({ titles }),
  response: z.string(),
  answer: 'file',
  fileType: 'text/calendar; charset=utf-8',
});

export const getSubscription = endpoint({
  id: 'calendar.getSubscription',
  service: 'calendar',
  method: 'GET',
  path: `${base}/users/{userId}/subscription`,
  summary: 'Whether the caller’s calendar has a secret address for other calendars; null where it has none',
  access: access.self('userId'),
  params: ofUser,
  response: subscription.nullable(),
});

export const postSubscription = endpoint({
  id: 'calendar.postSubscription',
  service: 'calendar',
  method: 'POST',
  path: `${base}/users/{userId}/subscription`,
  summary: 'Make a secret address for the caller’s calendar, told once; one that was there before is revoked',
  access: access.self('userId'),
  params: ofUser,
  body: z.strictObject({ showTitles: z.boolean().default(false) }),
  response: subscription.extend({
    /** From the root of the tenant's host; whoever has it reads the calendar. */
    path: z.string(),
  }),
});

export const deleteSubscription = endpoint({
  id: 'calendar.deleteSubscription',
  service: 'calendar',
  method: 'DELETE',
  path: `${base}/users/{userId}/subscription`,
  summary: 'Revoke the secret address of the caller’s calendar',
  access: access.self('userId'),
  params: ofUser,
  whileOnHold: true,
  response: z.object({ revoked: z.boolean() }),
});

export const readSubscription = endpoint({
  id: 'calendar.readSubscription',
  service: 'calendar',
  method: 'GET',
  path: `${base}/subscriptions/{file}`,
  summary: 'A calendar by its secret address, as iCalendar; 410 once it is revoked',
  access: access.anyone(
    'Other calendars cannot sign in: the address holds a secret of 128 bits, says when and not who, and can be revoked.',
  ),
  params: z.object({ file: z.string().max(64) }),
  response: z.string(),
  answer: 'file',
  fileType: 'text/calendar; charset=utf-8',
  errors: ['not_found', 'gone'],
});
