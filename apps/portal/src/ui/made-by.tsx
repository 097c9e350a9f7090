import { useTranslation } from 'react-i18next';
import styles from './made-by.module.css';

/** The line at the foot of pages about the portal itself. Its heart is drawn, since not every computer's fonts have one. */
export function MadeBy() {
  const { t } = useTranslation('ui');
  const [before, after] = t('madeBy').split('♥');
  return (
    <footer className={styles.footer}>
      {before}
      <span className="v-unseen">♥</span>
      <svg viewBox="0 0 16 16" width="12" height="12" fill="currentColor" aria-hidden="true" className={styles.heart}>
        <path d="M8 14 2.3 8.2a3.6 3.6 0 0 1 5.1-5.1l.6.6.6-.6a3.6 3.6 0 0 1 5.1 5.1Z" />
      </svg>
      {after}
    </footer>
  );
}
