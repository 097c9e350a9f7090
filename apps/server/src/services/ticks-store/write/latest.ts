import type { TickSource } from '../tick-batch.ts';
import { type ReceivedBatch, sourceRank } from './encode-group.ts';

/** The newest tick of one member and metric. Times in milliseconds since 1970. */
export interface LatestTick {
  readonly tenantId: string;
  readonly userId: string;
  readonly metric: string;
  readonly timestampMs: number;
  readonly value: number;
  readonly source: TickSource;
  readonly receivedAtMs: number;
}

/** What a member's own band has sent. Times in milliseconds since 1970. */
export interface BandSync {
  readonly tenantId: string;
  readonly userId: string;
  readonly firstTickMs: number;
  readonly firstReceivedMs: number;
  readonly lastReceivedMs: number;
}

/** What has changed of that which PostgreSQL keeps at hand about members. */
export interface LatestChanges {
  readonly latest: Map<string, LatestTick>;
  readonly syncs: Map<string, BandSync>;
}

export const noLatestChanges = (): LatestChanges => ({ latest: new Map(), syncs: new Map() });

/** True when `tick` takes the place of `known`: newer, or of the same moment from a better source or received later. */
function supersedes(tick: LatestTick, known: LatestTick): boolean {
  if (tick.timestampMs !== known.timestampMs) return tick.timestampMs > known.timestampMs;
  if (tick.source !== known.source) return sourceRank[tick.source] < sourceRank[known.source];
  return tick.receivedAtMs >= known.receivedAtMs;
}

export function addLatest(changes: LatestChanges, tick: LatestTick): void {
  const key = `${tick.tenantId}/${tick.userId}/${tick.metric}`;
  const known = changes.latest.get(key);
  if (!known || supersedes(tick, known)) changes.latest.set(key, tick);
}

export function addSync(changes: LatestChanges, sync: BandSync): void {
  const key = `${sync.tenantId}/${sync.userId}`;
  const known = changes.syncs.get(key) ?? sync;
  changes.syncs.set(key, {
    ...sync,
    firstTickMs: Math.min(known.firstTickMs, sync.firstTickMs),
    firstReceivedMs: Math.min(known.firstReceivedMs, sync.firstReceivedMs),
    lastReceivedMs: Math.max(known.lastReceivedMs, sync.lastReceivedMs),
  });
}

export function mergeLatestChanges(into: LatestChanges, from: LatestChanges): void {
  for (const tick of from.latest.values()) addLatest(into, tick);
  for (const sync of from.syncs.values()) addSync(into, sync);
}

/** Notes a stored batch. Answers the times of its first and last tick, or undefined when it has none. */
export function addBatch(changes: LatestChanges, { batch, receivedAtMs }: ReceivedBatch): { fromMs: number; toMs: number } | undefined {
  const { tenantId, userId, source } = batch;
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const series of batch.series) {
    const { lowest, newest } = ends(series.timestampsMs);
    const timestampMs = series.timestampsMs[newest];
    const value = series.values[newest];
    if (timestampMs === undefined || value === undefined) continue;
    fromMs = Math.min(fromMs, lowest);
    toMs = Math.max(toMs, timestampMs);
    addLatest(changes, { tenantId, userId, metric: series.metric, timestampMs, value, source, receivedAtMs });
  }
  if (toMs < fromMs) return undefined;
  if (source === 'device')
    addSync(changes, { tenantId, userId, firstTickMs: fromMs, firstReceivedMs: receivedAtMs, lastReceivedMs: receivedAtMs });
  return { fromMs, toMs };
}

/** The earliest time, and where the newest one stands (the last of equals: it is the one that is kept). */
function ends(timestampsMs: Float64Array): { lowest: number; newest: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let newest = -1;
  for (let index = 0; index < timestampsMs.length; index++) {
    const timestamp = timestampsMs[index] as number;
    if (timestamp < lowest) lowest = timestamp;
    if (timestamp >= highest) {
      highest = timestamp;
      newest = index;
    }
  }
  return { lowest, newest };
}
