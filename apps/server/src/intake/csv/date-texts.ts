/** What a date-time text says: a moment, or a wall-clock time that needs a zone to become one. */
export type DateReading =
  | { readonly kind: 'moment'; readonly timestampSeconds: number }
  /** The wall clock's reading as if it were UTC, in milliseconds. */
  | { readonly kind: 'local'; readonly wallMs: number }
  | { readonly kind: 'none' };

const none: DateReading = { kind: 'none' };
const clock = String.raw`(?:,?[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([AaPp]\.?[Mm]\.?)?)?`;
const unixSeconds = /^-?\d+(?:\.\d+)?$/;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${clock}\s*(Z|z|[+-]\d{2}:?\d{2})?$`);
const monthFirst = new RegExp(String.raw`^(\d{1,2})\/(\d{1,2})\/(\d{4})${clock}$`);
const dayFirst = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${clock}$`);
const dashed = new RegExp(String.raw`^(\d{1,2})-(\d{1,2})-(\d{4})${clock}$`);
const monthName = new RegExp(String.raw`^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})${clock}$`);
const dayMonthName = new RegExp(String.raw`^(\d{1,2})[\s-]+([A-Za-z]{3,9})\.?[\s-]+(\d{4})${clock}$`);
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads Unix seconds; ISO 8601 with `T` or a space, with `Z` or an offset (a moment) or without (local); and the local
 * forms `M/D/YYYY h:mm:ss AM`, `D.M.YYYY HH:mm`, `MMM d, yyyy hh:mm:ss aa` and `d MMM yyyy HH:mm`, each with or without
 * seconds, fractions and AM/PM, or as a date alone, which stands for the start of its day (noon of today may not have
 * come yet). Numbers with slashes are month first; with dashes (FreeStyle Libre)
 * month first where AM or PM stands and day first otherwise; English month names.
 */
export function readDateText(text: string): DateReading {
  const trimmed = text.trim();
  if (unixSeconds.test(trimmed)) return { kind: 'moment', timestampSeconds: Number(trimmed) };
  let match = yearFirst.exec(trimmed);
  if (match) return fromParts(match[1], match[2], match[3], match.slice(4, 9), match[9]);
  match = monthFirst.exec(trimmed);
  if (match) return fromParts(match[3], match[1], match[2], match.slice(4, 9));
  match = dayFirst.exec(trimmed);
  if (match) return fromParts(match[3], match[2], match[1], match.slice(4, 9));
  match = dashed.exec(trimmed);
  if (match) {
    const [first, second] = match[8] === undefined ? [match[2], match[1]] : [match[1], match[2]];
    return fromParts(match[3], first, second, match.slice(4, 9));
  }
  match = monthName.exec(trimmed);
  if (match) return fromParts(match[3], monthNumber(match[1]), match[2], match.slice(4, 9));
  match = dayMonthName.exec(trimmed);
  if (match) return fromParts(match[3], monthNumber(match[2]), match[1], match.slice(4, 9));
  return none;
}

type Part = string | undefined;

function fromParts(year: Part, month: Part, day: Part, [hour, minute, second, fraction, half]: Part[], offset?: string): DateReading {
  const hours = hour === undefined ? 0 : hourOfDay(Number(hour), half);
  const minutes = Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  if (hours === null || minutes > 59 || seconds > 59) return none;
  const milliseconds = fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * 1000);
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the calendar does not have would roll over into the next month.
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return none;
  const wallMs = midnight.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  if (offset === undefined) return { kind: 'local', wallMs };
  return { kind: 'moment', timestampSeconds: (wallMs - offsetMs(offset)) / 1000 };
}

function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half[0]?.toLowerCase() === 'p' ? 12 : 0);
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

function monthNumber(name: string | undefined): string {
  return String(months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1);
}
