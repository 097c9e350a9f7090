import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { calendar } from '@vigil/contract';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { ownZone } from '#lib/wall-time.ts';
import { Icon } from '#ui/icons.tsx';
import { eventsQuery } from './api/calendar.ts';
import { endOf, kindIcons, timeText, useEventWords } from './event-words.ts';
import { spanOf } from './span.ts';
import styles from './todays-events.module.css';

/** What is on the own calendar today and has not ended, the next first; each leads to the calendar. */
export function TodaysEvents() {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const words = useEventWords();
  const nowMs = useNow();
  const zone = ownZone();
  const { data, error } = useQuery(eventsQuery(userId, spanOf('day', calendarDay(nowMs / 1000, zone), 1, zone)));
  usePushes('CALENDAR_EVENT', { touches: [calendar.listEvents] });
  if (error && !data) return <p className={styles.muted}>{t('failedTitle')}</p>;
  if (!data) return <Skeleton variant="rounded" height={40} aria-label={t('loading')} />;
  const left = data.filter((event) => Math.max(endOf(event), event.date) >= nowMs);
  if (left.length === 0) return <p className={styles.muted}>{t(data.length === 0 ? 'todayEmpty' : 'todayOver')}</p>;
  return (
    <ul className={styles.events}>
      {left.map((event) => (
        <li key={event.id}>
          <Link to="/dashboard/calendar" search={{ event: event.id } as never} className={styles.event}>
            <span className={styles.time}>
              {event.date < nowMs && event.durationMinutes > 0 ? t('untilTime', { time: timeText(endOf(event)) }) : timeText(event.date)}
            </span>
            <Icon name={kindIcons[event.type]} size={14} />
            <span>{words.title(event)}</span>
            {event.type !== 'REGULAR' && <span className="v-unseen">{t(`kind.${event.type}`)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
