import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { auditStateQuery } from '../api/audit.ts';
import styles from '../audit.module.css';

/** Whether the log is whole, and up to when that is known. */
export function ChainState() {
  const { t } = useTranslation('adminAudit');
  const { data } = useQuery(auditStateQuery());
  if (!data) return null;
  const { entries, checked, checkedUpTo, brokenAt } = data;
  if (brokenAt !== null)
    return (
      <p className={styles.broken} role="alert">
        <Icon name="alert" /> {t('broken', { sequence: brokenAt.toLocaleString() })}
      </p>
    );
  const time = checkedUpTo === null ? '' : new Date(checkedUpTo).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const words = { entries: entries.toLocaleString(), checked: checked.toLocaleString(), time };
  return (
    <p className={styles.whole} role="status">
      <Icon name={checked < entries ? 'clock' : 'check'} /> {t(entries === 0 ? 'empty' : checked < entries ? 'checking' : 'whole', words)}
    </p>
  );
}
