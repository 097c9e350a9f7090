import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfWeek } from 'date-fns/startOfWeek';
import type { TimeSpan } from './series.ts';

export interface TimeTick {
  /** Unix seconds. */
  readonly at: number;
  readonly label: string;
  /** The beginning of a day (or of a year, on a long axis): written stronger. */
  readonly major: boolean;
}

/** Pixels that a time label needs with the room around it, and that one needs to the right edge of the plot. */
const labelWidth = 76;
const edgeRoom = 12;

/** Ticks of an axis that is so many pixels wide. A label that the right edge would cut off is left out; its line stays. */
export function ticksWithin(span: TimeSpan, zone: string, locale: string, columns: number): readonly TimeTick[] {
  const ticks = timeTicks(span, zone, locale, Math.max(2, Math.floor(columns / labelWidth)));
  const lastLabel = span.to - (edgeRoom / columns) * (span.to - span.from);
  return ticks.map((tick) => (tick.at > lastLabel ? { ...tick, label: '' } : tick));
}

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';
interface Step {
  readonly unit: Unit;
  readonly count: number;
  readonly seconds: number;
}

const step = (unit: Unit, count: number, seconds: number): Step => ({ unit, count, seconds });
const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => step('minute', count, count * 60)),
  ...[1, 2, 3, 6, 12].map((count) => step('hour', count, count * 3600)),
  ...[1, 2, 3].map((count) => step('day', count, count * 86_400)),
  ...[1, 2].map((count) => step('week', count, count * 604_800)),
  ...[1, 2, 3, 6, 12].map((count) => step('month', count, count * 2_629_800)),
];

/** A week on a phone has room for three labels, and Mondays would leave it one; what is longer than this keeps to Mondays. Seconds. */
const longestInThreeDays = 14 * 86_400;

/**
 * Ticks of a time axis on round moments of the zone: hours are hours of the wall clock, so that on the day of a clock
 * change midnight, 06:00 and noon stay where people look for them, and no label stands twice.
 *
 * @param zone IANA name, the member's
 * @param locale BCP 47 tag that writes the labels
 * @param mostTicks how many labels fit
 */
export function timeTicks(span: TimeSpan, zone: string, locale: string, mostTicks: number): readonly TimeTick[] {
  const wanted = (span.to - span.from) / Math.max(1, mostTicks);
  // Dates of Mondays are short words: where few labels fit, four weeks have one each rather than one alone.
  const weekRoom = mostTicks <= 4 ? 4 / 3 : 1;
  const isShort = span.to - span.from <= longestInThreeDays;
  const chosen =
    steps.find(
      ({ unit, count, seconds }) => seconds * (unit === 'week' ? weekRoom : 1) >= wanted && (isShort || unit !== 'day' || count < 3),
    ) ?? step('month', 12, 12 * 2_629_800);
  const write = labelWriter(chosen, zone, locale);
  const ticks: TimeTick[] = [];
  for (const date of roundMoments(chosen, span, zone)) {
    const at = date.getTime() / 1000;
    if (at >= span.from && at <= span.to && at !== ticks.at(-1)?.at) ticks.push({ at, ...write(date) });
  }
  return ticks;
}

function* roundMoments(chosen: Step, span: TimeSpan, zone: string): Generator<TZDate> {
  const first = new TZDate(span.from * 1000, zone);
  const end = span.to * 1000;
  if (chosen.unit === 'minute' || chosen.unit === 'hour') {
    for (let day = startOfDay(first); day.getTime() <= end; day = addDays(day, 1)) yield* momentsOfDay(day, chosen, zone);
  } else if (chosen.unit === 'month') {
    const start = startOfMonth(first);
    start.setMonth(Math.floor(start.getMonth() / chosen.count) * chosen.count);
    for (let date = start; date.getTime() <= end; date = addMonths(date, chosen.count)) yield date;
  } else {
    const days = chosen.unit === 'week' ? chosen.count * 7 : chosen.count;
    const start = chosen.unit === 'week' ? startOfWeek(first, { weekStartsOn: 1 }) : startOfDay(first);
    for (let date = start; date.getTime() <= end; date = addDays(date, days)) yield date;
  }
}

function* momentsOfDay(day: TZDate, chosen: Step, zone: string): Generator<TZDate> {
  const minutes = chosen.seconds / 60;
  for (let minute = 0; minute < 1440; minute += minutes) {
    const moment = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), Math.floor(minute / 60), minute % 60, zone);
    // An hour that the clock skips has no moment of its own: the date library moves it on, and the label would lie.
    if (moment.getHours() * 60 + moment.getMinutes() === minute) yield moment;
  }
}

function labelWriter(chosen: Step, zone: string, locale: string): (date: TZDate) => { label: string; major: boolean } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    return (date: Date) => formatter.format(date.getTime());
  };
  const day = format({ weekday: 'short', day: 'numeric' });
  const dayOfMonth = format({ month: 'short', day: 'numeric' });
  // "6 AM" needs no minutes, a bare "6" would not be read as a time.
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 === true ? 'numeric' : '2-digit';
  const time = format(chosen.unit === 'hour' && hour12 === true ? { hour } : { hour, minute: '2-digit' });
  const month = format({ month: 'short' });
  const monthAndYear = format({ month: 'short', year: 'numeric' });
  return (date) => {
    if (chosen.unit === 'month')
      return date.getMonth() === 0 ? { label: monthAndYear(date), major: true } : { label: month(date), major: false };
    if (chosen.unit === 'week' || (chosen.unit === 'day' && chosen.count > 1)) return { label: dayOfMonth(date), major: false };
    if (chosen.unit === 'day') return { label: day(date), major: false };
    const midnight = date.getHours() === 0 && date.getMinutes() === 0;
    return midnight ? { label: day(date), major: true } : { label: time(date), major: false };
  };
}
