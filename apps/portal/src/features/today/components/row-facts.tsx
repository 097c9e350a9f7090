import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import { askingCount, shownAlarm } from '../row-alarms.ts';
import { Notified } from './notified.tsx';
import styles from './today.module.css';

/** How its alarm stands, and who has the work. */
export function Ownership({ row, zone }: { readonly row: TodayRow; readonly zone: string }) {
  const { t } = useTranslation('today');
  const alarm = shownAlarm(row);
  const name = alarm?.by && `${alarm.by.firstName} ${alarm.by.lastName}`;
  const until = (seconds: number) =>
    new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', timeZone: zone, timeZoneName: 'short' });
  const standing = ({ state, dueAt }: NonNullable<typeof alarm>) => {
    if (state === 'raised') return t('alarm.raised');
    if (state === 'acknowledged') return name ? t('alarm.acknowledged', { name }) : t('alarm.acknowledgedNobody');
    const time = until(dueAt ?? 0);
    return name ? t('alarm.snoozed', { name, time }) : t('alarm.snoozedNobody', { time });
  };
  const others = askingCount(row) - (alarm?.state === 'raised' ? 1 : 0);
  return (
    <div className={styles.facts}>
      {alarm && (
        <span className={alarm.state === 'raised' ? styles.asks : undefined}>
          {alarm.title === row.reason?.title ? standing(alarm) : t('alarm.about', { standing: standing(alarm), alarm: alarm.title })}
          {others > 0 && <span className={styles.muted}> {t('alarm.more', { count: others })}</span>}
          {!alarm.isJudged && <span className={styles.unknown}> · {t('alarm.unjudged')}</span>}
        </span>
      )}
      {alarm?.state === 'raised' && <Notified alarm={alarm} zone={zone} />}
      {row.assignee ? (
        <span className={styles.muted}>{t('owner', { name: `${row.assignee.firstName} ${row.assignee.lastName}` })}</span>
      ) : (
        row.assigneeRole && <span className={styles.muted}>{t('waits', { role: t(`roles.${row.assigneeRole}`) })}</span>
      )}
    </div>
  );
}

/** How sure the data is: NEWS2 as a bound, the band, and the age of what is known. */
export function DataFacts({ row, nowSeconds }: { readonly row: TodayRow; readonly nowSeconds: number }) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const { news2, band, dataAt, gaps } = row;
  const synced = band.lastSync === null ? t('neverSynced') : t('synced', { age: ageInWords(ui, band.lastSync, nowSeconds) });
  // Where only data is missing, what is missing stands in the row already.
  if (row.severity === null)
    return (
      <p className={styles.muted}>
        {dataAt === null ? t('dataUnknown') : t('data', { age: ageInWords(ui, dataAt, nowSeconds) })}
        {gaps.every(({ kind }) => kind !== 'never_synced') && ` · ${synced}`}
      </p>
    );
  return (
    <div className={styles.facts}>
      {news2 ? (
        <span title={t('news2Help', { low: news2.low, high: news2.high, known: news2.known })}>
          {news2.known === 7 ? t('news2Exact', { low: news2.low }) : t('news2', { low: news2.low, known: news2.known })}
        </span>
      ) : (
        <span className={styles.unknown}>{t('news2Unknown')}</span>
      )}
      <span className={styles.muted}>
        {dataAt === null ? t('dataUnknown') : t('data', { age: ageInWords(ui, dataAt, nowSeconds) })} · {synced}
      </span>
      <span className={styles.band}>
        <BandStatusLabel band={band} nowSeconds={nowSeconds} />
        {gaps.length > 0 && (
          <span className={styles.gap} title={gaps.map((gap) => `${t(`gap.${gap.kind}`, { metric: metricName(gap.metric) })}`).join('\n')}>
            {t('gapsCount', { count: gaps.length })}
          </span>
        )}
      </span>
    </div>
  );
}

export const metricName = (metric: string | null) => (metric !== null && isMetricId(metric) ? catalogue[metric].label : (metric ?? ''));
