import type { Bus, BusEvents } from '#platform/bus.ts';
import type { ReceivedBatch } from './encode-group.ts';
import { receivedAtOf } from './versions.ts';

/** Tells the bus of which members the latest values have followed, once for each. */
export function publishLatestStored(bus: Pick<Bus, 'publish'>, changes: readonly BusEvents['latest.stored'][]): void {
  const members = new Map(changes.map(({ tenantId, userId }) => [`${tenantId}/${userId}`, { tenantId, userId }]));
  for (const member of members.values()) bus.publish('latest.stored', member);
}

type Committed = BusEvents['ticks.committed'];

/** Tells the bus what a group has changed, once per member. `note` answers whether a batch has any ticks. */
export function publishCommitted(
  bus: Pick<Bus, 'publish'>,
  group: readonly ReceivedBatch[],
  note: (received: ReceivedBatch) => { fromMs: number; toMs: number } | undefined,
): void {
  const events = new Map<string, Committed>();
  for (const received of group) {
    const span = note(received);
    if (!span) continue;
    const { tenantId, userId, series } = received.batch;
    const key = `${tenantId}/${userId}`;
    const earliest = series.flatMap(({ metric, timestampsMs }) =>
      timestampsMs.length > 0 ? [[metric, lowest(timestampsMs)] as const] : [],
    );
    const event: Committed = {
      ...{ tenantId, userId, ...span, earliestMs: Object.fromEntries(earliest) },
      ...{ metrics: earliest.map(([metric]) => metric), receivedAtMs: receivedAtOf(received.receivedAtMs) },
    };
    const known = events.get(key);
    events.set(key, known ? bothCommitted(known, event) : event);
  }
  for (const event of events.values()) bus.publish('ticks.committed', event);
}

function bothCommitted(one: Committed, other: Committed): Committed {
  const earliestMs = { ...one.earliestMs };
  for (const [metric, ms] of Object.entries(other.earliestMs)) earliestMs[metric] = Math.min(ms, earliestMs[metric] ?? ms);
  return {
    ...one,
    ...{ earliestMs, metrics: Object.keys(earliestMs) },
    fromMs: Math.min(one.fromMs, other.fromMs),
    toMs: Math.max(one.toMs, other.toMs),
    receivedAtMs: Math.min(one.receivedAtMs, other.receivedAtMs),
  };
}

function lowest(times: Float64Array): number {
  let found = Number.POSITIVE_INFINITY;
  for (const time of times) if (time < found) found = time;
  return found;
}
