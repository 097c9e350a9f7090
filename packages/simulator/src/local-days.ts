import { tzOffset } from '@date-fns/tz';

const dayMs = 86_400_000;
export const minuteMs = 60_000;

function offsetMs(timeZone: string, atMs: number): number {
  return tzOffset(timeZone, new Date(atMs)) * minuteMs;
}

/** Days since 1970-01-01 of the calendar day that a clock in `timeZone` shows at `atMs`. */
export function localDay(timeZone: string, atMs: number): number {
  return Math.floor((atMs + offsetMs(timeZone, atMs)) / dayMs);
}

/** The moment (milliseconds) at which that calendar day begins. Days are 23 or 25 hours long where clocks change. */
export function localMidnightMs(timeZone: string, day: number): number {
  const utc = day * dayMs;
  const guess = utc - offsetMs(timeZone, utc);
  return utc - offsetMs(timeZone, guess);
}

/** Saturday or Sunday; 1970-01-01 was a Thursday. */
export function isWeekend(day: number): boolean {
  return (((day + 4) % 7) + 7) % 7 === 0 || (((day + 4) % 7) + 7) % 7 === 6;
}
