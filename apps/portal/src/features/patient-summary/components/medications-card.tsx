import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@vigil/contract/activities.contract';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { Card } from '#ui/card.tsx';
import { prescriptionsQuery } from '../api/ask-summary.ts';
import { medicationsOf } from '../medications.ts';
import { isTaken } from '../record.ts';
import styles from '../summary.module.css';
import { activityDays } from '../use-summary.ts';

interface MedicationsProps {
  readonly memberId: string;
  readonly logged: readonly Activity[];
  readonly now: number;
}

/** What was prescribed or is said to be taken, as other systems tell it, and what the member logged. The two are never made one. */
export function MedicationsCard({ memberId, logged, now }: MedicationsProps) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const { data, isError } = useQuery(prescriptionsQuery(memberId));
  const prescribed = data?.content.filter(isTaken) ?? [];
  const taken = medicationsOf(logged);
  return (
    <Card title={t('medications.title')}>
      {isError && !data && <p className={styles.warn}>{t('medications.failed')}</p>}
      {data && prescribed.length === 0 && <p className={styles.muted}>{t('medications.nonePrescribed')}</p>}
      <ul className={styles.rows}>
        {prescribed.map(({ id, name, kind, doNotTake, dosage, asNeeded, status, origin }) => (
          <li key={id} title={t('record.from', { origin })}>
            <span>
              {doNotTake && <strong className={styles.warn}>{t('medications.doNotTake')} </strong>}
              <strong>{name}</strong> {dosage.join('; ')} {asNeeded && t('medications.asNeeded')}
            </span>
            <span className={styles.muted}>{status === 'active' || status === null ? t(`medications.kind.${kind}`) : status}</span>
          </li>
        ))}
      </ul>
      <h3 className={styles.subtitle}>{t('medications.logged')}</h3>
      {taken.length === 0 && <p className={styles.muted}>{t('medications.none', { count: activityDays })}</p>}
      <ul className={styles.rows}>
        {taken.map(({ name, frequency, doses, lastAt }) => (
          <li key={name}>
            <span>
              <strong>{name}</strong> {frequency}
            </span>
            <span className={styles.muted} title={t('medications.times', { count: doses })}>
              {t('medications.last', { age: ageInWords(ui, lastAt, now) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
