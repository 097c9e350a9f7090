import { useTranslation } from 'react-i18next';
import { useStreamLost } from '#lib/pushes/use-pushes.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './stream-lost-bar.module.css';

/** Says across the header that nothing new is heard: silence must not look like calm. */
export function StreamLostBar() {
  const { t } = useTranslation('app');
  const isLost = useStreamLost();
  return (
    <div role="alert" className={styles.place}>
      {isLost && (
        <div className={styles.bar}>
          <Icon name="alert" size={16} />
          {t('streamLost')}
        </div>
      )}
    </div>
  );
}
