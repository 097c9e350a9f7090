import type { BellItem } from '@vigil/contract/notification.contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Icon } from '#ui/icons.tsx';
import styles from '../bell.module.css';

interface BellEventProps {
  readonly item: BellItem;
  readonly onOpen: (eventId: string, startsAt: number | null) => void;
  readonly onClick: () => void;
}

/** An event: what it is called, what there is to tell of it and when it begins. One that was cancelled is only read. */
export function BellEvent({ item: { id, title, startsAt, news, createdAt }, onOpen, onClick }: BellEventProps) {
  const { t } = useTranslation('bell');
  const { t: ui } = useTranslation('ui');
  const nowMs = useNow();
  const isReminder = news === null || news === 'reminder';
  const isDue = startsAt !== null && startsAt * 1000 <= nowMs;
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        onClick={() => {
          onClick();
          if (news !== 'cancelled') onOpen(id, startsAt);
        }}
      >
        <Icon name={news === 'cancelled' ? 'close' : 'calendar'} size={18} />
        <span className={styles.itemHead}>
          <strong className={styles.who}>{title ?? t('event')}</strong>
          <time className={styles.time} dateTime={new Date(createdAt * 1000).toISOString()}>
            {ageInWords(ui, createdAt, nowMs / 1000)}
          </time>
        </span>
        <span className={styles.description}>
          {t(`news.${isReminder ? (isDue ? 'due' : 'reminder') : news}`)}
          {startsAt !== null && ` · ${beginText(startsAt * 1000, nowMs)}`}
        </span>
      </button>
    </li>
  );
}

/** When it begins: the time today, else the day as well. Milliseconds since 1970. */
function beginText(startMs: number, nowMs: number): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const isToday = new Date(startMs).toDateString() === new Date(nowMs).toDateString();
  return new Date(startMs).toLocaleString(undefined, isToday ? time : { ...time, weekday: 'short', month: 'short', day: 'numeric' });
}
