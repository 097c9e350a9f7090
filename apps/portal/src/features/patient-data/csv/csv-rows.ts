import { TZDate } from '@date-fns/tz';
import { summaryMark } from '@vigil/domain/metrics/summary-mark';
import { exportDecimals, roundTo } from '@vigil/domain/units/rounding';
import { format } from 'date-fns/format';
import { groupedBy } from '#charts/grouped-by.ts';
import { isStep, meanOfReadings, meanValue, pointsWithin, type Series, type TimeSpan } from '#charts/series.ts';
import type { CsvCell, CsvTable } from '#lib/csv.ts';

/** The specification's form of a moment in an export. */
const csvDateFormat = 'MMM d, yyy hh:mm:ss aa';

export interface CsvAsked {
  readonly series: readonly CsvColumn[];
  readonly span: TimeSpan;
  /** Readings of one minute share a row, as specified for the range of one day. */
  readonly byMinute: boolean;
  readonly zone: string;
  /** Title of the timestamp column; the zone is added. */
  readonly timeTitle: string;
  readonly lowestTitle: (label: string) => string;
  readonly highestTitle: (label: string) => string;
  readonly noteTitle: (label: string) => string;
  /** Title of a column that has only the lowest and the highest of many readings, each at its moment. */
  readonly thinnedTitle: (label: string) => string;
  /** Columns besides the charts’, as of the figures of a sleep. */
  readonly more?: readonly Column[];
  /** What is the same on every row, as a height. */
  readonly everywhere?: readonly { readonly title: string; readonly value: CsvCell }[];
}

interface CsvColumn {
  readonly title: string;
  readonly series: Series;
}

/** A column by its moments, Unix seconds. */
export interface Column {
  readonly title: string;
  readonly cells: ReadonlyMap<number, CsvCell>;
}

/**
 * What is on screen as rows: a timestamp column and one column per metric (with its lowest and highest where the chart
 * draws them), units in the header, numbers rounded to two decimals, states in words. The readings of a metric in one minute become
 * their mean, also where only the lowest and highest of them are on screen; of states the last. On longer ranges the two stand at
 * their own moments, and the heading says that there were more. A metric without a value at a moment leaves its cell empty. The first heading
 * says that it is a summary, which cannot be brought in again.
 */
export function csvTable(asked: CsvAsked): CsvTable {
  const { more = [], everywhere = [] } = asked;
  const columns = [...asked.series.flatMap((column) => columnsOf(column, asked)), ...more].filter((column) => column.cells.size > 0);
  const moments = [...new Set(columns.flatMap((column) => [...column.cells.keys()]))].sort((a, b) => a - b);
  return {
    header: [
      `${asked.timeTitle} (${asked.zone}), ${summaryMark}`,
      ...columns.map((column) => column.title),
      ...everywhere.map(({ title }) => title),
    ],
    rows: moments.map((at) => [
      csvMoment(at, asked.zone),
      ...columns.map((column) => column.cells.get(at) ?? null),
      ...everywhere.map(({ value }) => value),
    ]),
  };
}

/** A moment in the specified form, in the zone. */
export function csvMoment(seconds: number, zone: string): string {
  return format(new TZDate(seconds * 1000, zone), csvDateFormat);
}

function columnsOf({ title, series }: CsvColumn, asked: CsvAsked): readonly Column[] {
  const points = pointsWithin(series.points, asked.span);
  const withUnit = (name: string) => (series.unit === '' ? name : `${name} (${series.unit})`);
  const key = (point: (typeof points)[number]) => {
    // A state that began before what is on screen is written where the screen begins.
    const at = series.words === undefined ? point.from : Math.max(point.from, asked.span.from);
    return asked.byMinute ? Math.floor(at / 60) * 60 : at;
  };
  const column = (name: string, pick: (point: (typeof points)[number]) => Gathered | undefined): Column => {
    const gathered = new Map<number, Gathered[]>();
    for (const point of points) {
      const value = pick(point);
      if (value !== undefined) gathered.set(key(point), [...(gathered.get(key(point)) ?? []), value]);
    }
    const cells = new Map([...gathered].map(([at, values]): [number, CsvCell] => [at, cellOf(series, values, asked.byMinute)]));
    return { title: withUnit(name), cells };
  };
  const notes = groupedBy(
    points.filter(({ note }) => note !== undefined),
    key,
  );
  const noted = new Map([...notes].map(([at, some]): [number, CsvCell] => [at, some.map(({ note }) => note).join('; ')]));
  const ranged = points.some((point) => isStep(point) && point.low !== undefined);
  const isThinned = !asked.byMinute && points.some((point) => !isStep(point) && point.count !== undefined);
  return [
    column(isThinned ? asked.thinnedTitle(title) : title, (point) => point),
    ...(ranged
      ? [
          column(asked.lowestTitle(title), ({ low }) => (low === undefined ? low : { value: low })),
          column(asked.highestTitle(title), ({ high }) => (high === undefined ? high : { value: high })),
        ]
      : []),
    ...(noted.size > 0 ? [{ title: asked.noteTitle(title), cells: noted }] : []),
  ];
}

type Gathered = Pick<Series['points'][number], 'value' | 'count' | 'mean'>;

function cellOf(series: Series, values: readonly Gathered[], byMinute: boolean): CsvCell {
  const last = values.at(-1)?.value ?? Number.NaN;
  const word = series.words?.get(last);
  if (word !== undefined) return word;
  return roundTo(byMinute ? meanOfReadings(values) : meanValue(values), exportDecimals);
}
