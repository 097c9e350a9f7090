import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import { severities } from '@vigil/domain/alerts/rule';
import { useTranslation } from 'react-i18next';
import { useNames } from '#lib/people-names.ts';
import type { Clock } from '../clock.ts';
import styles from '../on-call.module.css';

/** Alarms that are named; the others are counted. */
const mostNamed = 8;

/** The alarms that stand: whose each is, what it says and who has it. */
export function Standing({ alarms, clock }: { readonly alarms: readonly AlarmAnswer[]; readonly clock: Clock }) {
  const { t } = useTranslation('onCall');
  const worstFirst = alarms.toSorted(
    (one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity) || one.raisedAt - other.raisedAt,
  );
  const named = worstFirst.slice(0, mostNamed);
  const nameOf = useNames(named.map(({ userId }) => userId));
  if (alarms.length === 0) return <p className={styles.hint}>{t('over.nothing')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('over.standing', { count: alarms.length })}</p>
      <ul className={styles.rows}>
        {named.map((alarm) => (
          <li key={alarm.id} className={styles.alarm}>
            <span>
              <strong>{nameOf(alarm.userId) ?? t('over.aMember')}</strong> {alarm.title}
            </span>
            <span className={styles.hint}>
              <span className={alarm.severity === 'CRITICAL' ? styles.critical : undefined}>{t(`over.severity.${alarm.severity}`)}</span> ·{' '}
              <StateOf alarm={alarm} clock={clock} />
              {!alarm.isJudged && ` · ${t('over.unjudged')}`}
            </span>
          </li>
        ))}
      </ul>
      {alarms.length > mostNamed && <p className={styles.hint}>{t('over.more', { count: alarms.length - mostNamed })}</p>}
    </>
  );
}

function StateOf({ alarm: { state, by, raisedAt, dueAt }, clock }: { readonly alarm: AlarmAnswer; readonly clock: Clock }) {
  const { t } = useTranslation('onCall');
  if (state === 'acknowledged') return t('over.state.acknowledged', { name: by ? `${by.firstName} ${by.lastName}`.trim() : t('somebody') });
  if (state === 'snoozed' && dueAt !== null) return t('over.state.snoozed', { until: clock.moment(dueAt) });
  if (state === 'cleared') return t('over.state.cleared');
  return t('over.state.raised', { since: clock.moment(raisedAt) });
}
