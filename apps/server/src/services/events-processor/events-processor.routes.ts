import { eventsProcessor } from '@vigil/contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { MemberListPage } from './attention/member-list.ts';
import type { Facts } from './events-processor.service.ts';
import type { Latest } from './queries/latest.ts';
import type { MembersQuestion } from './queries/list-members.ts';

export interface EventsProcessorUseCases {
  readonly facts: Facts;
  readonly latest: (tenantId: string, userId: string, metrics: readonly string[] | undefined) => Promise<Latest>;
  readonly listMembers: (question: MembersQuestion) => Promise<MemberListPage>;
}

export function eventsProcessorRoutes({ facts, latest, listMembers }: EventsProcessorUseCases): Route[] {
  return [
    route(eventsProcessor.getFactsOverTime, async ({ params, query }, context) =>
      facts.overTime({
        tenantId: tenantOf(context).id,
        userId: params.userId,
        facts: query.facts,
        granularity: query.granularity,
        timeZone: query.tz,
        from: query.from_ts,
        to: query.to_ts,
      }),
    ),
    route(eventsProcessor.getSleeps, async ({ params, query }, context) =>
      facts.sleeps({ tenantId: tenantOf(context).id, userId: params.userId }, query.from_ts, query.to_ts),
    ),
    route(eventsProcessor.getLatest, async ({ params, query }, context) => latest(tenantOf(context).id, params.userId, query.facts)),
    route(eventsProcessor.listMembers, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const page = await listMembers({ ...query, tenantId: tenantOf(context).id, scope });
      context.auditMembers(page.content.map((member) => member.user_id));
      return { ...page, page: query.page, size: query.size };
    }),
  ];
}
