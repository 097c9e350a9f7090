import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { prescriptionsQuery } from '../api/ask-summary.ts';
import { isTaken } from '../record.ts';
import styles from '../summary.module.css';

/** What was prescribed or is said to be taken, as other systems tell it. */
export function Prescribed({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const { data, isError } = useQuery(prescriptionsQuery(memberId));
  const prescribed = data?.content.filter(isTaken) ?? [];
  return (
    <>
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
    </>
  );
}
