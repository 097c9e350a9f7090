import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { BackLink } from '#ui/back-link.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { backtestQuery } from './api/backtests.ts';
import { ruleQuery } from './api/rules.ts';
import { BacktestForm } from './backtest/backtest-form.tsx';
import { BacktestResult } from './backtest/backtest-result.tsx';
import { RuleFailed } from './rule-screen.tsx';
import styles from './rules.module.css';
import type { BacktestSearch } from './rules-search.ts';

/** A rule tried on the history of members before it goes live: its versions side by side. The address holds which try is shown. */
export function BacktestScreen({ ruleId }: { readonly ruleId: string }) {
  const { t } = useTranslation('rules');
  const query = useQuery(ruleQuery(ruleId));
  usePageTitle(t('backtest.title'));
  if (query.error && !query.data) return <RuleFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles.page} aria-busy={query.data === undefined}>
      <PageHead
        back={
          <BackLink to="/dashboard/rules/$ruleId" params={{ ruleId }}>
            {query.data?.versions[0]?.title ?? t('oneTitle')}
          </BackLink>
        }
        title={t('backtest.title')}
      />
      {query.data ? <Tried rule={query.data} /> : <Skeleton variant="rounded" height={240} />}
    </div>
  );
}

function Tried({ rule }: { readonly rule: AlertRuleWhole }) {
  const navigate = useNavigate();
  const { run } = useSearch({ strict: false }) as BacktestSearch;
  return (
    <>
      <BacktestForm rule={rule} runId={run ?? null} onStarted={(id) => void navigate({ to: '.', search: { run: id } as never })} />
      {run && <Result key={run} runId={run} rule={rule} />}
    </>
  );
}

function Result({ runId, rule }: { readonly runId: string; readonly rule: AlertRuleWhole }) {
  const { t } = useTranslation('rules');
  const { data, error, refetch } = useQuery(backtestQuery(runId));
  if (data) return <BacktestResult backtest={data} rule={rule} />;
  if (!error) return <Skeleton variant="rounded" height={320} />;
  return (
    <StatePanel
      failure
      icon="clock"
      title={t(error.status === 404 ? 'backtest.goneTitle' : 'backtest.failedTitle')}
      text={error.status === 404 ? t('backtest.goneText') : error.message}
      {...(error.status !== 404 && { action: { label: t('retry'), onClick: () => void refetch() } })}
    />
  );
}
