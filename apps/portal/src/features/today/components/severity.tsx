import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from './today.module.css';

/** How urgent it is: a word and, but for LOW, an icon; the colour only repeats them. */
export function Severity({ severity }: Pick<TodayRow, 'severity'>) {
  const { t } = useTranslation('today');
  if (severity === null) return null;
  return (
    <span className={styles.severity} data-severity={severity}>
      {severity !== 'LOW' && <Icon name="alert" size={12} />}
      {t(`severities.${severity}`)}
    </span>
  );
}
