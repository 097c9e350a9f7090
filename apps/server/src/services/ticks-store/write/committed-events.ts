import type { Bus, BusEvents } from '#platform/bus.ts';
import type { ReceivedBatch } from './encode-group.ts';

/** Tells the bus of which members the latest values have followed, once for each. */
export function publishLatestStored(bus: Pick<Bus, 'publish'>, changes: readonly BusEvents['latest.stored'][]): void {
  const members = new Map(changes.map(({ tenantId, userId }) => [`${tenantId}/${userId}`, { tenantId, userId }]));
  for (const member of members.values()) bus.publish('latest.stored', member);
}

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
