import { ticksStore } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { Bus } from '#platform/bus.ts';
import { followTicks } from './ticks-store.follow.ts';
import { intervalMs, type TicksReads } from './ticks-store.service.ts';

/** What reads ticks over HTTP; sending them is the intake's. */
export function ticksReadRoutes(reads: TicksReads, bus: Bus): Route[] {
  return [
    route(ticksStore.getTicks, async ({ params, query }, context) => {
      const thin = query.thin === 'true';
      if (thin && (query.deduplicate !== 'true' || query.provenance === 'true'))
        throw new VigilError('invalid_input', 'Only the values that count can be thinned, and without where they came from.', {
          fields: [{ field: 'thin', message: 'Goes with deduplicate=true, and without provenance' }],
        });
      return reads.moments({
        tenantId: tenantOf(context).id,
        userId: params.userId,
        metrics: query.metrics,
        ...intervalMs(query.start_time, query.end_time, 'end_time'),
        deduplicate: query.deduplicate === 'true',
        provenance: query.provenance === 'true',
        thin,
      });
    }),
    route(ticksStore.getAggregate, async ({ params, query }, context) =>
      reads.histogram({
        tenantId: tenantOf(context).id,
        userId: params.userId,
        metrics: query.metrics,
        ...intervalMs(query.start_time, query.end_time, 'end_time'),
      }),
    ),
    route(ticksStore.getFirstTicks, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const asked = query.user_ids.map((id) => id.toLowerCase());
      const found = await reads.firstTicks(tenantOf(context).id, scope === 'tenant' ? asked : asked.filter((id) => scope.includes(id)));
      context.auditMembers(found.map((member) => member.user_id));
      return found;
    }),
    route(ticksStore.followTicks, async ({ params }, context) => {
      await followTicks(bus, context.reply.raw, {
        tenantId: tenantOf(context).id,
        userId: params.userId.toLowerCase(),
        signal: context.signal,
      });
      return undefined as never;
    }),
  ];
}
