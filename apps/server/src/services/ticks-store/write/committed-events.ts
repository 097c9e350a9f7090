import type { Bus, BusEvents } from '#platform/bus.ts';
import type { ReceivedBatch } from './encode-group.ts';
import { hourMs, type Touched } from './touched.ts';

/** Tells the bus what a group has changed, once per member. `note` answers the span of a batch's ticks. */
export function publishCommitted(
  bus: Bus,
  group: readonly ReceivedBatch[],
  note: (received: ReceivedBatch) => { fromMs: number; toMs: number } | undefined,
): void {
  const events = new Map<string, BusEvents['ticks.committed']>();
  for (const received of group) {
    const span = note(received);
    if (!span) continue;
    const { tenantId, userId, series } = received.batch;
    const key = `${tenantId}/${userId}`;
    const known = events.get(key);
    events.set(key, {
      tenantId,
      userId,
      metrics: [...new Set([...(known?.metrics ?? []), ...series.filter((one) => one.values.length > 0).map((one) => one.metric)])],
      fromMs: Math.min(known?.fromMs ?? span.fromMs, span.fromMs),
      toMs: Math.max(known?.toMs ?? span.toMs, span.toMs),
    });
  }
  for (const event of events.values()) bus.publish('ticks.committed', event);
}

/** Tells the bus which members' rollups have been recomputed. */
export function publishRolledUp(bus: Bus, touched: Touched): void {
  for (const [tenantId, members] of touched) {
    for (const [userId, { metrics, hours }] of members) {
      let fromHour = Number.POSITIVE_INFINITY;
      let toHour = Number.NEGATIVE_INFINITY;
      for (const hour of hours) {
        fromHour = Math.min(fromHour, hour);
        toHour = Math.max(toHour, hour);
      }
      bus.publish('ticks.rolledUp', {
        tenantId,
        userId,
        metrics: [...metrics],
        fromMs: fromHour * hourMs,
        toMs: (toHour + 1) * hourMs - 1,
      });
    }
  }
}
