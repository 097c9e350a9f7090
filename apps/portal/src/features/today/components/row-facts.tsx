import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { askingCount, isHeadline, type RowAlarm, shownAlarm } from '../row-alarms.ts';
import styles from './today.module.css';

/** How an alert stands, in words: nobody has acknowledged it, who has it, or until when it is snoozed. */
export function useStandingWords(zone: string): (alarm: RowAlarm) => string {
  const { t } = useTranslation('today');
  const until = (seconds: number) =>
    new Date(seconds * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: zone, timeZoneName: 'short' });
  return ({ state, by, dueAt, isJudged }) => {
    const name = by && `${by.firstName} ${by.lastName}`;
    const unknown = isJudged ? '' : ` · ${t('alarm.unjudged')}`;
    if (state === 'raised') return `${t('alarm.raised')}${unknown}`;
    if (state === 'acknowledged') return `${name ? t('alarm.acknowledged', { name }) : t('alarm.acknowledgedNobody')}${unknown}`;
    const time = until(dueAt ?? 0);
    return `${name ? t('alarm.snoozed', { name, time }) : t('alarm.snoozedNobody', { time })}${unknown}`;
  };
}

/** How the row's alert stands and who is next, or who has the work where no alert asks. */
export function Standing({ row, zone }: { readonly row: TodayRow; readonly zone: string }) {
  const { t } = useTranslation('today');
  const words = useStandingWords(zone);
  const alarm = shownAlarm(row);
  if (!alarm)
    return (
      <span className={styles.muted}>
        {row.assignee
          ? t('owner', { name: `${row.assignee.firstName} ${row.assignee.lastName}` })
          : row.assigneeRole && t('waits', { role: t(`roles.${row.assigneeRole}`) })}
      </span>
    );
  const others = askingCount(row) - (alarm.state === 'raised' ? 1 : 0);
  const clock = (seconds: number) =>
    new Date(seconds * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return (
    <>
      <p>
        <span className={alarm.state === 'raised' ? styles.asks : undefined}>
          {isHeadline(row, alarm) ? words(alarm) : t('alarm.about', { standing: words(alarm), alarm: alarm.title })}
        </span>
        {others > 0 && <span className={styles.muted}> {t('alarm.more', { count: others })}</span>}
      </p>
      {alarm.next && (
        <p className={styles.muted}>{t('nextNotified', { step: t(`steps.${alarm.next.step}`), time: clock(alarm.next.at) })}</p>
      )}
    </>
  );
}

/** NEWS2 by the newest readings, with how much of it is known. */
export function News2({ row: { news2, severity } }: { readonly row: TodayRow }) {
  const { t } = useTranslation('today');
  if (severity === null) return null;
  if (!news2) return <span className={styles.unknown}>{t('news2Unknown')}</span>;
  const { low, high, known } = news2;
  return (
    <span title={t('news2Help', { low, high, known })}>{known === 7 ? t('news2Exact', { low }) : t('news2', { low, high, known })}</span>
  );
}

/** How old the newest vital sign is. */
export function Freshness({ row: { dataAt }, nowSeconds }: { readonly row: TodayRow; readonly nowSeconds: number }) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  return (
    <span className={dataAt === null ? styles.unknown : styles.muted}>
      {dataAt === null ? t('dataUnknown') : t('data', { age: ageInWords(ui, dataAt, nowSeconds) })}
    </span>
  );
}

export const metricName = (metric: string | null) => (metric !== null && isMetricId(metric) ? catalogue[metric].label : (metric ?? ''));
