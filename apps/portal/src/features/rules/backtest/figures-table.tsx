import type { BacktestFigures } from '@vigil/contract/alerts-backtests.contract';
import { burdenYardstick } from '@vigil/domain/burden/burden';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VersionStateChip } from '../components/version-state.tsx';
import styles from '../rules.module.css';

const { alertsPerMemberWeek: elsewhere } = burdenYardstick;

interface Row {
  readonly id: 'firings' | 'actions' | 'perMemberWeek' | 'members' | 'caught' | 'followed' | 'unknown' | 'overlap' | 'late';
  readonly value: (figures: BacktestFigures) => ReactNode;
}

const share = (value: number | null) =>
  value === null ? '–' : value.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** The figures of each version beside each other, one row a question. */
export function FiguresTable({ figures }: { readonly figures: readonly BacktestFigures[] }) {
  const { t } = useTranslation('rules');
  const rows: readonly Row[] = [
    { id: 'firings', value: ({ firings }) => firings.toLocaleString() },
    { id: 'actions', value: ({ actions }) => actions.toLocaleString() },
    { id: 'perMemberWeek', value: ({ perMemberWeek }) => <PerMemberWeek value={perMemberWeek} /> },
    { id: 'members', value: ({ members }) => members.length.toLocaleString() },
    {
      id: 'caught',
      value: ({ interventions: { caught, missed } }) =>
        caught + missed === 0 ? (
          <span className={styles.muted}>{t('backtest.noInterventions')}</span>
        ) : (
          t('backtest.ofAll', { some: caught, all: caught + missed })
        ),
    },
    {
      id: 'followed',
      value: ({ interventions: { followedAlerts, unfollowedAlerts } }) =>
        followedAlerts + unfollowedAlerts === 0
          ? '–'
          : t('backtest.ofAll', { some: followedAlerts, all: followedAlerts + unfollowedAlerts }),
    },
    {
      id: 'overlap',
      value: ({ overlapping: { firings, liveRules } }) =>
        liveRules === 0 ? (
          <span className={styles.muted}>{t('backtest.noOtherRules')}</span>
        ) : (
          t('backtest.overlapOf', { firings, count: liveRules })
        ),
    },
    { id: 'unknown', value: ({ unknownShare }) => share(unknownShare) },
    { id: 'late', value: ({ lateShare }) => share(lateShare) },
  ];
  return (
    <div className={styles.scrolls}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">
              <span className="v-unseen">{t('backtest.figure')}</span>
            </th>
            {figures.map(({ ruleId, version, state }) => (
              <th key={`${ruleId}/${version}`} scope="col">
                <VersionStateChip version={version} state={state} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, value }) => (
            <tr key={id}>
              <th scope="row">
                {t(`backtest.row.${id}`)}
                {id !== 'firings' && id !== 'members' && <span className={styles.hint}>{t(`backtest.rowHelp.${id}`, { elsewhere })}</span>}
              </th>
              {figures.map((one) => (
                <td key={`${one.ruleId}/${one.version}`}>{value(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Beside the yardstick: a bar whose mark is what was seen elsewhere. */
function PerMemberWeek({ value }: { readonly value: number | null }) {
  const { t } = useTranslation('rules');
  if (value === null) return '–';
  const end = Math.max(value, elsewhere * 1.5);
  const isMore = value > elsewhere;
  return (
    <span className={styles.perWeek}>
      <span data-more={isMore || undefined}>
        {value.toLocaleString(undefined, { maximumFractionDigits: 2 })}
        {isMore && <span className="v-unseen"> {t('backtest.more')}</span>}
      </span>
      <span className={styles.scale} aria-hidden="true">
        <span style={{ width: `${(100 * value) / end}%` }} data-more={isMore || undefined} />
        <i style={{ left: `${(100 * elsewhere) / end}%` }} />
      </span>
    </span>
  );
}
