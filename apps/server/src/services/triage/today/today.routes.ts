import { getCritical, getToday, putAside, undoReview } from '@vigil/contract/triage-today.contract';
import { gapOrder, todayOrder } from '@vigil/contract/triage-today.values';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Today } from './today.service.ts';
import type { TodayViewer } from './viewer.ts';

export function todayRoutes(today: Today): Route[] {
  return [
    route(getToday, async ({ query }, context) => {
      const { scope, cohort: cohortId, list, page, per_page: size } = query;
      const found = await today.page(viewerOf(context), { scope, cohortId, visible: await context.membersInScope(), list, page, size });
      context.auditMembers(found.content.map(({ user_id }) => user_id));
      return { ...found, order: [...(list === 'gaps' ? gapOrder : todayOrder)], page, per_page: size };
    }),
    route(getCritical, async (_, context) => {
      const found = await today.critical(viewerOf(context), await context.membersInScope());
      context.auditMembers([...new Set(found.map(({ user_id }) => user_id))]);
      return found;
    }),
    route(putAside, ({ params, body }, context) => today.putAside(viewerOf(context), params.userId.toLowerCase(), body)),
    route(undoReview, ({ params }, context) => today.undo(viewerOf(context), params.userId.toLowerCase())),
  ];
}

function viewerOf(context: RequestContext): TodayViewer {
  return { tenantId: tenantOf(context).id, id: userIdOf(context), roles: rolesOf(context) };
}
