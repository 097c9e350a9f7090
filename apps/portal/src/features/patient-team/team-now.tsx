import type { PatientCareTeam, PatientClinician } from '@vigil/contract/registry-care-team.contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StaffName } from '#ui/person.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { dayOf } from './day.ts';
import styles from './patient-team.module.css';

/** The primary team, direct clinicians and care teams of a member; or that there is nobody. */
export function TeamNow({ team, zone }: { readonly team: PatientCareTeam; readonly zone: string }) {
  const { clinicians, careTeams, primaryTeam, primaryClinician } = team;
  const { t } = useTranslation('patientTeam');
  if (clinicians.length + careTeams.length === 0 && !primaryTeam)
    return <StatePanel icon="members" title={t('nobodyTitle')} text={t('nobodyText')} />;
  return (
    <div className={styles.columns}>
      <Section title={t('primaryTeam')} empty={primaryTeam ? null : t('noPrimary')}>
        {primaryTeam?.clinicians.map((one) => (
          <Clinician key={one.id} one={one} zone={zone} mark={one.id === primaryClinician?.id ? t('primaryClinician') : null} />
        ))}
      </Section>
      <Section title={t('direct')} empty={clinicians.length > 0 ? null : t('noDirect')}>
        {clinicians.map((one) => (
          <Clinician key={`${one.id} ${one.teamType}`} one={one} zone={zone} mark={t(one.isPrimary ? 'isPrimary' : 'isSupport')} />
        ))}
      </Section>
      <Section title={t('careTeams')} empty={careTeams.length > 0 ? null : t('noTeams')}>
        {careTeams.map(({ id, name, clinicians: people }) => (
          <li key={id} className={styles.team}>
            <strong>{name}</strong>
            <ul className={styles.inner}>
              {people.map((person) => (
                <li key={person.id}>
                  <StaffName person={person} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** What is said where there is nobody. */
  readonly empty: string | null;
  readonly children: ReactNode;
}

function Section({ title, empty, children }: SectionProps) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {empty === null ? <ul className={styles.list}>{children}</ul> : <p className={styles.muted}>{empty}</p>}
    </section>
  );
}

interface ClinicianProps {
  readonly one: PatientClinician;
  readonly zone: string;
  readonly mark: string | null;
}

function Clinician({ one, zone, mark }: ClinicianProps) {
  const { t } = useTranslation('patientTeam');
  return (
    <li className={styles.row}>
      <StaffName person={one} />
      <span className={styles.detail}>
        {mark && <span className={styles.mark}>{mark}</span>} {t(`assignment.${one.assignmentType}`)}{' '}
        {t('since', { date: dayOf(one.assignedAt, zone) })}
      </span>
    </li>
  );
}
