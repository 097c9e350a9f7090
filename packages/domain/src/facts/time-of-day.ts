/** Days of the week as fact names write them, from Monday, with which a week begins (specification, business constants). */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** How far back a fact looks: 30 days, or three months, which are 90 days (a month is 30, specification). */
export const factWindows = ['30d', '3m'] as const;
export type FactWindow = (typeof factWindows)[number];
export const windowDays: Readonly<Record<FactWindow, number>> = { '30d': 30, '3m': 90 };

export const minutesOfDay = 1_440;

/**
 * A stretch of the clock on the wall, in minutes since midnight: `from` 0 to 1439, `to` 1 to 1440, exclusive. Where `to` is not
 * after `from` the stretch runs over midnight. The whole day is 0 to 1440.
 */
export interface TimesOfDay {
  readonly fromMinute: number;
  readonly toMinute: number;
}

export const wholeDay: TimesOfDay = { fromMinute: 0, toMinute: minutesOfDay };

const form = /^(\d\d?):?([0-5]\d)?$/;

/** Minutes since midnight of `8`, `08`, `0800` or `08:00`; null for anything else, `24:00` included. */
export function parseMinute(text: string): number | null {
  const match = form.exec(text);
  if (!match || text.endsWith(':')) return null;
  const minute = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return minute < minutesOfDay ? minute : null;
}

/** A time of day as fact names write it: `0800`, and `2400` for the end of the day. */
export function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;
}
