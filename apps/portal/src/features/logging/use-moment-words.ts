import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';

/** "at 9:14 AM" by the clock of a zone, with its day where that is another one than today, and the zone where the reader's clock differs. */
export function useMomentWords(timeZone: string): (atMs: number) => string {
  const { t, i18n } = useTranslation('logging');
  const nowMs = useNow();
  const isElsewhere = timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (atMs) => {
    const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.language, { ...options, timeZone }).format(atMs);
    const time = written({ hour: 'numeric', minute: '2-digit', ...(isElsewhere && { timeZoneName: 'short' }) });
    const isToday = calendarDay(atMs / 1000, timeZone) === calendarDay(nowMs / 1000, timeZone);
    return isToday ? t('moment.today', { time }) : t('moment.earlier', { time, day: written({ month: 'long', day: 'numeric' }) });
  };
}
