import { acknowledgeAlarm, acknowledgeMember, listAlarms, snoozeAlarm, undoAnswer } from '@vigil/contract/alerts-alarms.contract';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Answering } from './answering.service.ts';
import type { Responder } from './handling.ts';
import type { MemberAnswers } from './member-answers.service.ts';

export function alarmsRoutes(answering: Answering, ofMember: MemberAnswers): readonly Route[] {
  return [
    route(listAlarms, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const { user_id: asked } = query;
      const ids = scope === 'tenant' ? (asked ?? null) : (asked ?? scope).filter((id) => scope.includes(id));
      const alarms = await answering.list(tenantOf(context).id, ids);
      context.auditMembers([...new Set(alarms.map(({ userId }) => userId))]);
      return alarms;
    }),
    route(acknowledgeAlarm, ({ params, body }, context) =>
      answering.acknowledge(tenantOf(context).id, responderOf(context), params.alarmId, body),
    ),
    route(snoozeAlarm, ({ params, body }, context) => answering.snooze(tenantOf(context).id, responderOf(context), params.alarmId, body)),
    route(acknowledgeMember, ({ params, body }, context) =>
      ofMember.acknowledge(tenantOf(context).id, responderOf(context), params.userId.toLowerCase(), body),
    ),
    route(undoAnswer, ({ params, body }, context) =>
      ofMember.undo(tenantOf(context).id, responderOf(context), params.userId.toLowerCase(), body),
    ),
  ];
}

const responderOf = (context: RequestContext): Responder => ({
  id: userIdOf(context),
  roles: rolesOf(context),
});
