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

/** Seconds since local midnight by the clock on the wall, 0 to 86399. */
export function secondsOfDay(seconds: number, zone: string): number {
  const local = new TZDate(seconds * 1000, zone);
  return local.getHours() * 3_600 + local.getMinutes() * 60 + local.getSeconds();
}

/** Whether the zone's clocks are whole hours from UTC at both moments, so that its hours are UTC's hours. */
export function hasWholeHours(zone: string, fromSeconds: number, toSeconds: number): boolean {
  return [fromSeconds, toSeconds].every((seconds) => tzOffset(zone, new Date(seconds * 1000)) % 60 === 0);
}

/** An hour of the zone: the hour that starts where its clocks show a full hour, also where they are 30 or 45 minutes off UTC's. */
function startOfLocalHour(seconds: number, zone: string): number {
  const offset = tzOffset(zone, new Date(seconds * 1000)) * 60;
  return Math.floor((seconds + offset) / 3_600) * 3_600 - offset;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
