import type { ResponseOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import {
  assignAction,
  countActions,
  getAction,
  intervene,
  listActions,
  listCategories,
  postAction,
  putAction,
  undoActions,
} from '@vigil/contract/factuary-actions.contract';
import type { Intervention } from '@vigil/contract/factuary-actions.forms';
import { actionCategoryIds, actionRolesOf, categoryOf, statusesAsked } from '@vigil/contract/factuary-actions.values';
import { timeToLiveSeconds } from '@vigil/domain/actions/time-to-live';
import { isAboutFew } from '@vigil/domain/figures/withholding';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { ActionsService } from './actions.service.ts';
import type { ActionsStore } from './actions.store.ts';
import { JoinedSince } from './change.ts';

export interface ActionsRoutesDeps {
  readonly service: ActionsService;
  readonly store: ActionsStore;
}

/** Actions that are changed at once. */
const atOnce = 4;

export function actionsRoutes({ service, store }: ActionsRoutesDeps): readonly Route[] {
  /** The member whom an action in a body is about; not_found as for somebody else's. */
  async function requireActionsMember(context: RequestContext, actionId: string): Promise<void> {
    const memberId = await store.memberOf(tenantOf(context).id, actionId);
    if (memberId === null) {
      context.auditMembers([]);
      throw new VigilError('not_found', 'There is no such action.');
    }
    await context.requireMember(memberId);
  }

  async function interveneOnOne(
    id: string,
    { versions, ...done }: Omit<Intervention, 'action_ids'>,
    context: RequestContext,
  ): Promise<Result> {
    try {
      await requireActionsMember(context, id);
      const { action, followUpId } = await service.intervene(doerOf(context), id, done, versions?.[id]);
      return { action_id: id, action, follow_up_id: followUpId, error: null, joined: null, refusal: null };
    } catch (error) {
      if (!(error instanceof VigilError) || !ofOneAction.has(error.code)) throw error;
      const joined = error instanceof JoinedSince ? { version: error.version, titles: [...error.titles] } : null;
      return {
        action_id: id,
        action: null,
        follow_up_id: null,
        error: { code: error.code, message: error.message },
        joined,
        refusal: error,
      };
    }
  }

  async function undoOne(id: string, requestId: string, context: RequestContext): Promise<Undone> {
    try {
      await requireActionsMember(context, id);
      const { action, followUp } = await service.undo(doerOf(context), id, requestId);
      return { action_id: id, action, follow_up: followUp, error: null, refusal: null };
    } catch (error) {
      if (!(error instanceof VigilError) || !ofOneAction.has(error.code)) throw error;
      return { action_id: id, action: null, follow_up: null, error: { code: error.code, message: error.message }, refusal: error };
    }
  }

  /** Side by side, so that many do not take as long as their sum. */
  async function each<T>(ids: readonly string[], one: (id: string) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let from = 0; from < ids.length; from += atOnce) results.push(...(await Promise.all(ids.slice(from, from + atOnce).map(one))));
    return results;
  }

  return [
    route(listActions, async ({ query }, context) => {
      if (query.user_id) await context.requireMember(query.user_id);
      const doer = doerOf(context);
      const found = await service.list(doer, {
        scope: await context.membersInScope(),
        userId: query.user_id?.toLowerCase(),
        assigneeId: query.assignee_id,
        of: query.mine === 'true' ? { id: doer.id, roles: actionRolesOf(doer.roles) } : undefined,
        statuses: query.status && statusesAsked(query.status),
        categories: query.category,
        priorities: query.priority,
        onlyActiveUsers: query.only_active_users === 'true',
        withPast: query.skip_ttl === 'true' || (query.status?.includes('EXPIRED') ?? false),
        page: query.page,
        size: query.per_page,
      });
      context.auditMembers([...new Set(found.content.map(({ user_id }) => user_id))]);
      return { ...found, page: query.page, per_page: query.per_page };
    }),
    route(countActions, async ({ query }, context) => {
      const { scope } = await context.figureScope();
      const rows = await store.counts(tenantOf(context).id, scope, query.status ? statusesAsked(query.status) : null);
      context.auditMembers(rows.flatMap(({ members }) => (isAboutFew(members.length) ? members : [])));
      return Object.fromEntries(rows.map(({ assigneeId, actions }) => [assigneeId, actions]));
    }),
    route(getAction, ({ params }, context) => service.read(doerOf(context), params.actionId.toLowerCase())),
    route(postAction, ({ body }, context) => service.open(doerOf(context), body)),
    route(putAction, ({ body }, context) => service.change(doerOf(context), body)),
    route(assignAction, ({ params, body }, context) => service.assign(doerOf(context), params.actionId.toLowerCase(), body)),
    route(intervene, async ({ body: { action_ids: ids, ...done } }, context) => {
      const results = await each([...new Set(ids)], (id) => interveneOnOne(id, done, context));
      // What is wrong with the body is wrong for all of them: nothing was stored, and the fields are named.
      const [first] = results;
      if (first && results.every(({ refusal }) => refusal?.code === 'invalid_input')) throw first.refusal;
      return { results: results.map(({ refusal: _, ...shown }) => shown) };
    }),
    route(undoActions, async ({ body: { request_id: requestId } }, context) => {
      const ids = await service.doneBy(doerOf(context), requestId).catch((error: unknown) => {
        context.auditMembers([]);
        throw error;
      });
      const results = await each(ids, (id) => undoOne(id, requestId, context));
      const [first] = results;
      if (first?.refusal && results.every(({ refusal }) => refusal !== null)) throw first.refusal;
      return { results: results.map(({ refusal: _, ...shown }) => shown) };
    }),
    route(listCategories, async () =>
      actionCategoryIds.map((id) => {
        const { roles, completedAs, usualPriority, byHand, hasParent } = categoryOf(id);
        const settings = {
          roles: [...roles],
          completed_as: completedAs,
          usual_priority: usualPriority,
          by_hand: byHand,
          has_parent: hasParent,
        };
        return { action_category: id, ...settings, time_to_live: { ...timeToLiveSeconds } };
      }),
    ),
  ];
}

/** Why one action of several is left as it is. */
const ofOneAction: ReadonlySet<string> = new Set(['not_found', 'no_access_to_user', 'forbidden', 'conflict', 'invalid_input']);

type Result = ResponseOf<typeof intervene>['results'][number] & { readonly refusal: VigilError | null };

type Undone = ResponseOf<typeof undoActions>['results'][number] & { readonly refusal: VigilError | null };

function doerOf(context: RequestContext) {
  const roles = rolesOf(context);
  return { tenantId: tenantOf(context).id, id: userIdOf(context), roles };
}
