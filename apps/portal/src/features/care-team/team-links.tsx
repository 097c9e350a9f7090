import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { teamsQuery } from './api/ask-care-team.ts';
import styles from './care-team.module.css';

/** The way between all staff and each care team; nothing where there is no team. `open`: the team on screen. */
export function TeamLinks({ open }: { readonly open: string | null }) {
  const { t } = useTranslation('careTeam');
  const teams = useQuery(teamsQuery()).data ?? [];
  if (teams.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={t('teams')}>
      <Link to="/dashboard/team/staff" {...(open === null && { 'aria-current': 'page' })}>
        {t('staff')}
      </Link>
      {teams.map(({ id, name }) => (
        <Link key={id} to="/dashboard/team/$teamId" params={{ teamId: id }} {...(open === id && { 'aria-current': 'page' })}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
