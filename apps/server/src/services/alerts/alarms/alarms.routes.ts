import { acknowledgeAlarm, listAlarms, snoozeAlarm } from '@vigil/contract/alerts-alarms.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Answering } from './answering.service.ts';

export function alarmsRoutes(answering: Answering): readonly Route[] {
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
      answering.acknowledge(tenantOf(context).id, userIdOf(context), params.alarmId, body),
    ),
    route(snoozeAlarm, ({ params, body }, context) => answering.snooze(tenantOf(context).id, userIdOf(context), params.alarmId, body)),
  ];
}
