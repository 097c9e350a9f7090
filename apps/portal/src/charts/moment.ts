import { comesTwice } from '@vigil/domain/timeframe/zone';
import type { TimeSpan } from './series.ts';

/** Spans up to this long need no date beside the time: seconds. */
const oneDay = 26 * 3600;

/** Writes moments within a span in the member's zone: the time of day, with the date where the span is longer than a day. */
export function momentWriter(span: TimeSpan, zone: string, locale: string): (seconds: number) => string {
  const date = span.to - span.from > oneDay ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {};
  return timeWriter({ ...date, hour: 'numeric', minute: '2-digit' }, zone, locale);
}

/** Writes times in a zone; one that the clocks show twice, where they are set back, with the name of its offset. */
export function timeWriter(options: Intl.DateTimeFormatOptions, zone: string, locale: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const text = (seconds: number) => format.format(seconds * 1000);
  return (seconds) => (comesTwice(seconds, zone) ? `${text(seconds)} ${offsetName(seconds, zone, locale)}` : text(seconds));
}

/** As in PDT and PST, or GMT-7. */
function offsetName(seconds: number, zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', timeZoneName: 'short' }).formatToParts(seconds * 1000);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Writes the day that a step of a day or longer begins with. */
export function dayWriter(zone: string, locale: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' });
  return (seconds) => format.format(seconds * 1000);
}
