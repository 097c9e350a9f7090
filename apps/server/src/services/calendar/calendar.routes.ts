import { Readable } from 'node:stream';
import * as contract from '@vigil/contract/calendar.contract';
import { VigilError } from '@vigil/contract/errors';
import { staffRoles } from '@vigil/domain/roles';
import { FileAnswer, fileRoute, type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Booking } from './booking.service.ts';
import type { CalendarReads } from './calendar.service.ts';
import type { CalendarChanges } from './changes.service.ts';
import type { Reader } from './event-view.ts';
import type { CalendarFiles } from './ical/calendar-files.service.ts';
import type { SubscriptionsStore } from './ical/subscriptions.store.ts';
import type { Named } from './invited.ts';

export interface CalendarRoutesDeps {
  readonly reads: CalendarReads;
  readonly changes: CalendarChanges;
  readonly booking: Booking;
  readonly files: CalendarFiles;
  readonly subscriptions: SubscriptionsStore;
  /** The members among those who are named. */
  readonly membersNamed: (tenantId: string, named: Named, before?: readonly string[]) => Promise<string[]>;
}

export function calendarRoutes({ reads, changes, booking, files, subscriptions, membersNamed }: CalendarRoutesDeps): readonly Route[] {
  return [
    route(contract.listEvents, async ({ params, query }, context) => {
      const span = { from: query.startDate, until: query.endDate };
      const events = await reads.list(await readerOf(context), params.userId.toLowerCase(), span, query.unreadOnly === 'true');
      return shown(context, events);
    }),
    route(contract.getEvent, async ({ params }, context) => one(context, await reads.get(await readerOf(context), params.eventId))),
    route(contract.postEvent, async ({ body }, context) => {
      requireOwn(body, tenantOf(context).id, userIdOf(context));
      const members = await membersNamed(tenantOf(context).id, body);
      for (const id of members) await context.requireMember(id);
      if (members.length === 0) context.auditMembers([]);
      return changes.create(await readerOf(context), body);
    }),
    route(contract.putEvent, async ({ params, body }, context) => {
      const reader = await readerOf(context);
      const before = await reads.get(reader, params.id);
      const members = await membersNamed(reader.tenantId, body, [...before.participants, before.patientId ?? '', before.actionId ?? '']);
      for (const id of members) await context.requireMember(id);
      one(context, before);
      return one(context, await changes.change(reader, params.id, body));
    }),
    route(contract.deleteEvent, async ({ params, query }, context) => {
      const { members, ...done } = await changes.remove(await readerOf(context), params.eventId, query.scope);
      context.auditMembers(members);
      return done;
    }),
    route(contract.restoreEvent, async ({ params }, context) => {
      const reader = await readerOf(context);
      const deleted = await changes.restore(reader.tenantId, reader.userId, params.eventId);
      const restored = deleted.length > 0 ? deleted : await booking.rejoin(reader, params.eventId);
      if (restored.length === 0) throw new VigilError('not_found', 'There is nothing to bring back: it was not deleted, or longer ago.');
      one(context, await reads.get(reader, params.eventId));
      return { restored };
    }),
    route(contract.readEvents, async ({ body }, context) => ({
      read: await reads.markRead(tenantOf(context).id, userIdOf(context), body.eventIds, body.clicked),
    })),
    route(contract.bookSlot, async ({ params, body }, context) => booking.book(await readerOf(context), params.id, body.patientId)),
    route(contract.listSlots, ({ params, query }, context) =>
      reads.slots(tenantOf(context).id, params.userId, { from: query.startDate, until: query.endDate }),
    ),
    fileRoute(contract.getEventFile, async ({ params, query }, context) => {
      context.auditMembers([]);
      return file(await files.ofEvent({ ...ownOf(context), titles: query.titles === 'true' }, params.eventId));
    }),
    fileRoute(contract.getEventsFile, async ({ query }, context) => {
      const span = { from: query.startDate, until: query.endDate };
      return file(await files.ofSpan({ ...ownOf(context), titles: query.titles === 'true' }, span));
    }),
    route(contract.getSubscription, (_, context) => subscriptions.current(tenantOf(context).id, userIdOf(context))),
    route(contract.postSubscription, ({ body }, context) => files.subscribe(tenantOf(context).id, userIdOf(context), body.showTitles)),
    route(contract.deleteSubscription, async (_, context) => ({
      revoked: await subscriptions.revoke(tenantOf(context).id, userIdOf(context)),
    })),
    fileRoute(contract.readSubscription, async ({ params }) => file(await files.bySecret(params.file))),
  ];
}

const ownOf = (context: RequestContext) => ({ tenantId: tenantOf(context).id, userId: userIdOf(context) });

async function readerOf(context: RequestContext): Promise<Reader> {
  const { caller } = context;
  const isStaff = caller.kind === 'person' && caller.roles.some((role) => (staffRoles as readonly string[]).includes(role));
  return { ...ownOf(context), isStaff, scope: await context.membersInScope() };
}

/** The members whom events name are named to the audit log. */
function shown(context: RequestContext, events: contract.CalendarEvent[]): contract.CalendarEvent[] {
  context.auditMembers([...new Set(events.flatMap(({ people }) => people.filter(({ isMember }) => isMember).map(({ id }) => id)))]);
  return events;
}

function one(context: RequestContext, event: contract.CalendarEvent): contract.CalendarEvent {
  shown(context, [event]);
  return event;
}

function requireOwn(body: { ownerId: string; tenantId: string }, tenantId: string, userId: string): void {
  const fields = [
    ...(body.ownerId === userId ? [] : [{ field: 'ownerId', message: 'Has to be your own user id' }]),
    ...(body.tenantId === tenantId ? [] : [{ field: 'tenantId', message: 'Has to be the tenant in which you work' }]),
  ];
  if (fields.length > 0) throw new VigilError('invalid_input', 'An event is made in one’s own calendar. Nothing was stored.', { fields });
}

const file = (text: string) => new FileAnswer('calendar.ics', Readable.from([text]));
