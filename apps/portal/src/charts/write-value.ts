import { roundTo } from '@vigil/domain/units/rounding';
import type { Series } from './series.ts';

type Written = Pick<Series, 'decimals' | 'words' | 'thousands' | 'form'>;

/** A value of a series as people read it, without its unit: in words for states, in thousands (K) where the series says so, seconds as a time of day or as hours and minutes. */
export function writeValue(series: Written, value: number, locale: string): string {
  const word = series.words?.get(value);
  if (word !== undefined) return word;
  if (series.form === 'clock') return writeTimeOfDay(value, locale);
  if (series.form === 'duration') return writeHours(value);
  if (series.thousands === true && Math.abs(value) > 1000) return `${writeNumber(value / 1000, 1, locale)} K`;
  return writeNumber(value, series.decimals, locale);
}

/** Seconds since midnight as a time of day; from 86,400 on it is that of the next day. */
export function writeTimeOfDay(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }).format(Math.round(seconds / 60) * 60_000);
}

/** Seconds as hours for an axis, with minutes only where there are any: "6 h", "0:30 h". */
export function writeHoursShort(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}

/** Seconds as hours and minutes, to the nearest minute: "7 h 05 min", which both languages of the portal write so. */
export function writeHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A number with exactly so many decimals, by locale: rounded as everywhere, not as the browser does. */
export function writeNumber(value: number, decimals: number, locale: string): string {
  return formatter(decimals, locale).format(roundTo(value, decimals));
}

// Making a number format costs more than a hundred uses of one, and the legends write with every move of the cursor.
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(decimals: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formatters.set(key, known);
  return known;
}
