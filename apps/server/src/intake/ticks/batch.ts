import type { TickCollector } from '../tick-collector.ts';

/**
 * Rows: `[{timestamp, data: {metric: value}}]`. Every value is a reading of its own, so a row of three metrics with a
 * bad timestamp counts as three refused; a row that holds no reading at all counts as one. The first has `firstIndex`.
 */
export function addRows(collector: TickCollector, rows: readonly unknown[], firstIndex = 0): void {
  for (const [position, row] of rows.entries()) {
    const index = firstIndex + position;
    const { timestamp, data } = isObject(row) ? row : { timestamp: undefined, data: undefined };
    if (!isObject(data)) {
      collector.refuse(index, null, 'Not a tick; send {"timestamp": seconds, "data": {"metric": value}}');
      continue;
    }
    const metrics = Object.keys(data);
    if (metrics.length === 0) collector.refuse(index, null, 'The tick has no data');
    for (const metric of metrics) collector.add(index, metric, timestamp, data[metric]);
  }
}

/**
 * Columns: `{metric: {timestamps, values}}`, both lists equally long. Where they are not, nobody can say which value
 * belongs to which moment, so the whole series is refused.
 */
export function addColumns(collector: TickCollector, series: Record<string, unknown>): void {
  for (const metric of Object.keys(series)) {
    const column = series[metric];
    if (!isObject(column) || !Array.isArray(column.timestamps) || !Array.isArray(column.values)) {
      collector.refuse(0, metric, 'Not a series; send {"timestamps": [seconds, …], "values": [number, …]}');
      continue;
    }
    const { timestamps, values } = column as { timestamps: readonly unknown[]; values: readonly unknown[] };
    if (timestamps.length === values.length) {
      collector.addColumn(metric, timestamps, values);
      continue;
    }
    const reason = `The series has ${timestamps.length} timestamps and ${values.length} values, so nothing of it can be placed`;
    for (let index = 0; index < Math.max(timestamps.length, values.length); index += 1) collector.refuse(index, metric, reason);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
