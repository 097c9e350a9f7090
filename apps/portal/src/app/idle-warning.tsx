import './messages.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watchIdleEnd } from '#lib/session/idle.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './idle-warning.module.css';

/** Says a minute before that whoever does nothing is signed out; doing anything takes it away. */
export function IdleWarning({ timeoutMs }: { readonly timeoutMs: number }) {
  const { t } = useTranslation('app');
  const [endsAt, setEndsAt] = useState<number | null>(null);
  useEffect(() => watchIdleEnd(timeoutMs, setEndsAt), [timeoutMs]);
  if (endsAt === null) return null;
  return (
    <div role="alert" className={styles.warning}>
      <Icon name="lock" size={16} />
      <span>
        {t('idleWarning', {
          time: new Date(endsAt).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
        })}
      </span>
    </div>
  );
}
