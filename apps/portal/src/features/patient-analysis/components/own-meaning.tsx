import { useTranslation } from 'react-i18next';
import type { ChartedId } from '#charts/member/charted.ts';
import styles from './analysis.module.css';

/** What the numbers of a chart mean, in a member's words. */
export function OwnMeaning({ id }: { readonly id: ChartedId }) {
  const { t } = useTranslation('patientAnalysis');
  // The clinic's own measures are not offered to members, and have no such text.
  if (id === 'gsr' || id === 'band_removed' || id === 'anomaly') return null;
  return <p className={styles.meaning}>{t(`means.${id}`)}</p>;
}
