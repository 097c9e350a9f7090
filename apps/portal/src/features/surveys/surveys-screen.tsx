import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { userSurveysQuery } from './api/surveys.ts';
import { OwnSurveys } from './components/own-surveys.tsx';
import { StaffSurveys } from './components/staff-surveys.tsx';
import styles from './surveys.module.css';

/** A member's surveys: for the member to answer, one question a screen; for the care team with both answers, scores and edit mode. */
export function SurveysScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('surveys');
  const { userId, tenant } = useSession();
  const own = userId === memberId;
  const account = useQuery(accountQuery(memberId)).data;
  const surveys = useQuery(userSurveysQuery(memberId));
  const zone = memberTimeZone(account?.languageRegion.timezone);
  // At which survey the screen opens: a link names it.
  const { survey: asked, question } = useSearch({ strict: false }) as { readonly survey?: unknown; readonly question?: unknown };
  const at = typeof asked === 'string' ? asked : null;
  const marked = typeof question === 'string' ? question : null;
  usePageTitle(t(own ? 'ownTitle' : 'staffTitle'));
  const canWrite = tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  return (
    <div className={styles.screen} data-own={own}>
      {surveys.data && own && (
        <OwnSurveys key={at} at={at} surveys={surveys.data.content} zone={zone} onHold={account?.accountStatus === 'HOLDING'} />
      )}
      {surveys.data && !own && (
        <StaffSurveys marked={marked} key={at} at={at} memberId={memberId} surveys={surveys.data.content} zone={zone} canWrite={canWrite} />
      )}
      {surveys.isPending && (
        <div className={styles.card} aria-busy="true" role="status" aria-label={t('loading')}>
          <Skeleton variant="rounded" height={28} width="60%" />
          <Skeleton variant="rounded" height={96} />
        </div>
      )}
      {surveys.isError && !surveys.data && (
        <LoadFailed error={surveys.error} title={t('failedTitle')} onRetry={() => void surveys.refetch()} />
      )}
    </div>
  );
}
