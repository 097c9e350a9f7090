import type { TimeSpan } from './series.ts';

/** Spans up to this long need no date beside the time: seconds. */
const oneDay = 26 * 3600;

/** Writes moments within a span in the member's zone: the time of day, with the date where the span is longer than a day. */
export function momentWriter(span: TimeSpan, zone: string, locale: string): (seconds: number) => string {
  const date = span.to - span.from > oneDay ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {};
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...date, hour: 'numeric', minute: '2-digit' });
  return (seconds) => format.format(seconds * 1000);
}

/** Writes the day that a step of a day or longer begins with. */
export function dayWriter(zone: string, locale: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' });
  return (seconds) => format.format(seconds * 1000);
}
