import { calendarDay } from '@vigil/domain/timeframe/zone';
import { localeOf } from '#lib/browser-language.ts';

/** A moment as people say it: today its time, yesterday that, else with its day; in a zone and a language. Milliseconds. */
export function sinceWhen(ms: number, nowMs: number, zone: string, language: string): string {
  const daysAgo = calendarDay(nowMs / 1000, zone) - calendarDay(ms / 1000, zone);
  const locale = localeOf(language);
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(ms);
  if (daysAgo === 0) return time;
  if (daysAgo === 1) return `${new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day')} ${time}`;
  const isThisYear = daysAgo < 300;
  const day = { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' as const }) } as const;
  return `${new Intl.DateTimeFormat(locale, { timeZone: zone, ...day }).format(ms)}${daysAgo < 14 ? `, ${time}` : ''}`;
}
