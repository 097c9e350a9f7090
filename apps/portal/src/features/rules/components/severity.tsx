import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from '../rules.module.css';

/** How urgent an alert of the rule would be: a word and, but for LOW, an icon. Quiet, because nothing is wrong here: a rule is no alert. */
export function Severity({ severity }: { readonly severity: AlertSeverity }) {
  const { t } = useTranslation('rules');
  return (
    <span className={styles.severity} data-severity={severity}>
      {severity !== 'LOW' && <Icon name="alert" size={12} />}
      {t(`severity.${severity}`)}
    </span>
  );
}
