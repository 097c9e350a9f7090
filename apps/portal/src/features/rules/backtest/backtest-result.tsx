import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { Backtest } from '@vigil/contract/alerts-backtests.contract';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useCancelBacktest } from '../api/backtests.ts';
import styles from '../rules.module.css';
import { FiguresTable } from './figures-table.tsx';
import { FiringsByDay } from './firings-by-day.tsx';
import { Whom } from './whom.tsx';

interface BacktestResultProps {
  readonly backtest: Backtest;
  readonly rule: AlertRuleWhole;
}

/** What the versions would have done, as far as it is known by now. */
export function BacktestResult({ backtest, rule }: BacktestResultProps) {
  const { t } = useTranslation('rules');
  const { members, membersDone, figures, from, to } = backtest;
  const day = (at: number) => new Date(at * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' });
  if (members === 0) return <StatePanel icon="members" title={t('backtest.nobodyTitle')} text={t('backtest.nobodyText')} />;
  return (
    <div className={styles.result}>
      <Card
        title={t('backtest.result')}
        end={<span className={styles.hint}>{t('backtest.span', { from: day(from), to: day(to), count: members })}</span>}
      >
        <Progress backtest={backtest} />
        {membersDone > 0 && <FiguresTable figures={figures} />}
      </Card>
      {membersDone > 0 && (
        <div className={styles.main}>
          <FiringsByDay backtest={backtest} />
          <Whom figures={figures} rule={rule} />
        </div>
      )}
    </div>
  );
}

function Progress({ backtest: { id, state, members, membersDone } }: Pick<BacktestResultProps, 'backtest'>) {
  const { t } = useTranslation('rules');
  const cancel = useCancelBacktest();
  const told = t(`backtest.state.${state}`, { done: membersDone.toLocaleString(), members: members.toLocaleString() });
  if (state !== 'running')
    return (
      <p role="status" className={state === 'done' ? 'v-unseen' : styles.hint}>
        {told}
      </p>
    );
  return (
    <div className={styles.progress}>
      <LinearProgress
        variant="determinate"
        value={(100 * membersDone) / members}
        aria-label={t('backtest.progress')}
        aria-valuetext={told}
      />
      <span className={styles.partHead}>
        <span className={styles.hint}>{told}</span>
        <Button size="small" color="inherit" disabled={cancel.isPending} onClick={() => cancel.mutate({ params: { backtestId: id } })}>
          {t('cancel')}
        </Button>
      </span>
    </div>
  );
}
