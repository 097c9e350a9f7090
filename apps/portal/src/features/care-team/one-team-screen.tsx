import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isNotThere } from '#lib/failures.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { PageHead } from '#ui/page-head.tsx';
import { fullName, StaffName } from '#ui/person.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { teamQuery } from './api/ask-care-team.ts';
import styles from './care-team.module.css';
import { TeamLinks } from './team-links.tsx';

/** One care team: who is in it, and the members whom it looks after and the viewer may see. */
export function OneTeamScreen({ teamId }: { readonly teamId: string }) {
  const { t } = useTranslation('careTeam');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const { data: team, error, refetch } = useQuery(teamQuery(teamId));
  if (!team && error) {
    const gone = isNotThere(error);
    return (
      <StatePanel
        failure
        level={1}
        icon={gone ? 'members' : 'alert'}
        title={t(gone ? 'notFoundTitle' : 'failedTitle')}
        text={gone ? t('notFoundText') : error.message}
        action={
          gone
            ? { label: t('back'), onClick: () => void navigate({ to: '/dashboard/team/staff' }) }
            : { label: t('retry'), onClick: () => void refetch() }
        }
      />
    );
  }
  const hidden = team ? team.patientCount - team.patients.length : 0;
  return (
    <div className={styles.page} aria-busy={!team}>
      <PageHead title={team?.name ?? <Skeleton width={160} />}>
        <TeamLinks open={teamId} />
      </PageHead>
      <div className={styles.columns}>
        <section className={styles.section}>
          <h2>{t('clinicians')}</h2>
          {team?.clinicians.length === 0 && <p className={styles.muted}>{t('noClinicians')}</p>}
          <ul className={styles.people}>
            {team ? (
              team.clinicians.map((one) => (
                <li key={one.id}>
                  <StaffName person={one} />
                </li>
              ))
            ) : (
              <Skeleton height={72} />
            )}
          </ul>
        </section>
        <section className={styles.section}>
          <h2>
            {t('members')} {team && <span className={styles.muted}>{team.patientCount}</span>}
          </h2>
          {team?.patientCount === 0 && <p className={styles.muted}>{t('noMembers')}</p>}
          <ul className={styles.people}>
            {team ? (
              team.patients.map((one) => (
                <li key={one.id}>
                  <Link to="/patient/$memberId" params={{ memberId: one.id }}>
                    {fullName(one)}
                  </Link>
                </li>
              ))
            ) : (
              <Skeleton component="li" height={120} />
            )}
          </ul>
          {hidden > 0 && <p className={styles.muted}>{t('hidden', { count: hidden })}</p>}
        </section>
      </div>
    </div>
  );
}
