import './messages.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { SidePanel } from '#ui/side-panel.tsx';
import { TeamCreation } from './components/team-creation.tsx';
import styles from './teams.module.css';
import { TeamsScreen } from './teams-screen.tsx';

/** The list of teams, and beside it a new one, step by step. */
export function TeamCreationScreen() {
  const { t } = useTranslation('adminTeams');
  const navigate = useNavigate();
  usePageTitle(t('creation'));
  const close = () => void navigate({ to: '/admin/teams/list' });
  return (
    <div className={styles.withSidebar}>
      <div className={styles.beside}>
        <TeamsScreen />
      </div>
      <SidePanel
        label={t('creation')}
        tabs={[{ id: 'creation', label: t('creation') }]}
        open="creation"
        onOpen={() => undefined}
        onClose={close}
        takesFocus={false}
      >
        <TeamCreation onCancel={close} onMade={(teamId) => void navigate({ to: '/admin/teams/$teamId', params: { teamId } })} />
      </SidePanel>
    </div>
  );
}
