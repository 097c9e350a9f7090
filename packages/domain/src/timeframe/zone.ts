import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { addWeeks } from 'date-fns/addWeeks';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfWeek } from 'date-fns/startOfWeek';
import type { Granularity } from './granularity.ts';
import { zoneOffsetAt, zoneOffsets } from './offsets.ts';

/** The zone of a member who has none (specification, business constants). */
export const defaultTimeZone = 'America/Los_Angeles';

/** The zone to read a member's calendar in: their own, or the default. */
export function memberTimeZone(own: string | null | undefined): string {
  return own ? own : defaultTimeZone;
}

/**
 * Start of the step that holds a moment: its hour by the clock, or its calendar day, week (from Monday) or month in the zone, over
 * changes to and from summer time. Unix seconds in and out.
 */
export function startOfStep(seconds: number, granularity: Granularity, zone: string): number {
  if (granularity === 'HOURLY') return startOfLocalHour(seconds, zone);
  const local = new TZDate(seconds * 1000, zone);
  if (granularity === 'DAILY') return toSeconds(startOfDay(local));
  if (granularity === 'WEEKLY') return toSeconds(startOfWeek(local, { weekStartsOn: 1 }));
  return toSeconds(startOfMonth(local));
}

/** Start of the step after the one that starts at `start`: also that step's exclusive end. Unix seconds. */
export function nextStep(start: number, granularity: Granularity, zone: string): number {
  if (granularity === 'HOURLY') return endOfLocalHour(start, zone);
  const local = new TZDate(start * 1000, zone);
  if (granularity === 'DAILY') return toSeconds(startOfDay(addDays(local, 1)));
  if (granularity === 'WEEKLY') return toSeconds(startOfDay(addWeeks(local, 1)));
  return toSeconds(startOfDay(addMonths(local, 1)));
}

/** The calendar day of the zone that holds a moment: its start and exclusive end. Unix seconds. */
export function dayOf(seconds: number, zone: string): readonly [start: number, end: number] {
  const start = startOfStep(seconds, 'DAILY', zone);
  return [start, nextStep(start, 'DAILY', zone)];
}

/** How many calendar days of the zone lie between two moments: 0 on the same day. */
export function calendarDaysBetween(laterSeconds: number, earlierSeconds: number, zone: string): number {
  return calendarDay(laterSeconds, zone) - calendarDay(earlierSeconds, zone);
}

/** The calendar day of the zone that holds a moment, in days since 1970-01-01. Unix seconds in. */
export function calendarDay(seconds: number, zone: string): number {
  return Math.floor((seconds + zoneOffsetAt(zone, seconds).offsetSeconds) / 86_400);
}

/** The first moment of a calendar day of the zone, given in days since 1970-01-01. Unix seconds out. */
export function startOfCalendarDay(day: number, zone: string): number {
  const midnight = day * 86_400;
  const [before, after] = [midnight - 86_400, midnight + 86_400].map((near) => zoneOffsetAt(zone, near).offsetSeconds) as [number, number];
  // Of nearly all days, and a hundred times sooner: no clock is changed near them.
  if (before === after) return midnight - after;
  return toSeconds(startOfDay(new TZDate(1970, 0, 1 + day, 12, zone)));
}

/**
 * The moment at which the clock on the wall shows a time on a calendar day of the zone: days since 1970-01-01, minutes since
 * midnight (1440 is the next midnight). A time that the clocks skip is as much later as they skip; of one that comes twice it is the
 * first. Unix seconds out.
 */
export function momentOfDay(day: number, minute: number, zone: string): number {
  if (minute % 1_440 === 0) return startOfCalendarDay(day + minute / 1_440, zone);
  const wall = day * 86_400 + minute * 60;
  const [before, after] = [wall - 86_400, wall + 86_400].map((near) => wall - zoneOffsetAt(zone, near).offsetSeconds) as [number, number];
  const isShown = (moment: number) => moment + zoneOffsetAt(zone, moment).offsetSeconds === wall;
  return isShown(before) || !isShown(after) ? before : after;
}

/** Whether the clock on the wall shows the time of a moment twice, because it is set back around it. Unix seconds. */
export function comesTwice(seconds: number, zone: string): boolean {
  const wall = seconds + zoneOffsetAt(zone, seconds).offsetSeconds;
  return [-86_400, 86_400].some((away) => {
    const { offsetSeconds } = zoneOffsetAt(zone, seconds + away);
    const other = wall - offsetSeconds;
    return other !== seconds && zoneOffsetAt(zone, other).offsetSeconds === offsetSeconds;
  });
}

/** Seconds since local midnight by the clock on the wall, 0 to 86399. */
export function secondsOfDay(seconds: number, zone: string): number {
  const local = new TZDate(seconds * 1000, zone);
  return local.getHours() * 3_600 + local.getMinutes() * 60 + local.getSeconds();
}

/**
 * Whether the zone's clocks are whole hours from UTC all the time between two moments, so that its hours are UTC's hours:
 * on Lord Howe they are for one half of the year, in Caracas they were until 2007 and again from 2016.
 */
export function hasWholeHours(zone: string, fromSeconds: number, toSeconds: number): boolean {
  return zoneOffsets(zone, fromSeconds, toSeconds).every(({ offsetSeconds }) => offsetSeconds % 3_600 === 0);
}

/**
 * Whether a text names a zone of the IANA database as it is spelled there. JavaScript also takes `europe/berlin` and
 * `+05:30`, which no other part of the platform knows.
 */
export function isTimeZone(name: string): boolean {
  if (found.has(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    const isOne = /^[A-Z]/.test(name) && (timeZone === name || isSpelled(name));
    if (isOne) found.add(name);
    return isOne;
  } catch {
    return false;
  }
}

/** A format takes a tenth of a millisecond to make; there are some six hundred zones, so those that were found are kept. */
const found = new Set<string>();

/** Links to other zones resolve to those, so that only the manner of spelling can be told: Asia/Kolkata, Etc/GMT+5, US/Pacific, UTC. */
function isSpelled(name: string): boolean {
  const [area = '', ...places] = name.split('/');
  if (!/^[A-Z][A-Za-z0-9+-]*$/.test(area)) return false;
  if (places.length === 0) return area === area.toUpperCase() || area.slice(1) === area.slice(1).toLowerCase();
  return area === 'Etc' || places.every((place) => /^[A-Z]/.test(place) && place !== place.toUpperCase());
}

/**
 * An hour of the zone starts where its clocks come to a full hour, also where they are 30 or 45 minutes off UTC's, or where
 * they are changed in the middle of one, by half an hour (Lord Howe) or at a quarter to (Chatham): such an hour is shorter.
 */
function startOfLocalHour(seconds: number, zone: string): number {
  const { fromSeconds, offsetSeconds } = zoneOffsetAt(zone, seconds);
  const full = Math.floor((seconds + offsetSeconds) / 3_600) * 3_600 - offsetSeconds;
  return full >= fromSeconds || zoneOffsetAt(zone, full).offsetSeconds === offsetSeconds ? full : fromSeconds;
}

function endOfLocalHour(start: number, zone: string): number {
  const { offsetSeconds } = zoneOffsetAt(zone, start);
  const full = (Math.floor((start + offsetSeconds) / 3_600) + 1) * 3_600 - offsetSeconds;
  const last = zoneOffsetAt(zone, full - 1);
  return last.offsetSeconds === offsetSeconds ? full : last.fromSeconds;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
