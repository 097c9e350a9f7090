import { postEvents } from '@vigil/contract/analytics.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Analytics } from './analytics.service.ts';

export function analyticsRoutes(analytics: Analytics): readonly Route[] {
  return [
    route(postEvents, ({ body }, context) =>
      analytics.keep({ tenantId: tenantOf(context).id, userId: userIdOf(context), scope: context.membersInScope }, body),
    ),
  ];
}
