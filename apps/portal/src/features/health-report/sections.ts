import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import { readingsOf, type TickLike } from '#charts/readings.ts';
import { meanOfReadings } from '#charts/series.ts';

/** The sections of the report, in the specification's order. */
const sectionIds = ['weight', 'pressure', 'glucose', 'heart_rate', 'resp_rate', 'spo2'] as const;
export type SectionId = (typeof sectionIds)[number];

/** Those of single readings, each with what it is read from; the others are told by the day. */
export const readingMetrics: readonly MetricId[] = ['weight', 'weight_conf', 'systolic', 'diastolic', 'glucose'];
const dayMetrics = ['heart_rate', 'resp_rate', 'spo2'] as const;
export const dayFacts = [...dayMetrics, 'glucose' as const].flatMap((metric) =>
  ['mean', 'min', 'max', 'count'].map((statistic) => `${metric}_${statistic}`),
);

/** One line of a section: a reading, or a day with its lowest and highest. In the person's units. */
export interface ReportRow {
  /** Unix seconds: of the reading, or of the beginning of the day. */
  readonly at: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  /** The lower number of a blood pressure. */
  readonly lower?: number;
  readonly count?: number;
  /** The mean of so many readings, of which the value is the lowest or the highest. */
  readonly mean?: number;
}

export interface ReportSection {
  readonly id: SectionId;
  readonly metric: MetricId;
  readonly unit: string;
  readonly rows: readonly ReportRow[];
  /** The same by the day, where the rows are single readings and files tell days. */
  readonly days?: readonly ReportRow[];
}

/** The report of what was answered; a section without rows had nothing measured, and says so. */
export function sectionsOf(readings: readonly TickLike[], days: readonly TickLike[], units: Units): readonly ReportSection[] {
  return sectionIds.map((id) => {
    const metric: MetricId = id === 'pressure' ? 'systolic' : id;
    return {
      ...{ id, metric, unit: displayUnit(catalogue[metric], units), rows: rowsOf(id, readings, days, units) },
      ...(id === 'glucose' && { days: dayRows(id, days, units) }),
    };
  });
}

function rowsOf(id: SectionId, readings: readonly TickLike[], days: readonly TickLike[], units: Units): readonly ReportRow[] {
  if (id === 'pressure') return pressureRows(readings);
  if (id !== 'weight' && id !== 'glucose') return dayRows(id, days, units);
  const shown = (value: number) => displayValue(catalogue[id], value, units);
  return readingsOf(readings, id, catalogue[id].zeroCounts, shown).map(({ at, value, count, mean }) => ({
    ...{ at, value },
    ...(count !== undefined && { count }),
    ...(mean !== undefined && { mean }),
  }));
}

function dayRows(id: MetricId, days: readonly TickLike[], units: Units): readonly ReportRow[] {
  const shown = (value: number) => displayValue(catalogue[id], value, units);
  return days
    .flatMap(({ timestamp, data }): ReportRow[] => {
      const [value, low, high, count] = [data[`${id}_mean`], data[`${id}_min`], data[`${id}_max`], data[`${id}_count`]];
      if (!value || low === undefined || high === undefined) return [];
      return [{ at: timestamp, value: shown(value), low: shown(low), high: shown(high), ...(count !== undefined && { count }) }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Pairs of one moment: a number without its partner is no blood pressure. */
function pressureRows(readings: readonly TickLike[]): readonly ReportRow[] {
  const lower = new Map(readingsOf(readings, 'diastolic', false).map(({ at, value }) => [at, value]));
  return readingsOf(readings, 'systolic', false).flatMap(({ at, value }) => {
    const found = lower.get(at);
    return found === undefined ? [] : [{ at, value, lower: found }];
  });
}

/** A section in figures. */
export interface SectionFigures {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly last: ReportRow;
}

/** Of days each weighs by its readings, so that a day of one reading is not a day of a thousand; null without rows. */
export function figuresOf(rows: readonly ReportRow[]): SectionFigures | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  return {
    mean: meanOfReadings(rows),
    low: Math.min(...rows.map(({ value, low = value }) => low)),
    high: Math.max(...rows.map(({ value, high = value }) => high)),
    last,
  };
}

/** The two numbers of a pressure belong together, and one reading has no average: of those only the last is told. */
export const tellsOnlyLast = ({ id, rows }: Pick<ReportSection, 'id' | 'rows'>): boolean =>
  id === 'pressure' || (rows.length === 1 && (rows[0]?.count ?? 1) === 1 && rows[0]?.low === rows[0]?.high);
