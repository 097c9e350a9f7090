import type { Activity } from '@vigil/contract/activities.contract';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { Card } from '#ui/card.tsx';
import { medicationsOf } from '../medications.ts';
import styles from '../summary.module.css';
import { activityDays } from '../use-summary.ts';
import { Prescribed } from './prescribed.tsx';

interface MedicationsProps {
  readonly memberId: string;
  readonly logged: readonly Activity[];
  readonly now: number;
}

/** What was prescribed or is said to be taken, as other systems tell it, and what the member logged. The two are never made one. */
export function MedicationsCard({ memberId, logged, now }: MedicationsProps) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const taken = medicationsOf(logged);
  return (
    <Card title={t('medications.title')}>
      <Prescribed memberId={memberId} />
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
