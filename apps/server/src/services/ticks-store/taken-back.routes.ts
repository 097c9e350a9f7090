import { ticksStoreTakenBack } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type { TakenBackReading } from '@vigil/contract/ticks-store-taken-back.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { TakeBackRequest } from './write/take-back.ts';
import type { TakenBack, TakenBackStore } from './write/taken-back-store.ts';

/** Taking readings back, and the list of those that were. */
export function takenBackRoutes(
  takeBack: (request: TakeBackRequest) => Promise<TakenBack[]>,
  store: Pick<TakenBackStore, 'page'>,
  finish: (member: { tenantId: string; userId: string }, recorded: readonly TakenBack[]) => Promise<void>,
): readonly Route[] {
  return [
    route(ticksStoreTakenBack.takeTicksBack, async ({ params, body }, context) => {
      const { caller } = context;
      if (caller.kind !== 'person' || caller.userId === null)
        throw new VigilError('forbidden', 'Only a person can take a reading back. Nothing was changed.');
      const readings = body.readings.map(({ metric, timestamp, source }) => ({
        metric,
        source,
        timestampMs: Math.round(timestamp * 1000),
      }));
      const { id: tenantId } = tenantOf(context);
      const taken = await takeBack({ tenantId, userId: params.userId.toLowerCase(), readings, reason: body.reason, by: caller.userId });
      return taken.map(presented);
    }),
    route(ticksStoreTakenBack.listTicksTakenBack, async ({ params, query }, context) => {
      const member = { tenantId: tenantOf(context).id, userId: params.userId.toLowerCase() };
      const { rows, total } = await store.page(member.tenantId, member.userId, query);
      await finish(member, rows);
      return { content: rows.map(presented), totalElements: total, page: query.page, size: query.size };
    }),
  ];
}

function presented(one: TakenBack): TakenBackReading {
  return {
    metric: one.metric,
    timestamp: one.timestampMs / 1000,
    source: one.source,
    value: one.value,
    deviceId: one.deviceId === '' ? null : one.deviceId,
    receivedAt: one.receivedAtMs / 1000,
    status: 'entered-in-error',
    reason: one.reason,
    takenBackBy: one.takenBackBy,
    takenBackAt: one.takenBackAtMs / 1000,
  };
}
