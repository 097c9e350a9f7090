import { calendarDay, momentOfDay, secondsOfDay } from '../timeframe/zone.ts';

/** When something comes again: part of an RRULE of RFC 5545, by the clock on the wall. */
export interface RecurrenceRule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  /** Every so many days, weeks or months: 1 or more. */
  readonly interval: number;
  /** Of a weekly one: 1 is Monday. The weekday of the first always counts. */
  readonly weekdays?: readonly number[] | undefined;
  /** The last one begins no later: milliseconds since 1970. */
  readonly until?: number | undefined;
  /** How many there are, the first one counted. */
  readonly count?: number | undefined;
}

export interface OccurrenceLimits {
  readonly most: number;
  /** From the day of the first to that of the last. */
  readonly days: number;
}

/**
 * When each begins, in milliseconds since 1970, the first one first, exactly as given; null where the rule goes beyond the limits.
 * Each is at the same time by the clock on the wall of the zone: a time that the clocks skip on a day is taken with the offset
 * before (RFC 5545, 3.3.5), so it is as much later as they skip; of one that comes twice it is the first. A monthly one leaves out
 * months that do not have its day.
 */
export function occurrencesOf(firstMs: number, timeZone: string, rule: RecurrenceRule, limits: OccurrenceLimits): number[] | null {
  const wall = wallOf(firstMs, timeZone);
  const found = [firstMs];
  for (const day of daysOf(wall.day, rule)) {
    if (day <= wall.day) continue;
    if (rule.count !== undefined && found.length >= rule.count) return found;
    const start = momentOnDay(day, wall, timeZone);
    if (rule.until !== undefined && start > rule.until) return found;
    if (day - wall.day > limits.days || found.length >= limits.most) return null;
    found.push(start);
  }
  return found;
}

/** A move by the clock on the wall: so many days, to a time of the day, in a zone. */
export interface WallMove {
  readonly days: number;
  readonly to: { readonly ms: number; readonly timeZone: string };
}

/** How something was moved from one moment to another, each in its zone. */
export function wallMove(fromMs: number, fromZone: string, toMs: number, toZone: string): WallMove {
  return { days: wallOf(toMs, toZone).day - wallOf(fromMs, fromZone).day, to: { ms: toMs, timeZone: toZone } };
}

/** When something begins after the same move, on its own day. */
export function movedAlike(ms: number, timeZone: string, { days, to }: WallMove): number {
  return momentOnDay(wallOf(ms, timeZone).day + days, wallOf(to.ms, to.timeZone), to.timeZone);
}

interface Wall {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Minutes since midnight. */
  readonly minute: number;
  /** Milliseconds beyond the minute. */
  readonly restMs: number;
}

function wallOf(ms: number, timeZone: string): Wall {
  const seconds = Math.floor(ms / 1000);
  return { day: calendarDay(seconds, timeZone), minute: Math.floor(secondsOfDay(seconds, timeZone) / 60), restMs: ms % 60_000 };
}

const momentOnDay = (day: number, { minute, restMs }: Wall, timeZone: string) => momentOfDay(day, minute, timeZone) * 1000 + restMs;

/** The days on which it comes, from the week or month of the first on, without an end. */
function* daysOf(firstDay: number, { frequency, interval, weekdays = [] }: RecurrenceRule): Generator<number> {
  if (frequency === 'DAILY') for (let day = firstDay; ; day += interval) yield day;
  if (frequency === 'WEEKLY') {
    const monday = firstDay - (weekdayOf(firstDay) - 1);
    const chosen = [...new Set([...weekdays, weekdayOf(firstDay)])].sort((a, b) => a - b);
    for (let week = monday; ; week += 7 * interval) for (const weekday of chosen) yield week + weekday - 1;
  }
  const first = new Date(firstDay * dayMs);
  for (let month = first.getUTCMonth(); ; month += interval) {
    const day = new Date(Date.UTC(first.getUTCFullYear(), month, first.getUTCDate()));
    if (day.getUTCDate() === first.getUTCDate()) yield day.getTime() / dayMs;
  }
}

const dayMs = 86_400_000;

/** 1 is Monday. Days since 1970-01-01, which was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;
