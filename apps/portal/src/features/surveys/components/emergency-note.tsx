import { useTranslation } from 'react-i18next';
import styles from '../surveys.module.css';

/** What to do in an emergency: on every page on which a member answers. With `now` after an answer that says so. */
export function EmergencyNote({ now = false }: { readonly now?: boolean }) {
  const { t } = useTranslation('surveys');
  const numbers = (
    <span className={styles.numbers}>
      {['911', '988'].map((number) => (
        <a key={number} href={`tel:${number}`}>
          {t('emergency.call', { number })}
        </a>
      ))}
    </span>
  );
  if (now)
    return (
      <div role="alert" className={styles.urgent}>
        <strong>{t('emergency.nowTitle')}</strong>
        <p>{t('emergency.nowText')}</p>
        {numbers}
      </div>
    );
  return (
    <aside className={styles.emergency} aria-label={t('emergency.title')}>
      <p>
        <strong>{t('emergency.title')}: </strong>
        {t('emergency.text')} {t('emergency.crisis')}
      </p>
      {numbers}
    </aside>
  );
}
