import { maxCellCharacters } from '../limits.ts';

/** What a date-time text says: a moment, or a wall-clock time that needs a zone to become one. */
export type DateReading =
  | { readonly kind: 'moment'; readonly timestampSeconds: number }
  /** The wall clock's reading as if it were UTC, in milliseconds. */
  | { readonly kind: 'local'; readonly wallMs: number }
  | { readonly kind: 'none' };

const none: DateReading = { kind: 'none' };
const unevenSpace = /\s\s|[^\S ]/;
const unixSeconds = /^-?\d+(?:\.\d+)?$/;
/** The day that a text begins with, where each run of white space has become one space. */
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/;
const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/;
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/;
const dashed = /^(\d{1,2})-(\d{1,2})-(\d{4})/;
const monthName = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})/;
const dayMonthName = /^(\d{1,2})[ -]+([A-Za-z]{3,9})\.?[ -]+(\d{4})/;
/** What follows the day, to the end of the text: nothing, or a time of day; last an offset. */
const clock = /^(?:,?[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([AaPp]\.?[Mm]\.?)?)? ?(Z|z|[+-]\d{2}:?\d{2})?$/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads Unix seconds; ISO 8601 with `T` or a space, with `Z` or an offset (a moment) or without (local); and the local
 * forms `M/D/YYYY h:mm:ss AM`, `D.M.YYYY HH:mm`, `MMM d, yyyy hh:mm:ss aa` and `d MMM yyyy HH:mm`, each with or without
 * seconds, fractions and AM/PM, or as a date alone, which stands for the start of its day (noon of today may not have
 * come yet). Numbers with slashes are month first; with dashes (FreeStyle Libre)
 * month first where AM or PM stands and day first otherwise; English month names.
 */
export function readDateText(text: string): DateReading {
  if (text.length > maxCellCharacters) return none;
  const trimmed = text.trim();
  const written = unevenSpace.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  if (unixSeconds.test(written)) return { kind: 'moment', timestampSeconds: Number(written) };
  let day = yearFirst.exec(written);
  if (day) return withClock(written, day, [day[1], day[2], day[3]], 'may name an offset');
  day = monthFirst.exec(written);
  if (day) return withClock(written, day, [day[3], day[1], day[2]]);
  day = dayFirst.exec(written);
  if (day) return withClock(written, day, [day[3], day[2], day[1]]);
  day = dashed.exec(written);
  if (day) return withClock(written, day, /[ap]\.?m\.?$/i.test(written) ? [day[3], day[1], day[2]] : [day[3], day[2], day[1]]);
  day = monthName.exec(written);
  if (day) return withClock(written, day, [day[3], monthNumber(day[1]), day[2]]);
  day = dayMonthName.exec(written);
  if (day) return withClock(written, day, [day[3], monthNumber(day[2]), day[1]]);
  return none;
}

type Part = string | undefined;

/** The moment or wall-clock time of a day with what is written behind it. */
function withClock(written: string, day: RegExpExecArray, date: readonly [Part, Part, Part], offsets?: 'may name an offset'): DateReading {
  const time = clock.exec(written.slice(day[0].length));
  if (!time || (time[6] !== undefined && !offsets)) return none;
  return fromParts(date, time.slice(1, 6), time[6]);
}

function fromParts(
  [year, month, day]: readonly Part[],
  [hour, minute, second, fraction, half]: readonly Part[],
  offset: Part,
): DateReading {
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
