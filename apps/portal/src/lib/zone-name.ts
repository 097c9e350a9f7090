import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';

/** The city of an IANA time zone as people read it: `America/Los_Angeles` is Los Angeles. */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** The clock of a zone, such as 14:05 PST; in UTC where the browser does not know the zone. */
export function timeInZone(atMs: number, timeZone: string, locale: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(atMs);
  try {
    return format(timeZone);
  } catch {
    return format('UTC');
  }
}

/** Whether the clocks of a zone show what the reader's show at that moment. */
export function isReadersClock(atMs: number, timeZone: string): boolean {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneOffsetAt(timeZone, atMs / 1000).offsetSeconds === zoneOffsetAt(own, atMs / 1000).offsetSeconds;
}
