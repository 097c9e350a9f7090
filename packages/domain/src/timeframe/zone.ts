import { TZDate, tzOffset } from '@date-fns/tz';
import { addDays, addMonths, addWeeks, differenceInCalendarDays, startOfDay, startOfMonth, startOfWeek } from 'date-fns';
import type { Granularity } from './granularity.ts';

/** The zone of a member who has none (specification, business constants). */
export const defaultTimeZone = 'America/Los_Angeles';

/** The zone to read a member's calendar in: their own, or the default. */
export function memberTimeZone(own: string | null | undefined): string {
  return own ? own : defaultTimeZone;
}

/**
 * Start of the step that holds a moment: its hour, or its calendar day, week (from Monday) or month in the zone, over
 * changes to and from summer time. Unix seconds in and out.
 */
export function startOfStep(seconds: number, granularity: Granularity, zone: string): number {
  const local = new TZDate(seconds * 1000, zone);
  if (granularity === 'HOURLY') return startOfLocalHour(seconds, zone);
  if (granularity === 'DAILY') return toSeconds(startOfDay(local));
  if (granularity === 'WEEKLY') return toSeconds(startOfWeek(local, { weekStartsOn: 1 }));
  return toSeconds(startOfMonth(local));
}

/** Start of the step after the one that starts at `start`: also that step's exclusive end. Unix seconds. */
export function nextStep(start: number, granularity: Granularity, zone: string): number {
  const local = new TZDate(start * 1000, zone);
  if (granularity === 'HOURLY') return start + 3_600;
  if (granularity === 'DAILY') return toSeconds(startOfDay(addDays(local, 1)));
  if (granularity === 'WEEKLY') return toSeconds(startOfDay(addWeeks(local, 1)));
  return toSeconds(startOfDay(addMonths(local, 1)));
}

/** How many calendar days of the zone lie between two moments: 0 on the same day. */
export function calendarDaysBetween(laterSeconds: number, earlierSeconds: number, zone: string): number {
  return differenceInCalendarDays(new TZDate(laterSeconds * 1000, zone), new TZDate(earlierSeconds * 1000, zone));
}

/** The calendar day of the zone that holds a moment, in days since 1970-01-01. Unix seconds in. */
export function calendarDay(seconds: number, zone: string): number {
  return Math.floor((seconds + tzOffset(zone, new Date(seconds * 1000)) * 60) / 86_400);
}

/** The first moment of a calendar day of the zone, given in days since 1970-01-01. Unix seconds out. */
export function startOfCalendarDay(day: number, zone: string): number {
  return toSeconds(startOfDay(new TZDate(1970, 0, 1 + day, 12, zone)));
}

/** Seconds since local midnight by the clock on the wall, 0 to 86399. */
export function secondsOfDay(seconds: number, zone: string): number {
  const local = new TZDate(seconds * 1000, zone);
  return local.getHours() * 3_600 + local.getMinutes() * 60 + local.getSeconds();
}

/** Shorter than any time for which a zone has kept to clocks of its own (tz database: half a year on Lord Howe). */
const shortestOffsetSeconds = 14 * 86_400;

/**
 * Whether the zone's clocks are whole hours from UTC all the time between two moments, so that its hours are UTC's hours:
 * on Lord Howe they are for one half of the year, in Caracas they were until 2007 and again from 2016.
 */
export function hasWholeHours(zone: string, fromSeconds: number, toSeconds: number): boolean {
  const isWhole = (seconds: number) => tzOffset(zone, new Date(seconds * 1000)) % 60 === 0;
  for (let at = fromSeconds; at < toSeconds; at += shortestOffsetSeconds) if (!isWhole(at)) return false;
  return isWhole(toSeconds);
}

/**
 * Whether a text names a zone of the IANA database as it is spelled there. JavaScript also takes `europe/berlin` and
 * `+05:30`, which no other part of the platform knows.
 */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Z]/.test(name) && (timeZone === name || isSpelled(name));
  } catch {
    return false;
  }
}

/** Links to other zones resolve to those, so that only the manner of spelling can be told: Asia/Kolkata, Etc/GMT+5, US/Pacific, UTC. */
function isSpelled(name: string): boolean {
  const [area = '', ...places] = name.split('/');
  if (!/^[A-Z][A-Za-z0-9+-]*$/.test(area)) return false;
  if (places.length === 0) return area === area.toUpperCase() || area.slice(1) === area.slice(1).toLowerCase();
  return area === 'Etc' || places.every((place) => /^[A-Z]/.test(place) && place !== place.toUpperCase());
}

/** An hour of the zone: the hour that starts where its clocks show a full hour, also where they are 30 or 45 minutes off UTC's. */
function startOfLocalHour(seconds: number, zone: string): number {
  const offset = tzOffset(zone, new Date(seconds * 1000)) * 60;
  return Math.floor((seconds + offset) / 3_600) * 3_600 - offset;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
