import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import { coversBottom } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './connection-bar.module.css';

/** While the server is silent, what is on screen is asked for again this often; the first answer takes the bar away. Milliseconds. */
const askAgainMs = 15_000;

/** The one place that says that nothing new is heard: what is on screen may be old. */
export function ConnectionBar() {
  const { t } = useTranslation('app');
  const state = useStore(connection);
  const client = useQueryClient();
  useEffect(() => {
    if (state !== 'silent') return;
    const timer = setInterval(() => void client.refetchQueries({ type: 'active' }), askAgainMs);
    return () => clearInterval(timer);
  }, [state, client]);
  return (
    <div ref={coversBottom} role="status" className={styles.place}>
      {state !== 'answering' && (
        <div className={styles.bar} data-connection={state} data-keep-clear="">
          <Icon name="alert" size={16} />
          <span>
            {t(`connection.${state}`)} <span className={styles.long}>{t(`connection.${state}Long`)}</span>
          </span>
        </div>
      )}
    </div>
  );
}
