import { factuaryCohorts } from '@vigil/contract';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { StaffMember } from './cohorts.rules.ts';
import type { CohortsReader, CohortsService } from './cohorts.service.ts';
import type { CohortMembers } from './members.service.ts';

export function cohortsRoutes(cohorts: CohortsService, members: CohortMembers): readonly Route[] {
  return [
    route(factuaryCohorts.listCohorts, async (_, context) => {
      const { answer, about } = await cohorts.list(tenantOf(context).id, await readerOf(context));
      context.auditMembers(about);
      return answer;
    }),
    route(factuaryCohorts.getCohort, async ({ params }, context) => {
      const { answer, about } = await cohorts.read(tenantOf(context).id, params.id, await readerOf(context));
      context.auditMembers(about);
      return answer;
    }),
    route(factuaryCohorts.postCohort, async ({ body }, context) => {
      const { answer, about } = await cohorts.put(tenantOf(context).id, await readerOf(context), body);
      context.auditMembers(about);
      return answer;
    }),
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

const readerOf = async (context: RequestContext): Promise<CohortsReader> => ({ ...staffOf(context), ...(await context.figureScope()) });

function staffOf(context: RequestContext): StaffMember {
  return { userId: userIdOf(context), roles: rolesOf(context) };
}
