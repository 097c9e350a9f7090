import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Activity } from '@vigil/contract/activities.contract';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from '../logging.module.css';
import { LoggedRow } from './logged-row.tsx';

interface LoggedListProps {
  readonly memberId: string;
  readonly own: boolean;
  readonly canWrite: boolean;
  readonly zone: string;
  readonly days: number;
  readonly query: UseQueryResult<Activity[]>;
  readonly onOlder: () => void;
}

/** What was logged, day by day, the last first. */
export function LoggedList({ memberId, own, canWrite, zone, days, query, onOlder }: LoggedListProps) {
  const { t } = useTranslation('logging');
  const { t: ui } = useTranslation('ui');
  const heading = useDayHeading(zone);
  const byDay = Map.groupBy(query.data ?? [], ({ from }) => from);
  return (
    <section className={styles.list} aria-labelledby="logged-title" aria-busy={query.isFetching && !query.data}>
      <h2 id="logged-title">{t(own ? 'list' : 'staffList')}</h2>
      {query.isError && !query.data ? (
        <StatePanel
          failure
          icon="alert"
          title={t('failedTitle')}
          text={query.error.message}
          action={{ label: ui('retry'), onClick: () => void query.refetch() }}
        />
      ) : !query.data ? (
        [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={56} />)
      ) : query.data.length === 0 ? (
        <div role="status">
          <p>{t('emptyTitle', { count: days })}</p>
          <p className={styles.muted}>{t(own ? 'emptyText' : 'emptyStaffText')}</p>
        </div>
      ) : (
        [...byDay].map(([day, activities]) => (
          <div key={day}>
            <h3 className={styles.day}>{heading(day)}</h3>
            <ul className={styles.rows}>
              {activities.map((activity) => (
                <LoggedRow key={activity.id} memberId={memberId} activity={activity} canWrite={canWrite} />
              ))}
            </ul>
          </div>
        ))
      )}
      {query.data && (
        <Button variant="outlined" color="inherit" className={styles.older ?? ''} disabled={query.isFetching} onClick={onOlder}>
          {t('older')}
        </Button>
      )}
    </section>
  );
}

/** A day (MM-dd-yyyy) as people say it. */
function useDayHeading(zone: string): (day: string) => string {
  const { t, i18n } = useTranslation('logging');
  const inZone = new Intl.DateTimeFormat('en-US', { timeZone: zone, month: '2-digit', day: '2-digit', year: 'numeric' });
  const dayAgo = (days: number) => inZone.format(Date.now() - days * 86_400_000).replaceAll('/', '-');
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (day) => {
    if (day === dayAgo(0)) return t('today');
    if (day === dayAgo(1)) return t('yesterday');
    return format.format(Date.parse(`${day.slice(6)}-${day.slice(0, 5)}`));
  };
}
