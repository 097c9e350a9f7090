import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { InsertFrom } from '#platform/ticks/engine.ts';
import { float64ArrayBytes, int8Byte, int64Bytes, stringBytes, uuidBytes } from '#platform/ticks/row-binary.ts';
import type { TickBatch, TickSeries, TickSource } from '../tick-batch.ts';

/** A batch with the moment it counts as received. Milliseconds since 1970. */
export interface ReceivedBatch {
  readonly batch: TickBatch;
  readonly receivedAtMs: number;
}

/** The numbers of the source column; their order is their rank where several sources have a value for one moment. */
export const sourceRank: Readonly<Record<TickSource, number>> = { device: 1, manual: 2, imported: 3 };

/**
 * One insert for all ticks of several batches. The body has one row per series with its times and values as arrays,
 * which are our memory as it stands: a tick costs 16 bytes and no work here, and the engine spreads the arrays.
 */
export function encodeGroup(group: readonly ReceivedBatch[]): InsertFrom {
  const members = Map.groupBy(group.map(encodedOnce), ({ order }) => order);
  const parts: Uint8Array[] = [];
  // In the table's own order the engine need not sort: by tenant and member, then by metric.
  for (const order of [...members.keys()].sort()) {
    const rows = (members.get(order) ?? []).flatMap((batch) => batch.series.map((series) => ({ series, batch })));
    rows.sort((a, b) => (a.series.metric < b.series.metric ? -1 : a.series.metric > b.series.metric ? 1 : 0));
    for (const { series, batch } of rows)
      parts.push(
        batch.head,
        metricBytes(series.metric),
        batch.tail,
        ...float64ArrayBytes(series.timestampsMs),
        ...float64ArrayBytes(series.values),
      );
  }
  return { ...statement, body: [Buffer.concat(parts)] };
}

/** What all rows of a batch have alike, encoded once: a band sends few ticks of many metrics. */
interface EncodedBatch {
  readonly order: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly series: readonly TickSeries[];
}

function encodedOnce({ batch, receivedAtMs }: ReceivedBatch): EncodedBatch {
  return {
    order: uuidOrder(batch.tenantId) + uuidOrder(batch.userId),
    head: Buffer.concat([uuidBytes(batch.tenantId), uuidBytes(batch.userId)]),
    tail: Buffer.concat([int8Byte(sourceRank[batch.source]), ...stringBytes(batch.deviceId ?? ''), int64Bytes(receivedAtMs)]),
    series: batch.series.filter((series) => series.values.length > 0),
  };
}

const metrics = new Map<string, Uint8Array>();

/** The catalogue has some twenty metrics, so they are kept. */
function metricBytes(metric: MetricId): Uint8Array {
  let bytes = metrics.get(metric);
  if (!bytes) {
    bytes = Buffer.concat(stringBytes(metric));
    metrics.set(metric, bytes);
  }
  return bytes;
}

/** The engine orders UUIDs by their second half before their first. */
function uuidOrder(uuid: string): string {
  const lower = uuid.toLowerCase();
  return lower.slice(19) + lower.slice(0, 18);
}

const statement = {
  table: 'vigil.ticks',
  columns: ['tenant_id', 'user_id', 'metric', 'ts', 'source', 'value', 'device_id', 'received_at'],
  structure:
    'tenant UUID, member UUID, name String, origin Int8, device String, received Int64, moments Array(Float64), readings Array(Float64)',
  select: [
    'tenant',
    'member',
    'name',
    "fromUnixTimestamp64Milli(toInt64(moment), 'UTC')",
    'origin',
    'reading',
    'device',
    "fromUnixTimestamp64Milli(received, 'UTC')",
  ],
  // Repeats within an insert are dropped by the merge that follows anyway, and by FINAL until then.
  settings: { optimize_on_insert: '0' },
  clause: 'array join moments as moment, readings as reading',
};
