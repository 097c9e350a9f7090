import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import type { Marker } from './marker.ts';

/** How markers are told: when, and in one line what kind, how urgent, what, when, by whom. */
export function useMarkerWords(zone: string) {
  const { t, i18n } = useTranslation('markers');
  const { t: ui } = useTranslation('ui');
  const locale = localeOf(i18n.language);
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  const when = ({ at, isWholeDay }: Pick<Marker, 'at' | 'isWholeDay'>) => (isWholeDay ? day : moment).format(at * 1000);
  const line = (marker: Marker) => {
    const { kind, severity, title, who } = marker;
    const called = severity === null ? t(`kind.${kind}`) : `${t(`kind.${kind}`)}, ${ui(`severity.${severity}`)}`;
    return [`${called}: ${title}`, when(marker), who].filter(Boolean).join(' · ');
  };
  return { when, line };
}
