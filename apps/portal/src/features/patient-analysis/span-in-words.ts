import type { TFunction } from 'i18next';
import type { TimeSpan } from '#charts/series.ts';

/** From when to when, in the member's zone: with times where the ends are not those of days. */
export function spanInWords({ from, to }: TimeSpan, zone: string, locale: string, t: TFunction<'patientAnalysis'>): string {
  const atMidnight = (seconds: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(seconds * 1000) === '00:00';
  const ofDays = atMidnight(from) && atMidnight(to);
  const write = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    ...(ofDays ? {} : { timeStyle: 'short' as const }),
  });
  return t('showing', { from: write.format(from * 1000), to: write.format((ofDays ? to - 1 : to) * 1000) });
}
