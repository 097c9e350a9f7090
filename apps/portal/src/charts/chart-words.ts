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

/** That nothing was measured, and when. */
export function emptyText({ write, span, zone, locale }: ChartWords): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  const [from, to] = [date.format(span.from * 1000), date.format((span.to - 1) * 1000)];
  return from === to ? write('emptyDay', { day: from }) : write('empty', { from, to });
}
