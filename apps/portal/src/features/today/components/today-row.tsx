import type { TodayRow as Row } from '@vigil/contract/triage-today.contract';
import type { Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords, ageInYears } from '#ui/age-in-words.ts';
import { Severity } from '#ui/severity.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { nameOf } from '../row-alarms.ts';
import { tellReason } from '../tell-reason.ts';
import { RowButtons, type RowDoes } from './row-buttons.tsx';
import { DataFacts, metricName, Ownership } from './row-facts.tsx';
import styles from './today.module.css';

export interface TodayRowProps {
  readonly row: Row;
  /** It is no longer in the list. */
  readonly isGone: boolean;
  /** A critical alert has just put it on top. */
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly units: Units;
  readonly nowSeconds: number;
  /** The reader's zone: when a snooze is over is told in it. */
  readonly zone: string;
  readonly onOpen: () => void;
  /** Absent for whoever only reads. */
  readonly does: RowDoes | undefined;
}

/** One member: how urgent, who, why and since when, who has it, and how sure the data is. */
export function TodayRow({ row, isGone, isNew, isOpen, units, nowSeconds, zone, onOpen, does }: TodayRowProps) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const age = ageInYears(row.user.birthday, new Date(nowSeconds * 1000));
  const about = [age, row.user.sex?.slice(0, 1).toUpperCase()].filter((one) => one !== null && one !== undefined).join(' · ');
  return (
    <li
      className={styles.row}
      data-row={row.user_id}
      data-gone={isGone || undefined}
      data-open={isOpen || undefined}
      data-severity={row.severity}
    >
      <div className={styles.who}>
        {row.severity && <Severity severity={row.severity} />}
        {isNew && <span className={styles.new}>{t('new')}</span>}
        <span className={styles.person}>
          <button type="button" className={styles.name} data-row-link="" aria-expanded={isOpen} onClick={onOpen}>
            {nameOf(row)}
          </button>
          <span className={styles.muted}>
            {about}
            {row.user.onHold && ` · ${t('onHold')}`}
          </span>
        </span>
        {row.isOverdue && <span className={styles.overdue}>{t('overdue')}</span>}
        {isGone && <span className={styles.muted}>{t('handled')}</span>}
        {row.review && (
          <span className={styles.muted}>
            {row.review.by
              ? t('reviewedBy', {
                  name: `${row.review.by.firstName} ${row.review.by.lastName}`,
                  age: ageInWords(ui, row.review.at, nowSeconds),
                })
              : t('reviewedNobody', { age: ageInWords(ui, row.review.at, nowSeconds) })}
            {row.review.reason && `: ${row.review.reason}`}
          </span>
        )}
      </div>
      <div className={styles.why}>
        {row.reason ? (
          <Reason row={row} reason={row.reason} units={units} nowSeconds={nowSeconds} />
        ) : (
          <Gaps row={row} nowSeconds={nowSeconds} />
        )}
      </div>
      <div className={styles.state}>
        <Ownership row={row} zone={zone} />
        <DataFacts row={row} nowSeconds={nowSeconds} />
      </div>
      {does && <RowButtons row={row} isGone={isGone} does={does} />}
    </li>
  );
}

interface ReasonProps extends Pick<TodayRowProps, 'row' | 'units' | 'nowSeconds'> {
  readonly reason: NonNullable<Row['reason']>;
}

function Reason({ row, reason, units, nowSeconds }: ReasonProps) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const told = tellReason(reason, { units, nowSeconds, t, ui });
  // An alarm and the action that it opened have one title: they are told once.
  const titles = new Set([...row.actions, ...row.alarms].map(({ title }) => title));
  titles.delete(reason.title);
  // What is as grave as the reason told is named: behind a count it would wait until somebody looks.
  const asCritical = new Set(
    [...row.actions, ...row.alarms]
      .filter((one) => ('priority' in one ? one.priority : one.severity) === 'CRITICAL' && titles.has(one.title))
      .map(({ title }) => title),
  );
  const counted = [...titles].filter((title) => !asCritical.has(title));
  return (
    <>
      <div className={styles.words}>
        <p className={styles.reason}>
          <strong>{told.title}</strong> <span className={styles.muted}>{told.lasts}</span>
          {counted.length > 0 && (
            <span className={styles.more} title={counted.join('\n')}>
              {t('further', { count: counted.length })}
            </span>
          )}
        </p>
        {asCritical.size > 0 && <p className={styles.also}>{t('alsoCritical', { titles: [...asCritical].join(' · ') })}</p>}
        {told.latest && (
          <p className={told.isStale ? styles.unknown : undefined}>
            {metricName(reason.metric)}: {told.latest}
          </p>
        )}
        {told.fired && (
          <p className={`${styles.muted} ${styles.fired}`} title={told.fired}>
            {told.fired}
          </p>
        )}
      </div>
      {row.course && (
        <Sparkline
          values={row.course.values}
          {...(row.course.reference !== null && { reference: row.course.reference })}
          {...(told.side && { worse: told.side })}
        />
      )}
    </>
  );
}

function Gaps({ row, nowSeconds }: Pick<TodayRowProps, 'row' | 'nowSeconds'>) {
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
