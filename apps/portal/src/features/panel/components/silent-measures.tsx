import { useTranslation } from 'react-i18next';
import { ageInShort } from '#ui/age-in-words.ts';
import styles from './member-table.module.css';

/** Stands for all the measures of a member of whom nothing new is known. `since` in Unix seconds; `never`: nothing ever was. */
export function SilentMeasures({ since, nowSeconds }: { readonly since: number | 'never'; readonly nowSeconds: number }) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  return (
    <span className={styles.silent}>{since === 'never' ? t('noDataYet') : t('noDataFor', { age: ageInShort(ui, since, nowSeconds) })}</span>
  );
}
