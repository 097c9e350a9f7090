import { listGaps, listMemberGaps } from '@vigil/contract/alerts-gaps.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { GapsStore } from './gaps.store.ts';
import type { Listening } from './listening.ts';

export function gapsRoutes(store: Pick<GapsStore, 'page' | 'standing'>, listening: Pick<Listening, 'now'>): readonly Route[] {
  return [
    route(listGaps, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const [{ outage }, found] = await Promise.all([
        listening.now(),
        store.page(tenantOf(context).id, { scope, kinds: query.kind ?? null, page: query.page, perPage: query.per_page }),
      ]);
      context.auditMembers([...new Set(found.content.map(({ userId }) => userId))]);
      return { ...found, page: query.page, per_page: query.per_page, outage };
    }),
    route(listMemberGaps, async ({ params }, context) => {
      const [{ outage }, gaps] = await Promise.all([listening.now(), store.standing(tenantOf(context).id, [params.userId])]);
      return { gaps, outage };
    }),
  ];
}
