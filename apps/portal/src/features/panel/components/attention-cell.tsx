import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { isJudged } from '@vigil/domain/status/account-status';
import type { Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import { Icon, type IconName } from '#ui/icons.tsx';
import { MissingTrend } from '#ui/missing-trend.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { type AttentionReason, reasonInWords, tellReason } from '../attention.ts';
import styles from './attention-cell.module.css';

interface AttentionCellProps {
  readonly row: Pick<MemberRow, 'attention' | 'recent' | 'accountStatus'>;
  /** Changes against the member's own days could not be judged. */
  readonly withoutTrends: boolean;
  readonly units: Units;
  readonly nowSeconds: number;
}

/** The one reason to look at a member, how far off, its course, and since when; further ones are counted. Quiet where there is none. */
export function AttentionCell({ row, withoutTrends, units, nowSeconds }: AttentionCellProps) {
  const { t } = useTranslation(['panel', 'ui']);
  const { t: ui } = useTranslation('ui');
  const by = { units, nowSeconds, ui };
  const [first, ...others] = row.attention;
  if (!first)
    return isNotFullyChecked(row, withoutTrends) ? (
      <span className={styles.unchecked}>{t('notFullyChecked')}</span>
    ) : (
      <span className="v-unseen">{t('noReason')}</span>
    );
  const { text, delta, against, alert, side, since, orBefore } = tellReason(first, by, t);
  const all = row.attention.map((reason) => reasonInWords(reason, by, t)).join('\n');
  const reference = first.kind === 'gap' ? null : first.kind === 'limit' ? first.limit : first.reference;
  return (
    <span className={`${styles.reason} ${styles[weightOf(first)]}`} title={all}>
      <Icon name={iconOf(first)} size={14} className={styles.icon ?? ''} />
      <span className={styles.text}>{text}</span>
      {against && (
        <span className={`${styles.delta} ${side ? styles[side] : ''}`}>
          {delta ?? against}
          {delta && <span className="v-unseen">, {against}</span>}
        </span>
      )}
      {alert && <span className={styles.noAlert}>{alert}</span>}
      {others.length > 0 && (
        <span className={styles.more}>
          <span aria-hidden="true">+{others.length}</span>
          <span className="v-unseen">{t('moreReasons', { count: others.length })}</span>
        </span>
      )}
      <span className={styles.end}>
        {withoutTrends && first.kind !== 'gap' && <MissingTrend />}
        {row.recent && <Sparkline values={row.recent} {...(reference !== null && { reference })} {...(side && { worse: side })} />}
        <span className={styles.since} title={ageInWords(ui, since, nowSeconds)}>
          {orBefore ? (
            <>
              <span aria-hidden="true">≥ </span>
              <span className="v-unseen">{t('orBefore')}, </span>
            </>
          ) : null}
          {ageInShort(ui, since, nowSeconds)}
        </span>
      </span>
    </span>
  );
}

/** Nobody looks for changes of members who have left: they lack nothing. */
export const isNotFullyChecked = ({ attention, accountStatus }: AttentionCellProps['row'], withoutTrends: boolean): boolean =>
  withoutTrends && attention.length === 0 && isJudged(accountStatus);

/** Colour belongs to what is wrong; a gap in the data is said in words. */
function weightOf(reason: AttentionReason): 'urgent' | 'raised' | 'slight' | 'gap' {
  if (reason.kind === 'gap') return 'gap';
  if (reason.kind === 'change') return 'raised';
  return reason.severity === 'CRITICAL' ? 'urgent' : reason.severity === 'HIGH' ? 'raised' : 'slight';
}

function iconOf(reason: AttentionReason): IconName {
  if (reason.kind === 'limit') return 'alert';
  if (reason.kind === 'change') return 'activity';
  return reason.gap === 'off-wrist' ? 'bandOff' : 'clock';
}
