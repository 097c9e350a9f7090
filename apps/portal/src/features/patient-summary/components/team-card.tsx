import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { StaffName } from '#ui/person.tsx';
import { teamQuery } from '../api/ask-summary.ts';
import styles from '../summary.module.css';

/** Who looks after the member. */
export function TeamCard({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const { data: team, isError } = useQuery(teamQuery(memberId));
  const direct = [...(team?.primaryTeam?.clinicians ?? []), ...(team?.clinicians ?? [])];
  const people = [...new Map(direct.map((one) => [one.id, one])).values()];
  const all = (
    <Link to="/patient/$memberId/team" params={{ memberId }}>
      {t('team.all')}
    </Link>
  );
  return (
    <Card title={t('team.title')} end={all}>
      {isError && !team && <p className={styles.warn}>{t('team.failed')}</p>}
      {team && people.length + team.careTeams.length === 0 && <p className={styles.muted}>{t('team.nobody')}</p>}
      <ul className={styles.rows}>
        {people.map((one) => (
          <li key={one.id}>
            <StaffName person={one} />
            {one.id === team?.primaryClinician?.id && <span className={styles.muted}>{t('team.primary')}</span>}
          </li>
        ))}
        {team?.careTeams.map(({ id, name, clinicians }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles.muted}>{clinicians.length}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
