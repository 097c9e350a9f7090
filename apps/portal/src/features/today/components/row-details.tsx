import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import { actionsWithoutAlarm, askingAlarms, type RowAlarm } from '../row-alarms.ts';
import type { ReasonTold } from '../tell-reason.ts';
import { Notified } from './notified.tsx';
import { metricName, News2, useStandingWords } from './row-facts.tsx';
import styles from './today.module.css';

interface RowDetailsProps {
  readonly row: TodayRow;
  readonly told: ReasonTold | null;
  readonly nowSeconds: number;
  readonly zone: string;
}

/** What a row has no room for: every alert with how it stands and who was notified, the other actions, and how sure the data is. */
export function RowDetails({ row, told, nowSeconds, zone }: RowDetailsProps) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const words = useStandingWords(zone);
  const asking = askingAlarms(row);
  const alarms = [...asking, ...row.alarms.filter((alarm) => !asking.includes(alarm))];
  const { band, dataAt, gaps } = row;
  return (
    <>
      <div>
        {told?.fired && <p className={styles.muted}>{told.fired}</p>}
        <ul className={styles.alerts}>
          {alarms.map((alarm: RowAlarm) => (
            <li key={alarm.id}>
              <strong>{alarm.title}</strong> · {ui(`severity.${alarm.severity}`)} · {words(alarm)}
              <Also alarm={alarm} />
              {alarm.state === 'raised' && <Notified alarm={alarm} zone={zone} />}
            </li>
          ))}
          {actionsWithoutAlarm(row).map(({ action_id: id, title, priority }) => (
            <li key={id}>
              <strong>{title}</strong> · {ui(`severity.${priority}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.facts}>
        {row.assignee ? (
          <span>{t('owner', { name: `${row.assignee.firstName} ${row.assignee.lastName}` })}</span>
        ) : (
          row.assigneeRole && <span>{t('waits', { role: t(`roles.${row.assigneeRole}`) })}</span>
        )}
        <News2 row={row} />
        <span>{dataAt === null ? t('dataUnknown') : t('data', { age: ageInWords(ui, dataAt, nowSeconds) })}</span>
        <span>{band.lastSync === null ? t('neverSynced') : t('synced', { age: ageInWords(ui, band.lastSync, nowSeconds) })}</span>
        <BandStatusLabel band={band} nowSeconds={nowSeconds} />
        {gaps.length > 0 && row.reason && <Gaps row={row} nowSeconds={nowSeconds} />}
      </div>
    </>
  );
}

/** The other rules whose alerts belong to one, and what is so of each. */
function Also({ alarm }: { readonly alarm: RowAlarm }) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  if (alarm.also.length === 0) return null;
  const standing = ({ holds, isCovered, isUnanswered }: RowAlarm['also'][number]) =>
    holds === false ? (isUnanswered ? 'unanswered' : 'over') : holds === null ? 'unjudged' : isCovered ? 'covered' : null;
  return (
    <p className={styles.muted}>
      {t('also', {
        rules: alarm.also
          .map((one) => {
            const how = standing(one);
            return `${one.title} (${[ui(`severity.${one.severity}`), ...(how ? [t(`alsoIs.${how}`)] : [])].join(', ')})`;
          })
          .join(' · '),
      })}
    </p>
  );
}

/** What is missing of a member, and since when. */
export function Gaps({ row, nowSeconds }: Pick<RowDetailsProps, 'row' | 'nowSeconds'>) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  return (
    <ul className={styles.gaps}>
      {row.gaps.map(({ kind, metric, since }) => (
        <li key={`${kind} ${metric}`}>
          {t(`gap.${kind}`, { metric: metricName(metric) })}{' '}
          <span className={styles.muted}>
            {t(kind === 'never_synced' ? 'lastsNever' : 'lasts', { time: ageInShort(ui, since, nowSeconds) })}
          </span>
        </li>
      ))}
      {row.gaps.length === 0 && row.actions.map(({ action_id: id, title }) => <li key={id}>{title}</li>)}
    </ul>
  );
}
