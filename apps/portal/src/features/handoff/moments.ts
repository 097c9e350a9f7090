import { calendarDaysBetween } from '@vigil/domain/timeframe/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import { useNow } from '#lib/now.ts';
import { ownZone } from '#lib/wall-time.ts';

const weekdayWithin = 6;

/** How times of a shift are told, by the reader's clock: with the day where it is not today, and the date where it is of another week. Unix seconds. */
export function useMoment(): (seconds: number) => string {
  const { i18n } = useTranslation();
  const nowSeconds = useNow(60_000) / 1000;
  const locale = localeOf(i18n.language);
  return useMemo(() => {
    const time = { hour: 'numeric', minute: '2-digit' } as const;
    return (seconds) => {
      const away = Math.abs(calendarDaysBetween(seconds, nowSeconds, ownZone()));
      const day = away === 0 ? {} : away <= weekdayWithin ? ({ weekday: 'short' } as const) : ({ month: 'short', day: 'numeric' } as const);
      return new Date(seconds * 1000).toLocaleString(locale, { ...day, ...time });
    };
  }, [locale, nowSeconds]);
}

/** A birth date as a person reads it. */
export function useBirthday(): (birthday: string) => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return (birthday) => new Date(`${birthday}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}
