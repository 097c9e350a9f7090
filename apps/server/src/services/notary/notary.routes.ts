import { getHistory, getLast, postNote } from '@vigil/contract/notary.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Notary } from './notary.service.ts';

export function notaryRoutes(notary: Notary): readonly Route[] {
  return [
    route(getHistory, async ({ params, query }, context) => {
      const found = await notary.history(tenantOf(context).id, { ...query, userId: params.patientId });
      return { ...found, page: query.page, size: query.size };
    }),
    route(getLast, ({ params }, context) => notary.last(tenantOf(context).id, params.patientId)),
    route(postNote, ({ body }, context) => notary.write(tenantOf(context).id, userIdOf(context), body)),
  ];
}
