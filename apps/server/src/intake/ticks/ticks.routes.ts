import { postTicks } from '@vigil/contract/ticks-store.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import type { LargeBodies } from '../large-bodies/large-bodies.ts';
import { provenanceOf } from '../provenance.ts';
import type { ReadingCounter } from '../reading-counter.ts';
import { countsOf } from '../tick-collector.ts';
import { type ReadBatch, readBatch } from './read-batch.ts';

export interface TicksRoutesDependencies {
  readonly delivery: Delivery;
  readonly clock: Clock;
  readonly large: LargeBodies;
  readonly counter: ReadingCounter;
}

export function ticksRoutes({ delivery, clock, large, counter }: TicksRoutesDependencies): readonly Route[] {
  async function store(userId: string, batch: ReadBatch, context: RequestContext) {
    const provenance = provenanceOf(context.caller, batch.source, batch.deviceId);
    await delivery.deliver(tenantOf(context).id, context.caller, [{ ...provenance, userId, series: batch.series }]);
    counter.count('ticks', batch);
    return countsOf(batch);
  }
  return [
    route(postTicks, async ({ params, body }, context) => store(params.userId, readBatch(body, clock.now()), context), {
      aboveBytes: large.aboveBytes.ticks,
      handler: async ({ params, bytes }, context) => store(params.userId, await large.readBatch(bytes, clock.now(), context), context),
    }),
  ];
}
