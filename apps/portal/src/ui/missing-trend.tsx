import './messages.ts';
import { useTranslation } from 'react-i18next';
import styles from './sparkline.module.css';

/** Stands where a course would: it could not be loaded, which is not the same as having no readings. */
export function MissingTrend() {
  const { t } = useTranslation('ui');
  return (
    <span className={styles.missing} title={t('trendMissing')}>
      <span aria-hidden="true">–</span>
      <span className="v-unseen">{t('trendMissing')}</span>
    </span>
  );
}
