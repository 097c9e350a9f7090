import { factuaryCohorts } from '@vigil/contract';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { StaffMember } from './cohorts.rules.ts';
import type { CohortsService } from './cohorts.service.ts';
import type { CohortMembers } from './members.service.ts';

export function cohortsRoutes(cohorts: CohortsService, members: CohortMembers): readonly Route[] {
  return [
    route(factuaryCohorts.listCohorts, (_, context) => cohorts.list(tenantOf(context).id, staffOf(context))),
    route(factuaryCohorts.getCohort, ({ params }, context) => cohorts.read(tenantOf(context).id, params.id, staffOf(context))),
    route(factuaryCohorts.postCohort, ({ body }, context) => cohorts.put(tenantOf(context).id, staffOf(context), body)),
    route(factuaryCohorts.deleteCohort, ({ params }, context) => cohorts.remove(tenantOf(context).id, params.id, staffOf(context))),
    route(factuaryCohorts.postPreview, async ({ body }, context) => {
      const answer = await members.preview(tenantOf(context).id, body, await context.membersInScope());
      context.auditMembers(answer.meta.rows.map((row) => row.user_id));
      return answer;
    }),
    route(factuaryCohorts.listCohortMembers, async ({ params, query: { at, page, size } }, context) => {
      const scope = await context.membersInScope();
      const question = { cohortId: params.id, atMs: at === undefined ? null : at * 1000, scope, page, size };
      const found = await members.page(tenantOf(context).id, question, staffOf(context));
      context.auditMembers(found.content.map((row) => row.user_id));
      return { ...found, page, size };
    }),
  ];
}

function staffOf(context: RequestContext): StaffMember {
  return { userId: userIdOf(context), roles: context.caller.kind === 'person' ? context.caller.roles : [] };
}
