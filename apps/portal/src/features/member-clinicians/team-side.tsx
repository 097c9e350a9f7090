import Button from '@mui/material/Button';
import type { CareTeamMember, PatientClinician } from '@vigil/contract/registry-care-team.contract';
import type { RelationTeamType } from '@vigil/contract/registry-relations.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName, StaffName } from '#ui/person.tsx';
import { ClinicianForm } from './clinician-form.tsx';
import styles from './member-clinicians.module.css';
import { useChanges } from './use-changes.ts';

interface TeamSideProps {
  readonly memberId: string;
  readonly teamType: RelationTeamType;
  readonly clinicians: readonly PatientClinician[];
  readonly staff: readonly CareTeamMember[];
}

/** The primary or the support team of a member, with what can be done about it. */
export function TeamSide({ memberId, teamType, clinicians, staff }: TeamSideProps) {
  const { t } = useTranslation('memberClinicians');
  const changes = useChanges(memberId, teamType);
  /** Who is being replaced; `new` while somebody is added. */
  const [editing, setEditing] = useState<string | null>(null);
  const others = staff.filter(({ id }) => clinicians.every((one) => one.id !== id));
  const close = (done: boolean) => {
    if (done) setEditing(null);
  };
  const { problem } = changes;
  return (
    <section aria-label={t(teamType)}>
      <h2 className={styles.heading}>{t(teamType)}</h2>
      {problem && (
        <div role="alert" className={styles.problem}>
          {problem.text}{' '}
          {problem.rest && (
            <Button
              size="small"
              variant="outlined"
              color="error"
              disabled={changes.busy}
              onClick={() => problem.rest && void changes.finish(problem.rest).then(close)}
            >
              {t(problem.rest.old ? 'tryReassigning' : 'tryAssigning', { after: fullName(problem.rest.clinician) })}
            </Button>
          )}
        </div>
      )}
      {clinicians.length === 0 && <p className={styles.muted}>{t('nobody')}</p>}
      <ul className={styles.list}>
        {clinicians.map((one) => (
          <li key={one.id} className={styles.row}>
            <div className={styles.who}>
              <StaffName person={one} />
              <span className={styles.detail}>
                {t(`assignment.${one.assignmentType}`)}{' '}
                {t('since', { date: new Date(one.assignedAt).toLocaleDateString(undefined, { dateStyle: 'medium' }) })}
              </span>
            </div>
            {editing === one.id ? (
              <ClinicianForm
                label={t('newClinician', { name: fullName(one) })}
                submit={t('confirmReassign')}
                staff={others}
                busy={changes.busy}
                onCancel={() => setEditing(null)}
                onSubmit={(next) => void changes.reassign(one, next).then(close)}
              />
            ) : (
              <span className={styles.buttons}>
                <Button color="secondary" aria-label={t('reassign', { name: fullName(one) })} onClick={() => setEditing(one.id)}>
                  {t('reassignShort')}
                </Button>
                <Button
                  color="secondary"
                  aria-label={t('unassign', { name: fullName(one) })}
                  disabled={changes.busy}
                  onClick={() => void changes.unassign(one)}
                >
                  {t('unassignShort')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {editing === 'new' ? (
        <ClinicianForm
          label={t('clinician')}
          submit={t('confirm')}
          staff={others}
          busy={changes.busy}
          withOptions
          onCancel={() => setEditing(null)}
          onSubmit={(next, how) => void changes.assign(next, how).then(close)}
        />
      ) : (
        <Button variant="outlined" className={styles.add ?? ''} onClick={() => setEditing('new')}>
          {t('assign')}
        </Button>
      )}
    </section>
  );
}
