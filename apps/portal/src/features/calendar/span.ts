import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { View } from './calendar-search.ts';

/** Days are counted since 1970-01-01, which was a Thursday. */
const thursday = 4;
const dayMs = 86_400_000;
const daysOfMonth = 42;
const daysOfList = 28;

/** The days that a view shows, the last one exclusive, and their moments in milliseconds since 1970. */
export interface Span {
  readonly first: number;
  readonly end: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A day as `2026-06-10`. */
export const textOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** The day of such a text. */
export const dayOfText = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMs;
/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day + thursday - 1) % 7) + 7) % 7) + 1;
/** The first day of the week that holds a day. */
const startOfWeek = (day: number, weekStart: number): number => day - ((weekdayOf(day) - weekStart + 7) % 7);
/** The first day of the month that holds a day. */
export const startOfMonth = (day: number): number => day - new Date(day * dayMs).getUTCDate() + 1;

/** What a view shows of the calendar around a day; `weekStart` is 1 for Monday to 7 for Sunday. */
export function spanOf(view: View, day: number, weekStart: number, zone: string): Span {
  const first = view === 'month' ? startOfWeek(startOfMonth(day), weekStart) : view === 'week' ? startOfWeek(day, weekStart) : day;
  const end = first + { month: daysOfMonth, week: 7, day: 1, list: daysOfList }[view];
  return { first, end, fromMs: startOfCalendarDay(first, zone) * 1000, untilMs: startOfCalendarDay(end, zone) * 1000 };
}

/** The day to show after a step on or back. A month leads to its first day. */
export function stepped(view: View, day: number, by: 1 | -1): number {
  if (view !== 'month') return day + by * { week: 7, day: 1, list: daysOfList }[view];
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1) / dayMs;
}

/** A span as its heading says it. */
export function spanInWords(view: View, day: number, { first, end }: Span, language: string): string {
  const say = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  if (view === 'month') return say({ month: 'long', year: 'numeric' }).format(day * dayMs);
  if (view === 'day') return say({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(day * dayMs);
  return say({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(first * dayMs, (end - 1) * dayMs);
}

interface WithWeek extends Intl.Locale {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
}

/** Where weeks begin on Sunday, for browsers that do not tell. */
const fromSunday = ['US', 'CA', 'MX', 'BR', 'JP', 'IN', 'IL', 'PR', 'CO', 'PE'];

/** On which day a week begins for those who speak a language: 1 is Monday, 7 is Sunday. */
export function weekStartOf(language: string): number {
  const locale = new Intl.Locale(language) as WithWeek;
  const told = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  if (told !== undefined) return told;
  return fromSunday.includes(locale.maximize().region ?? '') ? 7 : 1;
}
