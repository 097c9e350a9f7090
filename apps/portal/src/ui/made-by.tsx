import { useTranslation } from 'react-i18next';
import styles from './made-by.module.css';

/** The line at the foot of pages about the portal itself. */
export function MadeBy() {
  const { t } = useTranslation('ui');
  return <footer className={styles.footer}>{t('madeBy')}</footer>;
}
