import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isNotThere } from '#lib/failures.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { teamQuery } from './api/teams.ts';
import { TeamEditor } from './components/team-editor.tsx';
import styles from './teams.module.css';

/** One care team, to be changed or dissolved. */
export function TeamScreen({ teamId }: { readonly teamId: string }) {
  const { t } = useTranslation('adminTeams');
  usePageTitle(t('oneTitle'));
  const navigate = useNavigate();
  const query = useQuery(teamQuery(teamId));
  const toList = () => void navigate({ to: '/admin/teams/list' });
  if (query.data) return <TeamEditor team={query.data} onLoad={async () => (await query.refetch()).data} onGone={toList} />;
  if (!query.error)
    return (
      <div className={styles.page} aria-busy="true">
        <Skeleton width={200} height={32} />
        <Skeleton variant="rounded" height={320} />
      </div>
    );
  const gone = isNotThere(query.error);
  return (
    <StatePanel
      failure
      level={1}
      icon={gone ? 'members' : 'alert'}
      title={t(gone ? 'notFoundTitle' : 'failedTitle')}
      text={gone ? t('notFoundText') : query.error.message}
      action={gone ? { label: t('toList'), onClick: toList } : { label: t('retry'), onClick: () => void query.refetch() }}
    />
  );
}
