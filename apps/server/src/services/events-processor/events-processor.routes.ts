import { eventsProcessor, eventsProcessorFacts, type QueryOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type Granularity, granularityOfRange } from '@vigil/domain/timeframe/granularity';
import { FileAnswer, fileRoute, type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { ReadMarkedLatest } from './attention/mark-latest.ts';
import type { MemberFile, MemberFileQuestion } from './attention/member-file.ts';
import type { MemberListPage } from './attention/member-list.ts';
import type { Facts } from './events-processor.service.ts';
import type { EvidenceAnswer, EvidenceQuestion } from './evidence.ts';
import type { FactsNow } from './facts-now/facts-now.ts';
import type { OutsideFactsUseCase } from './outside-facts/outside-facts.ts';
import type { CohortReader, InCohort } from './population/in-cohort.ts';
import type { MembersQuestion } from './queries/which-members.ts';

export interface EventsProcessorUseCases {
  readonly facts: Facts;
  readonly factsNow: FactsNow;
  readonly evidence: (question: EvidenceQuestion) => Promise<EvidenceAnswer>;
  readonly takeInOutsideFacts: OutsideFactsUseCase;
  readonly latest: ReadMarkedLatest;
  readonly listMembers: (question: MembersQuestion) => Promise<MemberListPage>;
  /** A question about the members of a cohort, as one about its conditions. */
  readonly inCohort: InCohort;
  readonly memberFile: (question: MemberFileQuestion) => Promise<MemberFile>;
}

export function eventsProcessorRoutes({ facts, latest, listMembers, ...useCases }: EventsProcessorUseCases): Route[] {
  return [
    route(eventsProcessor.getFactsOverTime, async ({ params, query }, context) =>
      facts.overTime({
        tenantId: tenantOf(context).id,
        userId: params.userId,
        facts: query.facts,
        granularity: stepsOf(query.granularity, query.from_ts, query.to_ts),
        timeZone: query.tz,
        from: query.from_ts,
        to: query.to_ts,
      }),
    ),
    route(eventsProcessorFacts.postFacts, async ({ params, body }, context) =>
      facts.overTime({
        ...memberOf(params, context),
        facts: body.over_time_facts,
        granularity: stepsOf(body.granularity, body.start_time, body.end_time),
        timeZone: body.tz,
        from: body.start_time,
        to: body.end_time,
      }),
    ),
    route(eventsProcessorFacts.getFacts, async ({ params, query }, context) =>
      useCases.factsNow.named(memberOf(params, context), query.facts),
    ),
    route(eventsProcessorFacts.postOutsideFacts, async ({ params, body }, context) => ({
      stored: await useCases.takeInOutsideFacts(memberOf(params, context), body.facts, userIdOf(context)),
    })),
    route(eventsProcessorFacts.getEvidence, async ({ params, query }, context) =>
      useCases.evidence({ ...memberOf(params, context), ...query, at: query.at }),
    ),
    route(eventsProcessor.getSleeps, async ({ params, query }, context) => {
      const { from, to } = sleepsInterval(query);
      return facts.sleeps(memberOf(params, context), from, to);
    }),
    route(eventsProcessor.getLatest, async ({ params: { userId }, query }, context) => {
      const { caller } = context;
      return latest(tenantOf(context).id, userId, query.metrics, { isOwn: caller.kind === 'person' && caller.userId === userId });
    }),
    route(eventsProcessor.listMembers, async ({ query }, context) => {
      const page = await listMembers(await useCases.inCohort({ ...query, ...(await askedBy(context)) }, readerOf(context)));
      context.auditMembers(page.content.map((member) => member.user_id));
      return { ...page, page: query.page, size: query.size };
    }),
    fileRoute(eventsProcessor.exportMembers, async ({ query: { units: system, glucose, ...query } }, context) => {
      const asked = { ...query, units: { system, glucose }, ...(await askedBy(context)) };
      const question = await useCases.inCohort(asked, readerOf(context));
      const { userIds, name, content } = await useCases.memberFile(question);
      context.auditMembers(userIds);
      return new FileAnswer(name, content);
    }),
  ];
}

const askedBy = async (context: RequestContext) => ({ tenantId: tenantOf(context).id, scope: await context.membersInScope() });

function readerOf(context: RequestContext): CohortReader {
  return { userId: userIdOf(context), roles: rolesOf(context) };
}

const memberOf = ({ userId }: { readonly userId: string }, context: RequestContext) => ({ tenantId: tenantOf(context).id, userId });

function stepsOf(asked: Granularity | 'RANGE', from: number, to: number): Granularity {
  return asked === 'RANGE' ? granularityOfRange(to - from) : asked;
}

/** The interval under either of its two pairs of names. */
function sleepsInterval(query: QueryOf<typeof eventsProcessor.getSleeps>): { from: number; to: number } {
  const [from, to] = [query.from_ts ?? query.timestamp_from, query.to_ts ?? query.timestamp_to];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new VigilError('invalid_input', 'Say from when to when: from_ts and to_ts, or timestamp_from and timestamp_to.', {
    fields: [{ field: from === undefined ? 'from_ts' : 'to_ts', message: 'Is missing' }],
  });
}
