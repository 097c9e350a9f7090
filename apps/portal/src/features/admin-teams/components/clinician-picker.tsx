import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fullName, rolesInWords } from '#ui/person.tsx';
import { careTeamQuery } from '../api/teams.ts';
import { type Chosen, without } from '../team-draft.ts';
import styles from '../teams.module.css';

interface ClinicianPickerProps {
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

/** Everybody of the care team, to be ticked. Whoever is in the team and has left the care team can be taken out. */
export function ClinicianPicker({ chosen, onChange }: ClinicianPickerProps) {
  const { t } = useTranslation('adminTeams');
  const { data: staff, error, refetch } = useQuery(careTeamQuery());
  if (error && !staff)
    return (
      <p role="alert" className={styles.failed}>
        {error.message}{' '}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {t('retry')}
        </button>
      </p>
    );
  if (!staff) return <Skeleton height={160} />;
  const gone = chosen.filter(({ id }) => staff.every((one) => one.id !== id));
  const rows = [
    ...staff.map((one) => ({ person: one as Chosen, detail: `${rolesInWords(one.roles)} · ${t('caseload', { count: one.caseload })}` })),
    ...gone.map((person) => ({ person, detail: t('left') })),
  ];
  return (
    <fieldset className={styles.options}>
      <legend className="v-unseen">{t('clinicians')}</legend>
      {rows.map(({ person, detail }) => {
        const isChosen = chosen.some(({ id }) => id === person.id);
        return (
          <label key={person.id} className={styles.option}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => onChange(isChosen ? without(chosen, person.id) : [...chosen, person])}
            />
            <span className={styles.optionName}>{fullName({ ...person, title: person.title ?? null })}</span>
            <span className={styles.muted}>{detail}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
