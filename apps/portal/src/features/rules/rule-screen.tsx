import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isNotThere } from '#lib/failures.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { BackLink } from '#ui/back-link.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { ruleQuery } from './api/rules.ts';
import { RulePage } from './components/rule-page.tsx';

/** A new rule. */
export function NewRuleScreen() {
  const { t } = useTranslation('rules');
  usePageTitle(t('newTitle'));
  return <RulePage stored={null} onLoad={() => Promise.resolve()} />;
}

/** One rule: what it watches, its versions, what cohorts have otherwise, and for who may, changing and publishing it. */
export function RuleScreen({ ruleId }: { readonly ruleId: string }) {
  const { t } = useTranslation('rules');
  const query = useQuery(ruleQuery(ruleId));
  usePageTitle(query.data?.versions[0]?.title ?? t('oneTitle'));
  if (query.data) return <RulePage key={ruleId} stored={query.data} onLoad={() => query.refetch()} />;
  if (query.error) return <RuleFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Page busy>
      <Skeleton width={280} height={32} />
      <Skeleton variant="rounded" height={420} />
    </Page>
  );
}

interface RuleFailedProps {
  readonly error: { readonly status: number; readonly message: string };
  readonly onRetry: () => void;
}

/** A rule that is not there, or could not be read. */
export function RuleFailed({ error, onRetry }: RuleFailedProps) {
  const { t } = useTranslation('rules');
  const navigate = useNavigate();
  if (!isNotThere(error))
    return (
      <LoadFailed
        level={1}
        error={error}
        title={t('oneFailedTitle')}
        onRetry={onRetry}
        back={<BackLink to="/dashboard/rules">{t('toList')}</BackLink>}
      />
    );
  return (
    <StatePanel
      failure
      level={1}
      icon="alert"
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={{ label: t('toList'), onClick: () => void navigate({ to: '/dashboard/rules' }) }}
    />
  );
}
