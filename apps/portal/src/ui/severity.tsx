import './messages.ts';
import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';
import styles from './severity.module.css';

/** How urgent it is: a word and, but for LOW, an icon; the colour only repeats them. */
export function Severity({ severity }: { readonly severity: AlertSeverity }) {
  const { t } = useTranslation('ui');
  return (
    <span className={styles.severity} data-severity={severity}>
      {severity !== 'LOW' && <Icon name="alert" size={12} />}
      {t(`severity.${severity}`)}
    </span>
  );
}
