import { deleteOverride, getOnCall, getOnCallNow, postHandover, postOverride, putRota } from '@vigil/contract/alerts-on-call.contract';
import { actionRolesOf } from '@vigil/domain/actions/moves';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Answering } from '../alarms/answering.service.ts';
import type { OnCallService } from './on-call.service.ts';

export function onCallRoutes(onCall: OnCallService, alarms: Pick<Answering, 'list'>): readonly Route[] {
  const here = (context: RequestContext) => [tenantOf(context).id, userIdOf(context)] as const;
  return [
    route(getOnCall, (_, context) => onCall.get(tenantOf(context).id)),
    route(getOnCallNow, (_, context) => onCall.now(tenantOf(context).id)),
    route(putRota, ({ params, body }, context) => onCall.put(...here(context), params.role, body)),
    route(postOverride, ({ params, body }, context) => onCall.override(...here(context), params.role, body)),
    route(deleteOverride, ({ params }, context) => onCall.remove(...here(context), params.role, params.overrideId)),
    route(postHandover, async ({ params, body }, context) => {
      const [tenantId, id] = here(context);
      const roles = rolesOf(context);
      const scope = await context.membersInScope();
      const now = await onCall.handOver(tenantId, { id, acts: actionRolesOf(roles) }, params.role, body);
      const standing = await alarms.list(tenantId, scope === 'tenant' ? null : scope);
      context.auditMembers([...new Set(standing.map(({ userId }) => userId))]);
      return { now, standing };
    }),
  ];
}
