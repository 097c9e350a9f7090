import { VigilError } from '@vigil/contract/errors';
import { actionRolesOf } from '@vigil/contract/factuary-actions.values';
import {
  getDraft,
  getHandoff,
  getWaiting,
  listHandoffs,
  postAcknowledge,
  postHandOver,
  postWithdraw,
  putDraft,
} from '@vigil/contract/triage-handoffs.contract';
import { isAboutFew } from '@vigil/domain/figures/withholding';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { AlertsModule } from '../../alerts/index.ts';
import type { TodayViewer } from '../today/viewer.ts';
import type { Drafts } from './drafts.service.ts';
import type { DraftsStore } from './drafts.store.ts';
import type { HandingOverService } from './handing-over.service.ts';
import type { ListedPage, Reading } from './reading.service.ts';

export interface HandoffsRoutesDeps {
  readonly drafts: Drafts;
  readonly handingOver: HandingOverService;
  readonly reading: Reading;
  readonly store: Pick<DraftsStore, 'draftOf'>;
  readonly shiftsOf: AlertsModule['onCall']['shiftsOf'];
}

export function handoffsRoutes({ drafts, handingOver, reading, store, shiftsOf }: HandoffsRoutesDeps): Route[] {
  async function shown(context: RequestContext, id: string) {
    const handoff = await reading.read(viewerOf(context), id, await context.membersInScope());
    context.auditMembers(handoff.members.map(({ user_id }) => user_id));
    return handoff;
  }
  return [
    route(getDraft, async ({ query }, context) => {
      const { scope: visible } = await context.figureScope();
      const { draft, counted } = await drafts.read(viewerOf(context), { ...{ since: query.since, scope: query.scope }, visible });
      context.auditMembers([...new Set([...draft.members.map(({ user_id }) => user_id), ...counted])]);
      return draft;
    }),
    route(getWaiting, async (_, context) => {
      const viewer = viewerOf(context);
      const { scope } = await context.figureScope();
      const [page, shifts, draft] = await Promise.all([
        reading.list(viewer, { scope, list: 'waiting', page: 0 }),
        shiftsOf(viewer.tenantId, viewer.id, actionRolesOf(viewer.roles)),
        store.draftOf(viewer.tenantId, viewer.id),
      ]);
      auditFew(context, page);
      const ends = shifts.filter(({ isNow }) => isNow).flatMap(({ untilMs }) => untilMs ?? []);
      return { received: page.content, on_call_until: ends.length > 0 ? Math.max(...ends) / 1000 : null, has_draft: draft.row !== null };
    }),
    route(listHandoffs, async ({ query: { list, page } }, context) => {
      const { scope } = await context.figureScope();
      const found = await reading.list(viewerOf(context), { scope, list, page });
      auditFew(context, found);
      return { content: found.content, page, has_more: found.hasMore };
    }),
    route(getHandoff, ({ params }, context) => refusedAboutNobody(context, () => shown(context, params.handoffId.toLowerCase()))),
    route(putDraft, ({ params, body }, context) => drafts.save(viewerOf(context), params.handoffId.toLowerCase(), body)),
    route(postHandOver, ({ params, body }, context) =>
      refusedAboutNobody(context, async () => {
        const id = params.handoffId.toLowerCase();
        await handingOver.handOver(viewerOf(context), await context.membersInScope(), id, body);
        return shown(context, id);
      }),
    ),
    route(postAcknowledge, ({ params, body }, context) =>
      refusedAboutNobody(context, async () => {
        const id = params.handoffId.toLowerCase();
        await context.membersInScope();
        await handingOver.acknowledge(viewerOf(context), id, body.read_back);
        return shown(context, id);
      }),
    ),
    route(postWithdraw, async ({ params }, context) => {
      const id = params.handoffId.toLowerCase();
      await context.membersInScope();
      context.auditMembers([]);
      return { handoff_id: id, state: await handingOver.withdraw(viewerOf(context), id) };
    }),
  ];
}

function viewerOf(context: RequestContext): TodayViewer {
  return { tenantId: tenantOf(context).id, id: userIdOf(context), roles: rolesOf(context) };
}

/** A number about few says something of each of them. */
const auditFew = (context: RequestContext, { memberIds }: ListedPage) =>
  context.auditMembers([...new Set(memberIds.flatMap((ids) => (isAboutFew(ids.length) ? ids : [])))]);

/** What is refused tells of nobody. */
async function refusedAboutNobody<T>(context: RequestContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof VigilError) context.auditMembers([]);
    throw error;
  }
}
