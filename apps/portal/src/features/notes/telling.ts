import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import { useNow } from '#lib/now.ts';

/** How the times of notes are told. */
export interface Telling {
  /** Date and time in the member's zone. */
  readonly when: (ms: number) => string;
  readonly nowMs: number;
}

export function useTelling(zone: string): Telling {
  const { i18n } = useTranslation();
  const nowMs = useNow();
  const locale = localeOf(i18n.language);
  const format = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
    [locale, zone],
  );
  return { when: (ms) => format.format(ms), nowMs };
}
