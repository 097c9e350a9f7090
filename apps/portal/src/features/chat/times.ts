import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';

/** How times are told in a conversation: in the reader's own zone, as they are lived by those who write to each other. */
export interface Times {
  readonly clock: (ms: number) => string;
  /** Day and time. */
  readonly full: (ms: number) => string;
  /** Of a line between days; today and yesterday in words. */
  readonly day: (ms: number, nowMs: number) => string;
  /** As short as a list needs it: the time today, the date before. */
  readonly short: (ms: number, nowMs: number) => string;
}

const dayMs = 86_400_000;

export const isSameDay = (one: number, other: number): boolean => new Date(one).toDateString() === new Date(other).toDateString();

export function useTimes(): Times {
  const { t, i18n } = useTranslation('chat');
  const locale = localeOf(i18n.language);
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
    const date = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
    return {
      clock: (ms) => clock.format(ms),
      full: (ms) => full.format(ms),
      day(ms, nowMs) {
        if (isSameDay(ms, nowMs)) return t('today');
        return isSameDay(ms, nowMs - dayMs) ? t('yesterday') : day.format(ms);
      },
      short: (ms, nowMs) => (isSameDay(ms, nowMs) ? clock.format(ms) : date.format(ms)),
    };
  }, [locale, t]);
}
