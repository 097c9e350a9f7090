import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { BackLink } from '#ui/back-link.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { backtestQuery } from './api/backtests.ts';
import { ruleQuery } from './api/rules.ts';
import { BacktestForm } from './backtest/backtest-form.tsx';
import { BacktestResult } from './backtest/backtest-result.tsx';
import { RuleFailed } from './rule-screen.tsx';
import type { BacktestSearch } from './rules-search.ts';

/** A rule tried on the history of members before it goes live: its versions side by side. The address holds which try is shown. */
export function BacktestScreen({ ruleId }: { readonly ruleId: string }) {
  const { t } = useTranslation('rules');
  const query = useQuery(ruleQuery(ruleId));
  usePageTitle(t('backtest.title'));
  if (query.error && !query.data) return <RuleFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Page busy={query.data === undefined}>
      <PageHead
        back={
          <BackLink to="/dashboard/rules/$ruleId" params={{ ruleId }}>
            {query.data?.versions[0]?.title ?? t('oneTitle')}
          </BackLink>
        }
        title={t('backtest.title')}
      />
      {query.data ? <Tried rule={query.data} /> : <Skeleton variant="rounded" height={240} />}
    </Page>
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
  if (error.status === 404) return <StatePanel failure icon="clock" title={t('backtest.goneTitle')} text={t('backtest.goneText')} />;
  return <LoadFailed error={error} title={t('backtest.failedTitle')} onRetry={() => void refetch()} />;
}
