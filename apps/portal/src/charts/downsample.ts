import type { SeriesPoint, TimeSpan } from './series.ts';

/**
 * Readings thinned to at most one value per column of pixels, without hiding anything: each column keeps the mean as
 * its value and the lowest and highest reading as its range, and the chart draws both. Nothing is thinned while there
 * are no more readings than columns. Columns are a fixed grid over the span, so that a new reading changes only the last one.
 *
 * @param columns whole number of columns that the span is wide, at least 1
 */
export function envelope(points: readonly SeriesPoint[], span: TimeSpan, columns: number): readonly SeriesPoint[] {
  if (points.length <= columns) return points;
  const width = (span.to - span.from) / columns;
  const thinned: SeriesPoint[] = [];
  let column: Column | null = null;
  for (const point of points) {
    const index = Math.floor((point.at - span.from) / width);
    if (column === null || column.index !== index) {
      if (column !== null) thinned.push(asPoint(column));
      column = { index, sum: 0, atSum: 0, count: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
    }
    column.sum += point.value;
    column.atSum += point.at;
    column.count += 1;
    column.low = Math.min(column.low, point.low ?? point.value);
    column.high = Math.max(column.high, point.high ?? point.value);
  }
  if (column !== null) thinned.push(asPoint(column));
  return thinned;
}

interface Column {
  readonly index: number;
  sum: number;
  atSum: number;
  count: number;
  low: number;
  high: number;
}

function asPoint(column: Column): SeriesPoint {
  const at = column.atSum / column.count;
  return { at, from: at, to: at, value: column.sum / column.count, low: column.low, high: column.high };
}
