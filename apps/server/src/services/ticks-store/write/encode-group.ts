import type { InsertFrom } from '#platform/ticks/engine.ts';
import { float64ArrayBytes, int8Byte, int64Bytes, stringBytes, uuidBytes } from '#platform/ticks/row-binary.ts';
import type { TickBatch, TickSource } from '../tick-batch.ts';

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
  const rows = group.flatMap(encodeBatch);
  // In the table's own order the engine need not sort.
  rows.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  return { ...statement, body: [Buffer.concat(rows.flatMap((row) => row.parts))] };
}

interface EncodedSeries {
  readonly order: string;
  readonly parts: readonly Uint8Array[];
}

function encodeBatch({ batch, receivedAtMs }: ReceivedBatch): EncodedSeries[] {
  const head = [uuidBytes(batch.tenantId), uuidBytes(batch.userId)];
  const tail = [int8Byte(sourceRank[batch.source]), ...stringBytes(batch.deviceId ?? ''), int64Bytes(receivedAtMs)];
  const member = uuidOrder(batch.tenantId) + uuidOrder(batch.userId);
  return batch.series
    .filter((series) => series.values.length > 0)
    .map((series) => ({
      order: member + series.metric,
      parts: [
        ...head,
        ...stringBytes(series.metric),
        ...tail,
        ...float64ArrayBytes(series.timestampsMs),
        ...float64ArrayBytes(series.values),
      ],
    }));
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
