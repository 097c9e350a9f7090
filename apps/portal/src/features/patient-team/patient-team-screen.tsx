import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { careTeamQuery, endedQuery } from './api/ask-patient-team.ts';
import { useZoneOf } from './day.ts';
import { EndedAssignments } from './ended-assignments.tsx';
import styles from './patient-team.module.css';
import { TeamNow } from './team-now.tsx';

/** Who looks after a member now, and who did before. Fails with the first of its two calls that fails. */
export function PatientTeamScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientTeam');
  usePageTitle(t('title'));
  const team = useQuery(careTeamQuery(memberId));
  const ended = useQuery(endedQuery(memberId));
  const zone = useZoneOf(memberId);
  const failed = [team, ended].find(({ data, error }) => error && !data);
  if (failed?.error)
    return (
      <StatePanel
        failure
        icon="alert"
        title={t('failedTitle')}
        text={failed.error.message}
        action={{ label: t('retry'), onClick: () => void Promise.all([team.refetch(), ended.refetch()]) }}
      />
    );
  if (!team.data || !ended.data || zone === undefined)
    return (
      <div className={styles.page} aria-busy="true">
        <Skeleton variant="rounded" height={120} />
        <Skeleton variant="rounded" height={120} />
      </div>
    );
  return (
    <div className={styles.page}>
      <TeamNow team={team.data} zone={zone} />
      <EndedAssignments history={ended.data.clinicianHistory} zone={zone} />
    </div>
  );
}
