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
import { cohortQuery } from './api/cohorts.ts';
import { CohortBuilder } from './components/cohort-builder.tsx';

/** A new cohort. */
export function NewCohortScreen() {
  const { t } = useTranslation('cohorts');
  usePageTitle(t('newTitle'));
  return <CohortBuilder stored={null} usedIn={[]} onLoad={() => Promise.resolve()} />;
}

/** One cohort: what it asks, who belongs now, and for who may, changing and deleting it. */
export function CohortScreen({ cohortId }: { readonly cohortId: string }) {
  const { t } = useTranslation('cohorts');
  usePageTitle(t('oneTitle'));
  const navigate = useNavigate();
  const query = useQuery(cohortQuery(cohortId));
  if (query.data)
    return <CohortBuilder key={cohortId} stored={query.data} usedIn={query.data.meta.used_in} onLoad={() => query.refetch()} />;
  if (!query.error)
    return (
      <Page busy>
        <Skeleton width={200} height={32} />
        <Skeleton variant="rounded" height={320} />
      </Page>
    );
  if (!isNotThere(query.error))
    return (
      <LoadFailed
        level={1}
        error={query.error}
        title={t('oneFailedTitle')}
        onRetry={() => void query.refetch()}
        back={<BackLink to="/dashboard/cohorts">{t('toList')}</BackLink>}
      />
    );
  return (
    <StatePanel
      failure
      level={1}
      icon="members"
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={{ label: t('toList'), onClick: () => void navigate({ to: '/dashboard/cohorts' }) }}
    />
  );
}
