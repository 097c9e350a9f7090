import { type Role, staffRoles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { eventNews } from './calendar.values.ts';
import { endpoint } from './endpoint.ts';
import { bellLists, mostBellItems, mostBellItemsMarked, pushContentTypes } from './notification.values.ts';
import { id } from './shapes.ts';
import { writeLimits } from './write-limits.ts';

type StaffRole = (typeof staffRoles)[number];
const upperCaseRoles = staffRoles.map((role) => role.toUpperCase() as Uppercase<StaffRole>);

/** The role that a path names in upper case. */
export function roleInPath(role: Uppercase<StaffRole>): Role {
  return role.toLowerCase() as StaffRole;
}

/** `content` is JSON in a text: `PushContent`. Each message has an id; `Last-Event-ID` with it gives what came after. */
export const push = z.object({ contentType: z.enum(pushContentTypes), content: z.string() }).meta({ id: 'Push' });
export type Push = z.output<typeof push>;

export const followRole = endpoint({
  id: 'notification.followRole',
  service: 'notification',
  method: 'GET',
  path: '/notification/akka_actor/api/v1/subscribe/tenant/{tenantId}/role/{role}/sse',
  summary: 'Server-sent events for whoever holds a role, which stands in upper case; they name nobody and hold no value',
  access: access.inTenant('tenantId', access.holdersOf('role')),
  params: z.object({ tenantId: id, role: z.enum(upperCaseRoles) }),
  response: push,
  answer: 'event-stream',
});

export const followUser = endpoint({
  id: 'notification.followUser',
  service: 'notification',
  method: 'GET',
  path: '/notification/akka_actor/api/v1/subscribe/tenant/{tenantId}/user/{userId}/sse',
  summary: 'Server-sent events for the caller, with what is addressed to the roles that the caller holds',
  access: access.inTenant('tenantId', access.self('userId')),
  params: z.object({ tenantId: id, userId: id }),
  response: push,
  answer: 'event-stream',
});

/** One line of the bell. Who the member is, is asked for where it is shown. */
export const bellItem = z
  .object({
    /** Of the push that told it; in the calendar's list of the event, of a line of messages the conversation's: each stands there once. */
    id,
    type: z.enum(bellLists),
    description: z.string(),
    /** The member whom it is about; null where it is about nobody. */
    patientId: id.nullable(),
    /** The handoff that it leads to; null for everything else. */
    handoffId: id.nullable(),
    /** Unix seconds, to the millisecond. */
    createdAt: z.number(),
    /** Of an event: what it is called and when it begins, in Unix seconds; null in the other lists. */
    title: z.string().nullable(),
    startsAt: z.number().nullable(),
    /** Of an event: what there is to tell of it; null in the other lists. */
    news: z.enum(eventNews).nullable(),
    /** What was clicked is read, and what is read stands in no list: false, until lists come that keep what was clicked. */
    clicked: z.boolean(),
  })
  .meta({ id: 'BellItem' });
export type BellItem = z.output<typeof bellItem>;

const items = '/notification/api/v1/users/{userId}/items';
const person = z.object({ userId: id });

export const listItems = endpoint({
  id: 'notification.listItems',
  service: 'notification',
  method: 'GET',
  path: items,
  summary: `What the caller was told and has not read, newest first, at most ${mostBellItems} of a list; of the members alone whom the caller may see now`,
  access: access.self('userId'),
  params: person,
  otherNumbers: { 'badges.calendar': 'The caller’s own.', 'badges.actions': 'The caller’s own.', 'badges.messages': 'The caller’s own.' },
  response: z.object({
    /** Everything that was told by then; to mark all of it as read. */
    asOf: z.number().int(),
    items: z.array(bellItem),
    /** How many each list has, also those that are not among `items`. Counted anew each time. */
    badges: z.object({ calendar: z.number().int(), actions: z.number().int(), messages: z.number().int() }),
  }),
});

export const readItems = endpoint({
  id: 'notification.readItems',
  service: 'notification',
  method: 'PUT',
  writeLimit: writeLimits.page,
  path: `${items}/read`,
  summary:
    'Mark what stands in one list as read: everything that was told by `asOf`, or the items of these ids. Sent again it changes nothing',
  access: access.self('userId'),
  params: person,
  body: z.union([
    z.strictObject({ type: z.enum(bellLists), asOf: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    z.strictObject({
      type: z.enum(bellLists),
      ids: z.array(z.uuid().toLowerCase()).min(1).max(mostBellItemsMarked),
      /** They were opened, and not only looked at. */
      clicked: z.boolean().default(false),
    }),
  ]),
  /** How many were unread until now. */
  response: z.object({ read: z.number().int() }),
});
