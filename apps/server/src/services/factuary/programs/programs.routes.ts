import { VigilError } from '@vigil/contract/errors';
import {
  assignProgram,
  filterPrograms,
  getModule,
  getProgram,
  getUserInsights,
  getUserPledges,
  getUserProgramAggregations,
  getUserPrograms,
  patchUserPrograms,
  postPledgeReport,
  postProgram,
  publishProgram,
  putProgram,
  putUserInsight,
  putUserPledge,
} from '@vigil/contract/factuary-programs.contract';
import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { mostMembersAtOnce } from '@vigil/contract/factuary-programs.values';
import { type MemberScope, type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Cohorts } from '../cohorts/index.ts';
import { type Assigning, failedWith } from './assigning.service.ts';
import { type Authoring, requireOwn, type ToldProgram } from './authoring.service.ts';
import type { Content } from './content.service.ts';

export interface ProgramsServices {
  readonly authoring: Authoring;
  readonly assigning: Assigning;
  readonly content: Content;
  readonly cohorts: Pick<Cohorts, 'membersFor'>;
}

export function programsRoutes({ authoring, assigning, content, cohorts }: ProgramsServices): readonly Route[] {
  return [...authoringRoutes(authoring), ...assigningRoutes(assigning, cohorts), ...contentRoutes(content)];
}

const authoringRoutes = (authoring: Authoring): readonly Route[] => [
  route(filterPrograms, ({ query }, context) => authoring.filter(tenantOf(context).id, query)),
  route(getModule, async ({ params, query }, context) => {
    requireOwn(tenantOf(context).id, query.tenants);
    return authoring.module(tenantOf(context).id, params.moduleId);
  }),
  route(getProgram, ({ params }, context) => told(context, (tenantId, scope) => authoring.one(tenantId, params.id, scope))),
  route(postProgram, ({ body }, context) => told(context, (tenantId, scope) => authoring.create(tenantId, userIdOf(context), body, scope))),
  route(putProgram, ({ body }, context) => told(context, (tenantId, scope) => authoring.save(tenantId, userIdOf(context), body, scope))),
  route(publishProgram, ({ params, body }, context) =>
    told(context, (tenantId, scope) => authoring.publish(tenantId, userIdOf(context), params.id, body, scope)),
  ),
];

/** A program with how many of the caller's members have it. */
async function told(
  context: RequestContext,
  read: (tenantId: string, scope: MemberScope) => Promise<ToldProgram>,
): Promise<AuthoredProgram> {
  const { scope } = await context.figureScope();
  const { program, about } = await read(tenantOf(context).id, scope);
  context.auditMembers(about);
  return program;
}

const assigningRoutes = (assigning: Assigning, cohorts: ProgramsServices['cohorts']): readonly Route[] => [
  route(patchUserPrograms, async ({ params, body }, context) => {
    const results = [];
    // In their order: a program may be canceled and another one assigned in its place.
    for (const change of body) {
      const { op, program_id } = change;
      results.push({ op, program_id, ...(await assigning.change(tenantOf(context).id, whose(params.id, context), change)) });
    }
    return results;
  }),
  route(assignProgram, async ({ params, body }, context) => {
    const { op } = body;
    const results = [];
    const members = 'user_ids' in body ? body.user_ids : await membersNow(cohorts, body.cohort_id, context);
    for (const userId of new Set(members)) {
      const change = { op, program_id: params.id.toLowerCase() };
      const made = await context
        .requireMember(userId)
        .then(() => assigning.change(tenantOf(context).id, whose(userId, context), change))
        .catch(failedWith);
      results.push({ op, user_id: userId, ...made });
    }
    return results;
  }),
  route(getUserPrograms, async ({ params }, context) => {
    const { userId, own } = whose(params.id, context);
    return { assigned: await assigning.ofMember(tenantOf(context).id, userId, own) };
  }),
  route(getUserProgramAggregations, ({ params }, context) => assigning.progressOf(tenantOf(context).id, params.id.toLowerCase())),
];

const contentRoutes = (content: Content): readonly Route[] => [
  route(getUserPledges, ({ params, query }, context) => content.pledges(tenantOf(context).id, whose(params.id, context), query)),
  route(getUserInsights, ({ params, query }, context) => content.insights(tenantOf(context).id, whose(params.id, context), query)),
  route(putUserInsight, ({ params, body }, context) =>
    content.doInsight(tenantOf(context).id, params.id.toLowerCase(), params.itemId, body),
  ),
  route(putUserPledge, ({ params, body }, context) => content.doPledge(tenantOf(context).id, params.id.toLowerCase(), params.itemId, body)),
  route(postPledgeReport, ({ params, body }, context) =>
    content.report(tenantOf(context).id, whose(params.id, context), params.itemId, body),
  ),
];

function whose(id: string, context: RequestContext) {
  const by = userIdOf(context);
  const userId = id.toLowerCase();
  return { userId, by, own: userId === by };
}

/** Members of a cohort whom the caller may see, at most as many as a call may name. */
async function membersNow(cohorts: ProgramsServices['cohorts'], cohortId: string, context: RequestContext): Promise<readonly string[]> {
  const roles = rolesOf(context);
  const reader = { userId: userIdOf(context), roles };
  const members = await cohorts.membersFor(tenantOf(context).id, cohortId, reader, await context.membersInScope());
  if (members.length > mostMembersAtOnce) throw tooMany(members.length);
  context.auditMembers(members);
  return members;
}

const tooMany = (members: number) =>
  new VigilError(
    'conflict',
    `This cohort has ${members} members, and at most ${mostMembersAtOnce} are changed at a time. Nothing was changed; send their ids in parts.`,
    { fields: [{ field: 'cohort_id', message: `Has more than ${mostMembersAtOnce} members` }] },
  );
