import { useTranslation } from 'react-i18next';
import { connection, lastAnswerAt } from '#lib/connection.ts';
import { outdatedSince } from '#lib/recovery.ts';
import { useStore } from '#lib/store.ts';
import { coversBottom } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './connection-bar.module.css';

/** The one place that says that nothing new is heard, or not all of it: since when what is on screen is as it is. */
export function ConnectionBar() {
  const { t, i18n } = useTranslation('app');
  const heard = useStore(connection);
  const since = useStore(outdatedSince);
  const state = heard === 'answering' && since !== null ? 'partly' : heard;
  const lastAt = state === 'partly' ? since : lastAnswerAt();
  const time = (ms: number) => new Date(ms).toLocaleTimeString(i18n.language, { hour: 'numeric', minute: '2-digit' });
  return (
    <div ref={coversBottom} role="status" className={styles.place}>
      {state !== 'answering' && (
        <div className={styles.bar} data-connection={state} data-keep-clear="">
          <Icon name="alert" size={16} />
          <span>
            {t(`connection.${state}`)} {lastAt === null ? t('connection.never') : t('connection.since', { time: time(lastAt) })}
          </span>
        </div>
      )}
    </div>
  );
}
