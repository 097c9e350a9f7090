import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { Card } from '#ui/card.tsx';
import { measuresQuery } from '../api/ask-summary.ts';
import { outsideFacts } from '../outside.ts';
import styles from '../summary.module.css';

/** Risks and diagnoses that others have worked out and sent, each with who told it and when. */
export function OutsideCard({ memberId, zone }: { readonly memberId: string; readonly zone: string }) {
  const { t, i18n } = useTranslation('patientSummary');
  const { data, isPending, isError } = useQuery(measuresQuery(memberId));
  const facts = data ? outsideFacts(data) : [];
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: zone });
  return (
    <Card title={t('outside.title')}>
      {isPending && <p className={styles.muted} aria-busy="true" />}
      {isError && !data && <p className={styles.warn}>{t('outside.failed')}</p>}
      {data && facts.length === 0 && <p className={styles.muted}>{t('outside.none')}</p>}
      <ul className={styles.rows}>
        {facts.map(({ id, label, times, source, toldAt }) => (
          <li key={id}>
            <span>
              {label}
              {source !== null && toldAt !== null && (
                <span className={`${styles.muted} ${styles.told}`}>{t('outside.told', { source, day: day.format(toldAt * 1000) })}</span>
              )}
            </span>
            <strong>{times === null ? t('outside.yes') : t('outside.times', { times: writeNumber(times, 1, i18n.language) })}</strong>
          </li>
        ))}
      </ul>
      {facts.some(({ times }) => times !== null) && <p className={styles.muted}>{t('outside.meaning')}</p>}
    </Card>
  );
}
