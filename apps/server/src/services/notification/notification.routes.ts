import { followRole, followUser, listItems, readItems, roleInPath } from '@vigil/contract/notification.contract';
import type { BellList } from '@vigil/contract/notification.values';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Bell, BellOwner } from './bell.store.ts';
import type { PushesStore } from './notification.store.ts';
import { rolesOf, type Subject } from './push-judgement.ts';

/** Writes the stream and resolves when it has ended. */
export type Stream = (context: RequestContext, subject: Subject, endpoint: string) => Promise<void>;

export interface NotificationRoutesDeps extends Pick<PushesStore, 'lastPosition'> {
  readonly stream: Stream;
  readonly bell: Bell;
}

export function notificationRoutes({ stream, bell, lastPosition }: NotificationRoutesDeps): readonly Route[] {
  return [
    route(followRole, ({ params }, context) => stream(context, { role: roleInPath(params.role) }, followRole.id) as never),
    route(followUser, ({ params }, context) => stream(context, { userId: params.userId.toLowerCase() }, followUser.id) as never),
    route(listItems, async (_, context) => {
      const scope = await context.membersInScope();
      // Everything that is committed has a position once this one is given, whether any stream is open or not.
      const asOf = await lastPosition();
      const rows = await bell.unread(ownerOf(context), scope, asOf);
      context.auditMembers([...new Set(rows.flatMap(({ patientId }) => patientId ?? []))]);
      const items = rows.map(({ createdAt, startsAt, total: _, ...row }) => ({
        ...{ ...row, createdAt: Math.round(createdAt) / 1000, startsAt: startsAt === null ? null : startsAt / 1000, clicked: false },
      }));
      const badge = (list: BellList) => rows.find(({ type }) => type === list)?.total ?? 0;
      return { asOf, items, badges: { calendar: badge('calendar'), actions: badge('actions'), messages: badge('messages') } };
    }),
    route(readItems, async ({ body }, context) => {
      const { type, ...marked } = body;
      return { read: await bell.markRead(ownerOf(context), await context.membersInScope(), type, marked) };
    }),
  ];
}

function ownerOf(context: RequestContext): BellOwner {
  return { tenantId: tenantOf(context).id, userId: userIdOf(context), roles: rolesOf(context.caller) };
}
