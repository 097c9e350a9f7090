import { TZDate } from '@date-fns/tz';
import { groupedBy } from '#charts/grouped-by.ts';
import { timeWriter } from '#charts/moment.ts';
import { isStep, meanOfReadings, pointsWithin, type Series, type SeriesPoint, type TimeSpan } from '#charts/series.ts';
import { writeValue } from '#charts/write-value.ts';
import type { Write } from './messages.ts';

/** More readings than this are shown by the hour: nobody reads 1,440 rows, and the export has every one. */
const mostRows = 200;

export interface TableModel {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The rows are hours that stand for many readings. */
  readonly hourly: boolean;
}

interface TableAsked {
  readonly series: readonly Series[];
  readonly span: TimeSpan;
  readonly zone: string;
  readonly locale: string;
  readonly write: Write;
}

/** What a chart shows, as a table: one row per moment or step, one column per series, lowest and highest where they are drawn. */
export function tableModel(asked: TableAsked): TableModel {
  const { span, write, locale } = asked;
  const within = asked.series.map((series) => ({ ...series, points: pointsWithin(series.points, span) }));
  const many = (series: Series) => series.words === undefined && series.points.length > mostRows;
  const hourly = within.some(many);
  const shown = within.map((series) => (many(series) ? { ...series, points: byHour(series.points) } : series));
  const columns = shown.flatMap((series) => {
    const ranged = series.points.some((point) => point.low !== undefined);
    const text = (value: number | undefined) => (value === undefined ? '' : writeValue(series, value, locale));
    const cells = (name: string, pick: (point: SeriesPoint) => number | undefined) => ({
      name,
      at: new Map(series.points.map((point) => [point.from, text(pick(point))])),
    });
    const first = {
      name: series.label,
      at: new Map(series.points.map((point) => [point.from, [text(point.value), point.note].filter(Boolean).join(': ')])),
    };
    if (!ranged) return [first];
    return [
      first,
      cells(write('series.lowest', { label: series.label }), (point) => point.low),
      cells(write('series.highest', { label: series.label }), (point) => point.high),
    ];
  });
  const starts = new Map(
    shown.flatMap((series) => series.points.map((point) => [point.from, series.words === undefined ? point.from : point.to] as const)),
  );
  const moment = momentWriter(
    asked,
    shown.flatMap((series) => series.points),
  );
  const soFar = new Set(shown.flatMap((series) => series.points.filter((point) => point.soFar).map((point) => point.from)));
  const rows = [...starts]
    .sort(([a], [b]) => a - b)
    .map(([from, to]) => [
      `${to > from ? `${moment(from)} – ${moment(to)}` : moment(from)}${soFar.has(from) ? `, ${write('series.soFar')}` : ''}`,
      ...columns.map((column) => column.at.get(from) ?? ''),
    ]);
  return { header: [write('table.time'), ...columns.map((column) => column.name)], rows, hourly };
}

function byHour(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  return [...groupedBy(points, (point) => Math.floor(point.at / 3600) * 3600)].map(([from, ofHour]) => ({
    at: from,
    from,
    to: from,
    value: meanOfReadings(ofHour),
    low: Math.min(...ofHour.map((point) => point.low ?? point.value)),
    high: Math.max(...ofHour.map((point) => point.high ?? point.value)),
  }));
}

/** Days without a time where every row is a day or longer. */
function momentWriter({ zone, locale }: TableAsked, points: readonly SeriesPoint[]): (seconds: number) => string {
  const whole =
    points.length > 0 && points.every((point) => isStep(point) && point.to - point.from > 3 * 3600 && isMidnight(point.from, zone));
  if (!whole) return timeWriter({ dateStyle: 'medium', timeStyle: 'short' }, zone, locale);
  const formatter = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  return (seconds) => formatter.format(seconds * 1000);
}

function isMidnight(seconds: number, zone: string): boolean {
  const date = new TZDate(seconds * 1000, zone);
  return date.getHours() === 0 && date.getMinutes() === 0;
}
