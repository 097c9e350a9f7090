import { useQuery } from '@tanstack/react-query';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import { accountQuery } from '#lib/member.ts';

/** Writes days as the member's calendar has them. Unix seconds. */
export function useDates(memberId: string): (seconds: number) => string {
  const { i18n } = useTranslation();
  const timeZone = memberTimeZone(useQuery(accountQuery(memberId)).data?.languageRegion.timezone);
  const language = localeOf(i18n.language);
  const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium' });
  return (seconds) => format.format(seconds * 1000);
}
