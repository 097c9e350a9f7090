import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReceivedOf } from '@vigil/contract';
import type { Activity, listReadingsByHand } from '@vigil/contract/activities.contract';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from '../logging.module.css';
import { dayOf } from '../to-activity.ts';
import { EnteredElsewhereRow } from './entered-elsewhere-row.tsx';
import { LoggedRow } from './logged-row.tsx';

interface LoggedListProps {
  readonly memberId: string;
  readonly own: boolean;
  readonly canWrite: boolean;
  readonly zone: string;
  readonly days: number;
  readonly query: UseQueryResult<Activity[]>;
  /** What was typed in by hand in other systems. */
  readonly elsewhere: UseQueryResult<ReceivedOf<typeof listReadingsByHand>>;
  readonly onOlder: () => void;
}

/** What was logged, day by day, the last first. */
export function LoggedList({ memberId, own, canWrite, zone, days, query, elsewhere, onOlder }: LoggedListProps) {
  const { t } = useTranslation('logging');
  const { t: ui } = useTranslation('ui');
  const heading = useDayHeading(zone);
  const readings = elsewhere.data?.content ?? [];
  const rows = [
    ...(query.data ?? []).map((activity) => ({
      ...{ at: activity.timestamp, day: activity.from },
      row: <LoggedRow key={activity.id} memberId={memberId} activity={activity} canWrite={canWrite} />,
    })),
    ...readings.map((reading) => ({
      ...{ at: reading.timestamp, day: dayOf({ date: dateOfDay(calendarDay(reading.timestamp, zone)) }) },
      row: <EnteredElsewhereRow key={reading.timestamp} memberId={memberId} reading={reading} zone={zone} canTakeBack={canWrite && !own} />,
    })),
  ].sort((one, other) => other.at - one.at);
  // One list of both: rows of the one that comes later would push down what is read.
  const isComing = query.isPending || elsewhere.isPending;
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return (
    <section className={styles.list} aria-labelledby="logged-title" aria-busy={isComing} data-awaited={isComing || undefined}>
      <h2 id="logged-title">{t(own ? 'list' : 'staffList')}</h2>
      {query.isError && !query.data ? (
        <StatePanel
          failure
          icon="alert"
          title={t('failedTitle')}
          text={query.error.message}
          action={{ label: ui('retry'), onClick: () => void query.refetch() }}
        />
      ) : isComing ? (
        [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={56} />)
      ) : rows.length === 0 ? (
        <div role="status">
          <p>{t('emptyTitle', { count: days })}</p>
          <p className={styles.muted}>{t(own ? 'emptyText' : 'emptyStaffText')}</p>
        </div>
      ) : (
        inOrder(byDay).map(([day, ofDay]) => (
          <div key={day}>
            <h3 className={styles.day}>{heading(day)}</h3>
            <ul className={styles.rows}>{ofDay.map(({ row }) => row)}</ul>
          </div>
        ))
      )}
      {elsewhere.isError && !elsewhere.data && <p className={styles.muted}>{t('elsewhereFailed', { reason: elsewhere.error.message })}</p>}
      {elsewhere.data?.complete === false && <p className={styles.muted}>{t('elsewhereMore', { count: readings.length })}</p>}
      {query.data && (
        <Button variant="outlined" color="inherit" className={styles.older ?? ''} disabled={query.isFetching} onClick={onOlder}>
          {t('older')}
        </Button>
      )}
    </section>
  );
}

/** The newest day first; days are written MM-dd-yyyy. */
const inOrder = <Row,>(byDay: ReadonlyMap<string, Row[]>): [string, Row[]][] => {
  const written = (day: string) => `${day.slice(6)}-${day.slice(0, 5)}`;
  return [...byDay].sort(([one], [other]) => (written(one) < written(other) ? 1 : -1));
};

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
