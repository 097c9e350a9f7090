import type { MetricId } from '@vigil/domain/metrics/catalogue';

export type ReadingSource = 'device' | 'manual';

export interface ReadingSeries {
  readonly metric: MetricId;
  readonly source: ReadingSource;
  /** Milliseconds since 1970, as the device's clock stamped them; ascending within a day. */
  readonly timestampsMs: Float64Array;
  /** In the catalogue's unit. */
  readonly values: Float64Array;
}

/** Takes one reading; the moment is the true one in milliseconds. */
export type SeriesSink = (metric: MetricId, source: ReadingSource, atMs: number, value: number) => void;

interface Column {
  readonly metric: MetricId;
  readonly source: ReadingSource;
  timestampsMs: Float64Array;
  values: Float64Array;
  length: number;
}

/** Collects readings by metric and source, dropping those whose stamp lies outside [fromMs, toMs). */
export function createCollector(fromMs: number, toMs: number, clockSkewMs: number): { sink: SeriesSink; series(): ReadingSeries[] } {
  const columns = new Map<string, Column>();
  const open = (metric: MetricId, source: ReadingSource): Column => {
    const column = { metric, source, timestampsMs: new Float64Array(64), values: new Float64Array(64), length: 0 };
    columns.set(source === 'device' ? metric : `${metric}/manual`, column);
    return column;
  };
  return {
    sink(metric, source, atMs, value) {
      const stamp = atMs + clockSkewMs;
      if (stamp < fromMs || stamp >= toMs) return;
      const column = columns.get(source === 'device' ? metric : `${metric}/manual`) ?? open(metric, source);
      if (column.length === column.values.length) {
        column.timestampsMs = grown(column.timestampsMs);
        column.values = grown(column.values);
      }
      column.timestampsMs[column.length] = stamp;
      column.values[column.length++] = value;
    },
    series: () =>
      [...columns.values()].map(({ metric, source, timestampsMs, values, length }) => ({
        metric,
        source,
        timestampsMs: timestampsMs.slice(0, length),
        values: values.slice(0, length),
      })),
  };
}

function grown(column: Float64Array): Float64Array {
  const larger = new Float64Array(column.length * 3);
  larger.set(column);
  return larger;
}
