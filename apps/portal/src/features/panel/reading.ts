import './messages.ts';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit, keptUnits, type Units } from '@vigil/domain/units/unit-system';
import { type MarkedMetric, worstMark } from '#lib/worst-mark.ts';
import { type ColumnId, leadMetric, measureColumns } from './columns.ts';

type Source = MemberRow['latest'][string]['source'];

/** A latest value, ready to be shown. Null stands for a measure that the member never had. */
export interface Reading {
  /** In the person's unit system, without the unit. */
  readonly value: string;
  readonly unit: string;
  /** Unix seconds of the measurement; of the older one where two are shown. */
  readonly at: number;
  readonly source: Source;
  /** Older than its metric holds (the catalogue's `staleAfterSeconds`). */
  readonly stale: boolean;
  /** The worst of its values that is out of range. */
  readonly outOfRange: MarkedMetric | null;
}

export function readingOf(row: Pick<MemberRow, 'latest'>, column: ColumnId, nowSeconds: number, units: Units): Reading | null {
  const found = measureColumns[column].metrics.map((id) => ({ metric: catalogue[id], latest: row.latest[id] }));
  const known = found.flatMap(({ latest }) => latest ?? []);
  const [first] = known;
  if (!first) return null;
  const at = Math.min(...known.map((latest) => latest.timestamp));
  return {
    value: found.map(({ metric, latest }) => (latest ? displayText(metric, latest.value, units) : '–')).join('/'),
    unit: unitOf(column, units),
    at,
    source: first.source,
    stale: nowSeconds - at > leadMetric(column).staleAfterSeconds,
    outOfRange: worstMark(row.latest, measureColumns[column].metrics) ?? null,
  };
}

export function unitOf(column: ColumnId, units: Units): string {
  return displayUnit(leadMetric(column), units);
}

/**
 * When the newest of a member's readings was taken, where none of the shown measures has one of now; null where one has.
 * `never`: there is none at all. Seconds.
 */
export function silentSince(row: Pick<MemberRow, 'latest'>, columns: readonly ColumnId[], nowSeconds: number): number | 'never' | null {
  const readings = columns.map((column) => readingOf(row, column, nowSeconds, keptUnits));
  if (readings.some((reading) => reading && !reading.stale)) return null;
  const times = readings.flatMap((reading) => reading?.at ?? []);
  return times.length === 0 ? 'never' : Math.max(...times);
}
