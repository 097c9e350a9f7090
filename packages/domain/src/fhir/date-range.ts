import { calendarDay, startOfCalendarDay } from '#domain/timeframe/zone.ts';

/** A stretch of time in milliseconds since 1970: from `fromMs` on, up to and without `toMs`. */
export interface DateRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const dateTime = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The year 1, the first of FHIR, begins; before it stores count otherwise. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');

/**
 * What a FHIR date, dateTime or instant covers (R4, 2.24.0.1 and 3.1.1.4.5): a year, a month, a day, a minute, a second, or with a
 * fraction a millisecond. A year, month or day without a zone is that of `zone`. Null for what is none of them, or no date of
 * the calendar; a time of day needs its zone. The first year begins with that of UTC.
 */
export function fhirDateRange(text: string, zone: string): DateRange | null {
  const range = rangeOf(text, zone);
  return range && { fromMs: Math.max(earliestMs, range.fromMs), toMs: Math.max(earliestMs + 1, range.toMs) };
}

function rangeOf(text: string, zone: string): DateRange | null {
  if (text.startsWith('0000')) return null;
  const time = moment.exec(text);
  if (time) {
    const fromMs = Date.parse(text);
    if (Number.isNaN(fromMs) || !isOfCalendar(text.slice(0, 10))) return null;
    const [, seconds, fraction] = time;
    return { fromMs, toMs: fromMs + (fraction ? 1 : seconds ? 1_000 : 60_000) };
  }
  const date = dateTime.exec(text);
  if (!date) return null;
  const [, year = '', month, day] = date;
  if (!isOfCalendar(`${year}-${month ?? '01'}-${day ?? '01'}`)) return null;
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  const to = new Date(from);
  if (day) to.setUTCDate(to.getUTCDate() + 1);
  else if (month) to.setUTCMonth(to.getUTCMonth() + 1);
  else to.setUTCFullYear(to.getUTCFullYear() + 1);
  return { fromMs: startIn(zone, from), toMs: startIn(zone, to) };
}

function isOfCalendar(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

const startIn = (zone: string, midnight: Date): number => startOfCalendarDay(calendarDay(midnight.getTime() / 1000, 'UTC'), zone) * 1000;
