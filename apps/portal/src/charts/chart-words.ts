import { type ChartKindName, chartKinds } from './kinds/kinds.ts';
import type { WriteChart } from './messages.ts';
import { dayWriter, momentWriter } from './moment.ts';
import { isStep, type Series, type SeriesPoint, type TimeSpan } from './series.ts';
import { writeValue } from './write-value.ts';

/** Steps from this long on are days or longer, and their time of day says nothing. Seconds. */
const longStepSeconds = 20 * 3600;

/** How a chart is told: in which language, and the times of which zone. */
export interface ChartWords {
  readonly write: WriteChart;
  readonly locale: string;
  readonly zone: string;
  readonly span: TimeSpan;
}

/** A value with its unit, as in "72 bpm". */
export function valueText(series: Series, value: number, { locale }: Pick<ChartWords, 'locale'>): string {
  const unit = series.unit === '' || series.words?.has(value) ? '' : ` ${series.unit}`;
  return writeValue(series, value, locale) + unit;
}

/** When a point was measured: a reading's moment, the beginning of a step, the day of a long one. */
export function whenText(point: SeriesPoint, { zone, locale, span }: ChartWords): string {
  const ofDays = point.to - point.from >= longStepSeconds;
  const write = ofDays ? dayWriter(zone, locale) : momentWriter(span, zone, locale);
  return write(isStep(point) ? point.from : point.at);
}

export function listText(parts: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts);
}

/** That nothing was measured, or of what people write down that nothing was logged, and when. */
export function emptyText(kind: ChartKindName, { write, span, zone, locale }: ChartWords): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  const [from, to] = [date.format(span.from * 1000), date.format((span.to - 1) * 1000)];
  if (isLogged(kind)) return from === to ? write('emptyLoggedDay', { day: from }) : write('emptyLogged', { from, to });
  return from === to ? write('emptyDay', { day: from }) : write('empty', { from, to });
}

/** Rows are of what people write down: meals, medications, workouts. */
export const isLogged = (kind: ChartKindName) => chartKinds[kind].told === 'rows';

/** Steps of an hour: a mean of them is one per hour. */
export function isHourly(points: readonly SeriesPoint[]): boolean {
  return points.length > 0 && points.every((point) => isStep(point) && Math.round(point.to - point.from) <= 3600);
}
