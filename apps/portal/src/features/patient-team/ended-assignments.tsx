import type { registryCareTeam } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { useTranslation } from 'react-i18next';
import { fullName, StaffName } from '#ui/person.tsx';
import { dayOf } from './day.ts';
import styles from './patient-team.module.css';

type History = ReceivedOf<typeof registryCareTeam.clinicianUnassignmentDetails>['clinicianHistory'];

/** Assignments that have ended, the last first. */
export function EndedAssignments({ history, zone }: { readonly history: History; readonly zone: string }) {
  const { t } = useTranslation('patientTeam');
  const rows = Object.values(history)
    .flatMap(({ user, assignments }) => assignments.map((one) => ({ user, ...one })))
    .toSorted((one, other) => other.unassignedAt - one.unassignedAt);
  return (
    <section>
      <h2 className={styles.heading}>{t('history')}</h2>
      {rows.length === 0 ? (
        <p className={styles.muted}>{t('noHistory')}</p>
      ) : (
        <ul className={styles.list}>
          {rows.map(({ user, teamType, assignedAt, unassignedAt, executedBy }) => (
            <li key={`${user.id} ${teamType} ${unassignedAt}`} className={styles.row}>
              <StaffName person={user} />
              <span className={styles.detail}>
                <span className={styles.mark}>{t(teamType === 'PRIMARY' ? 'isPrimary' : 'isSupport')}</span>{' '}
                {assignedAt === null ? t('unknown') : dayOf(assignedAt, zone)} – {dayOf(unassignedAt, zone)} ·{' '}
                {t('by', { name: executedBy ? fullName(executedBy) : t('system') })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
