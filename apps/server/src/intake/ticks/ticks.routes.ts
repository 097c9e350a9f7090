import { postTicks } from '@vigil/contract/ticks-store.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import { provenanceOf } from '../provenance.ts';
import { createTickSieve } from '../tick-sieve.ts';
import { offerColumns, offerRows } from './batch.ts';

export function ticksRoutes(deps: { readonly delivery: Delivery; readonly clock: Clock }): readonly Route[] {
  return [
    route(postTicks, async ({ params, body }, context) => {
      const provenance = provenanceOf(context.caller, body.source, body.deviceId);
      const sieve = createTickSieve(deps.clock.now());
      if (body.ticks) offerRows(sieve, body.ticks);
      if (body.series) offerColumns(sieve, body.series);
      const { series, accepted, rejected, rejectedTotal } = sieve.take();
      await deps.delivery.deliver(tenantOf(context).id, context.caller, [{ ...provenance, userId: params.userId, series }]);
      return { accepted, rejected: [...rejected], rejectedTotal };
    }),
  ];
}
