import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStreamLost } from '#lib/pushes/use-pushes.ts';
import { coversTop } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import { KeepsPlace } from '#ui/keeps-place.tsx';
import styles from './stream-lost-bar.module.css';

/** Says across the header that nothing new is heard, and below it what else makes silence look like calm. */
export function StreamLostBar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('app');
  const isLost = useStreamLost();
  return (
    <div ref={coversTop} role="alert" className={styles.place} data-keep-clear="">
      <KeepsPlace after={t('streamBack')}>
        {isLost ? (
          <div className={styles.bar}>
            <Icon name="alert" size={16} />
            {t('streamLost')}
          </div>
        ) : null}
      </KeepsPlace>
      {children}
    </div>
  );
}
