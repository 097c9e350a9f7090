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
  const parts: Uint8Array[] = [];
  for (const { batch, receivedAtMs } of group) {
    const head = [uuidBytes(batch.tenantId), uuidBytes(batch.userId)];
    const tail = [int8Byte(sourceRank[batch.source]), ...stringBytes(batch.deviceId ?? ''), int64Bytes(receivedAtMs)];
    for (const series of batch.series) {
      if (series.values.length === 0) continue;
      parts.push(...head, ...stringBytes(series.metric), ...tail, ...float64ArrayBytes(series.timestampsMs), ...float64ArrayBytes(series.values));
    }
  }
  return { ...statement, body: [Buffer.concat(parts)] };
}

const statement = {
  table: 'vigil.ticks',
  columns: ['tenant_id', 'user_id', 'metric', 'ts', 'source', 'value', 'device_id', 'received_at'],
  structure: 'tenant UUID, member UUID, name String, origin Int8, device String, received Int64, moments Array(Float64), readings Array(Float64)',
  // Adding nothing to Int8 keeps it a number; the table's own type turns it into the source's name.
  select: [
    'tenant',
    'member',
    'name',
    'fromUnixTimestamp64Milli(toInt64(moment), \'UTC\')',
    'origin',
    'reading',
    'device',
    'fromUnixTimestamp64Milli(received, \'UTC\')',
  ],
  clause: 'array join moments as moment, readings as reading',
};
