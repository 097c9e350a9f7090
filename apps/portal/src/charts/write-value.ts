import type { Series } from './series.ts';

type Written = Pick<Series, 'decimals' | 'words' | 'thousands'>;

/** A value of a series as people read it, without its unit: in words for states, in thousands (K) where the series says so. */
export function writeValue(series: Written, value: number, locale: string): string {
  const word = series.words?.get(value);
  if (word !== undefined) return word;
  if (series.thousands === true && Math.abs(value) > 1000) return `${writeNumber(value / 1000, 1, locale)} K`;
  return writeNumber(value, series.decimals, locale);
}

/** A number with exactly so many decimals, by locale. */
export function writeNumber(value: number, decimals: number, locale: string): string {
  return formatter(decimals, locale).format(value);
}

// Making a number format costs more than a hundred uses of one, and the legends write with every move of the cursor.
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(decimals: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formatters.set(key, known);
  return known;
}
