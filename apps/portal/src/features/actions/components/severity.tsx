import type { Priority } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from './actions.module.css';

/** How urgent it is: a word and, but for LOW, an icon; the colour only repeats them. */
export function Severity({ priority }: { readonly priority: Priority }) {
  const { t } = useTranslation('actions');
  return (
    <span className={styles.severity} data-severity={priority}>
      {priority !== 'LOW' && <Icon name="alert" size={12} />}
      {t(`priorities.${priority}`)}
    </span>
  );
}
