import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { useTranslation } from 'react-i18next';
import { ageInShort } from '#ui/age-in-words.ts';
import styles from './member-table.module.css';

interface SilentMeasuresProps {
  /** Unix seconds; `never`: nothing ever was. */
  readonly since: number | 'never';
  readonly nowSeconds: number;
  readonly origin: MemberRow['dataOrigin'];
}

/** Stands for all the measures of a member of whom nothing new is known; a public data set ends where it ends, and is silent about nobody. */
export function SilentMeasures({ since, nowSeconds, origin }: SilentMeasuresProps) {
  const { t, i18n } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  const text = () => {
    if (since === 'never') return t('noDataYet');
    if (origin !== 'public-dataset') return t('noDataFor', { age: ageInShort(ui, since, nowSeconds) });
    return t('importedUntil', { day: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(since * 1000) });
  };
  return <span className={styles.silent}>{text()}</span>;
}
