import type { TickSieve } from '../tick-sieve.ts';

/**
 * Rows: `[{timestamp, data: {metric: value}}]`. Every value is a reading of its own, so a row of three metrics with a
 * bad timestamp counts as three refused; a row that holds no reading at all counts as one. The first has `firstIndex`.
 */
export function offerRows(sieve: TickSieve, rows: readonly unknown[], firstIndex = 0): void {
  for (const [position, row] of rows.entries()) {
    const index = firstIndex + position;
    const { timestamp, data } = isObject(row) ? row : { timestamp: undefined, data: undefined };
    if (!isObject(data)) {
      sieve.refuse(index, null, 'Not a tick; send {"timestamp": seconds, "data": {"metric": value}}');
      continue;
    }
    const metrics = Object.keys(data);
    if (metrics.length === 0) sieve.refuse(index, null, 'The tick has no data');
    for (const metric of metrics) sieve.offer(index, metric, timestamp, data[metric]);
  }
}

/**
 * Columns: `{metric: {timestamps, values}}`, both lists equally long. Where they are not, nobody can say which value
 * belongs to which moment, so the whole series is refused.
 */
export function offerColumns(sieve: TickSieve, series: Record<string, unknown>): void {
  for (const metric of Object.keys(series)) {
    const column = series[metric];
    if (!isObject(column) || !Array.isArray(column.timestamps) || !Array.isArray(column.values)) {
      sieve.refuse(0, metric, 'Not a series; send {"timestamps": [seconds, …], "values": [number, …]}');
      continue;
    }
    const { timestamps, values } = column as { timestamps: readonly unknown[]; values: readonly unknown[] };
    if (timestamps.length === values.length) {
      sieve.offerColumn(metric, timestamps, values);
      continue;
    }
    const reason = `The series has ${timestamps.length} timestamps and ${values.length} values, so nothing of it can be placed`;
    for (let index = 0; index < Math.max(timestamps.length, values.length); index += 1) sieve.refuse(index, metric, reason);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
