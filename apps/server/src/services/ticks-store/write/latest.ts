import { catalogue, isMetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { confidences } from '@vigil/domain/metrics/counting';
import type { TickSeries, TickSource } from '../tick-batch.ts';
import { type ReceivedBatch, sourceRank } from './encode-group.ts';
import { receivedAtOf } from './versions.ts';

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

/** A metric of a member whose latest tick has to be looked up among all that are stored. */
export interface Recheck {
  readonly tenantId: string;
  readonly userId: string;
  readonly metric: string;
}

/** Stored values that do not count, from the first to the last: a latest tick among them may have been corrected away. */
export interface Uncounted extends Recheck {
  readonly fromMs: number;
  readonly toMs: number;
  readonly receivedAtMs: number;
}

/** What has changed of that which PostgreSQL keeps at hand about members. Only ticks that count are ever the latest. */
export interface LatestChanges {
  readonly latest: Map<string, LatestTick>;
  /** The newest ticks of what is counted by the day: not for this table before their days are rolled up (`day-totals.ts`). */
  readonly counts: Map<string, LatestTick>;
  readonly syncs: Map<string, BandSync>;
  readonly uncounted: Uncounted[];
  readonly rechecks: Map<string, Recheck>;
}

export const noLatestChanges = (): LatestChanges => ({
  latest: new Map(),
  counts: new Map(),
  syncs: new Map(),
  uncounted: [],
  rechecks: new Map(),
});

export const isCount = (metric: string): boolean => isMetricId(metric) && catalogue[metric].kind === 'count';

/** Whether a value of the metric counts can be told only from another metric's, which may come before it or after. */
const needsConfidence = (metric: string): boolean => confidences.some(({ of }) => of === metric);

/** True when `tick` takes the place of `known`: newer, or of the same moment from a better source or received later. */
function supersedes(tick: LatestTick, known: LatestTick): boolean {
  if (tick.timestampMs !== known.timestampMs) return tick.timestampMs > known.timestampMs;
  if (tick.source !== known.source) return sourceRank[tick.source] < sourceRank[known.source];
  return tick.receivedAtMs >= known.receivedAtMs;
}

const keyOf = ({ tenantId, userId, metric }: Recheck) => `${tenantId}/${userId}/${metric}`;

/** Notes the newest of ticks that count. */
export function addLatest(changes: LatestChanges, tick: LatestTick): void {
  if (needsConfidence(tick.metric)) addRecheck(changes, tick);
  else addNewest(isCount(tick.metric) ? changes.counts : changes.latest, tick);
}

function addNewest(newest: Map<string, LatestTick>, tick: LatestTick): void {
  const key = keyOf(tick);
  const known = newest.get(key);
  if (!known || supersedes(tick, known)) newest.set(key, tick);
}

export function mergeNewest(into: Map<string, LatestTick>, from: ReadonlyMap<string, LatestTick>): void {
  for (const tick of from.values()) addNewest(into, tick);
}

export function addRecheck(changes: LatestChanges, { tenantId, userId, metric }: Recheck): void {
  const recheck = { tenantId, userId, metric };
  changes.rechecks.set(keyOf(recheck), recheck);
}

/** What is counted by the day is to be looked up again for these members. */
export function recheckCounts(tenantId: string, userIds: readonly string[]): LatestChanges {
  const changes = noLatestChanges();
  for (const metric of metricIds.filter(isCount)) for (const userId of userIds) addRecheck(changes, { tenantId, userId, metric });
  return changes;
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

/** Takes over all but the counts, which wait for something else. */
export function mergeLatestChanges(into: LatestChanges, from: LatestChanges): void {
  mergeNewest(into.latest, from.latest);
  into.uncounted.push(...from.uncounted);
  for (const recheck of from.rechecks.values()) addRecheck(into, recheck);
  for (const sync of from.syncs.values()) addSync(into, sync);
}

/** Notes a stored batch. Answers the times of its first and last tick, or undefined when it has none. */
export function addBatch(changes: LatestChanges, { batch, receivedAtMs }: ReceivedBatch): { fromMs: number; toMs: number } | undefined {
  const { tenantId, userId, source } = batch;
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const series of batch.series) {
    const { metric } = series;
    const { lowest, highest, newest, uncountedFrom, uncountedTo } = ends(series);
    if (highest < lowest) continue;
    fromMs = Math.min(fromMs, lowest);
    toMs = Math.max(toMs, highest);
    for (const confidence of confidences)
      if (confidence.metric === metric) addRecheck(changes, { tenantId, userId, metric: confidence.of });
    if (uncountedTo >= uncountedFrom)
      changes.uncounted.push({ tenantId, userId, metric, fromMs: uncountedFrom, toMs: uncountedTo, receivedAtMs });
    const timestampMs = series.timestampsMs[newest];
    const value = series.values[newest];
    if (timestampMs === undefined || value === undefined) continue;
    addLatest(changes, { tenantId, userId, metric, timestampMs, value, source, receivedAtMs });
  }
  if (toMs < fromMs) return undefined;
  // What is dated ahead was taken back, or corrects that: not by the band.
  if (source === 'device' && receivedAtOf(receivedAtMs) === receivedAtMs)
    addSync(changes, { tenantId, userId, firstTickMs: fromMs, firstReceivedMs: receivedAtMs, lastReceivedMs: receivedAtMs });
  return { fromMs, toMs };
}

/**
 * The first and the last time, where the newest value that counts stands (the last of equals: it is the one that is kept),
 * and the first and last time of values that do not count.
 */
function ends({ metric, timestampsMs, values }: TickSeries) {
  const dropsZeros = !catalogue[metric].zeroCounts;
  const found = {
    lowest: Number.POSITIVE_INFINITY,
    highest: Number.NEGATIVE_INFINITY,
    newest: -1,
    uncountedFrom: Number.POSITIVE_INFINITY,
    uncountedTo: Number.NEGATIVE_INFINITY,
  };
  let newestMs = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < timestampsMs.length; index++) {
    const timestamp = timestampsMs[index] as number;
    if (timestamp < found.lowest) found.lowest = timestamp;
    if (timestamp > found.highest) found.highest = timestamp;
    const value = values[index] as number;
    if (value === 0 ? dropsZeros : Number.isNaN(value)) {
      if (timestamp < found.uncountedFrom) found.uncountedFrom = timestamp;
      if (timestamp > found.uncountedTo) found.uncountedTo = timestamp;
    } else if (timestamp >= newestMs) {
      newestMs = timestamp;
      found.newest = index;
    }
  }
  return found;
}
