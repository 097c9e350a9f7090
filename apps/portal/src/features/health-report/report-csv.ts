import { exportDecimals, roundTo } from '@vigil/domain/units/rounding';
import { meanOfReadings } from '#charts/series.ts';
import type { CsvCell, CsvTable } from '#lib/csv.ts';
import type { WriteReport } from './messages.ts';
import type { ReportSection } from './sections.ts';

/** The CSV omits weight and blood pressure (specification, screens). */
const omitted: readonly ReportSection['id'][] = ['weight', 'pressure'];

/** The specification's display date. */
const dayIn = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric', year: 'numeric' });

/**
 * The report as rows: a day, and for each metric its average, lowest and highest of it, units in the heading, two decimals. What was
 * not measured on a day leaves its cells empty; readings of one day become their mean.
 */
export function reportCsv(sections: readonly ReportSection[], zone: string, write: WriteReport): CsvTable {
  const told = sections.filter(({ id }) => !omitted.includes(id));
  const day = dayIn(zone);
  const order = new Map<string, number>();
  const columns = told.map(({ rows: readings, days: rows = readings }) => {
    const byDay = new Map<string, (typeof rows)[number][]>();
    for (const row of rows) {
      const key = day.format(row.at * 1000);
      byDay.set(key, [...(byDay.get(key) ?? []), row]);
      order.set(key, Math.min(order.get(key) ?? row.at, row.at));
    }
    return byDay;
  });
  const days = [...order].sort((a, b) => a[1] - b[1]).map(([key]) => key);
  const header = told.flatMap(({ id, unit }) => {
    const name = `${write(`section.${id}`)} (${unit})`;
    return [name, `${name}, ${write('column.low')}`, `${name}, ${write('column.high')}`];
  });
  return {
    header: [`${write('column.day')} (${zone})`, ...header],
    rows: days.map((key) => [key, ...columns.flatMap((byDay) => cellsOf(byDay.get(key) ?? []))]),
  };
}

function cellsOf(rows: readonly ReportSection['rows'][number][]): readonly CsvCell[] {
  if (rows.length === 0) return [null, null, null];
  const round = (value: number) => roundTo(value, exportDecimals);
  return [
    round(meanOfReadings(rows)),
    round(Math.min(...rows.map(({ value, low = value }) => low))),
    round(Math.max(...rows.map(({ value, high = value }) => high))),
  ];
}
