import type { TodayRow as Row } from '@vigil/contract/triage-today.contract';
import type { Units } from '@vigil/domain/units/unit-system';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ageInWords, ageInYears } from '#ui/age-in-words.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MarkedValue } from '#ui/marked-value.tsx';
import { MissingTrend } from '#ui/missing-trend.tsx';
import { Severity } from '#ui/severity.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { besidesHeadline, nameOf } from '../row-alarms.ts';
import { tellReason } from '../tell-reason.ts';
import { RowButtons, type RowDoes } from './row-buttons.tsx';
import { Gaps, RowDetails } from './row-details.tsx';
import { Freshness, metricName, News2, Standing } from './row-facts.tsx';
import styles from './today.module.css';

export interface TodayRowProps {
  readonly row: Row;
  /** It is no longer in the list. */
  readonly isGone: boolean;
  /** A critical alert has just put it on top. */
  readonly isNew: boolean;
  /** The work on the member stands beside the list. */
  readonly isOpen: boolean;
  /** All that is known of the row is shown in its place. */
  readonly isExpanded: boolean;
  readonly units: Units;
  readonly nowSeconds: number;
  /** The reader's zone: when a snooze is over is told in it. */
  readonly zone: string;
  readonly onOpen: () => void;
  readonly onExpand: () => void;
  /** Absent for whoever only reads. */
  readonly does: RowDoes | undefined;
}

/** One member in one line: how urgent, who, why and since when, how it stands, NEWS2 and how fresh the data is; the rest on demand. */
export function TodayRow(props: TodayRowProps) {
  const { row, isGone, isNew, isOpen, isExpanded, units, nowSeconds, zone, onOpen, onExpand, does } = props;
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const details = useId();
  const age = ageInYears(row.user.birthday, new Date(nowSeconds * 1000));
  const about = [age, row.user.sex?.slice(0, 1).toUpperCase()].filter((one) => one !== null && one !== undefined).join(' · ');
  const told = row.reason && tellReason(row.reason, { units, nowSeconds, t, ui });
  return (
    <li
      className={styles.row}
      data-row={row.user_id}
      data-gone={isGone || undefined}
      data-open={isOpen || undefined}
      data-expanded={isExpanded || undefined}
      data-severity={row.severity}
    >
      <div className={styles.line}>
        <div className={styles.level}>{row.severity && <Severity severity={row.severity} />}</div>
        <div className={styles.who}>
          <button type="button" className={styles.name} data-row-link="" aria-expanded={isOpen} onClick={onOpen}>
            {nameOf(row)}
          </button>
          <span className={styles.muted}>
            {about}
            {row.user.onHold && ` · ${t('onHold')}`}
          </span>
          {isNew && <span className={styles.new}>{t('new')}</span>}
          {row.isOverdue && <span className={styles.overdue}>{t('overdue')}</span>}
          {isGone && <span className={styles.muted}>{t('handled')}</span>}
        </div>
        <div className={styles.why}>
          {told ? <Headline row={row} told={told} /> : <Gaps row={row} nowSeconds={nowSeconds} />}
          {row.review && <Reviewed review={row.review} nowSeconds={nowSeconds} />}
        </div>
        <div className={styles.course}>
          {row.isCourseUnavailable && <MissingTrend />}
          {row.course && (
            <Sparkline
              values={row.course.values}
              {...(row.course.reference !== null && { reference: row.course.reference })}
              {...(told?.side && { worse: told.side })}
            />
          )}
        </div>
        <div className={styles.standing}>
          <Standing row={row} zone={zone} />
        </div>
        <div className={styles.score}>
          <News2 row={row} />
        </div>
        <div className={styles.fresh}>
          <Freshness row={row} nowSeconds={nowSeconds} />
        </div>
        <IconButton
          icon={isExpanded ? 'chevronDown' : 'chevronRight'}
          size={14}
          label={t(isExpanded ? 'collapse' : 'expand', { name: nameOf(row) })}
          aria-expanded={isExpanded}
          aria-controls={details}
          aria-keyshortcuts="Space"
          onClick={onExpand}
        />
        {does && <RowButtons row={row} isGone={isGone} does={does} />}
      </div>
      {isExpanded && (
        <div id={details} className={styles.details}>
          <RowDetails row={row} told={told} nowSeconds={nowSeconds} zone={zone} />
        </div>
      )}
    </li>
  );
}

/** What is wrong, with the newest value, its change and its age. */
function Headline({ row, told }: { readonly row: Row; readonly told: NonNullable<ReturnType<typeof tellReason>> }) {
  const { t } = useTranslation('today');
  const { critical, others } = besidesHeadline(row);
  return (
    <p className={styles.reason}>
      <strong>{told.title}</strong>
      {told.latest && (
        <MarkedValue
          mark={told.isStale ? undefined : (row.reason?.latest?.outOfRange ?? undefined)}
          said={metricName(row.reason?.metric ?? null)}
          className={told.isStale ? styles.unknown : undefined}
        >
          {told.latest}
        </MarkedValue>
      )}
      {critical > 0 && <span className={styles.alsoCritical}>{t('alsoCriticalCount', { count: critical })}</span>}
      <span className={styles.muted}>{told.lasts}</span>
      {others > 0 && <span className={styles.more}>{t('further', { count: others })}</span>}
    </p>
  );
}

/** Who put it aside, when and why. */
function Reviewed({ review, nowSeconds }: { readonly review: NonNullable<Row['review']>; readonly nowSeconds: number }) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const age = ageInWords(ui, review.at, nowSeconds);
  const name = review.by && `${review.by.firstName} ${review.by.lastName}`;
  return (
    <p className={styles.muted}>
      {name ? t('reviewedBy', { name, age }) : t('reviewedNobody', { age })}
      {review.reason && `: ${review.reason}`}
    </p>
  );
}
