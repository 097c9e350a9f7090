import { syncStaleAfterSeconds } from '@vigil/domain/status/band-sync';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import styles from './reading-cell.module.css';

/** When the server last heard from the band. Seconds; null: never. */
export function SyncAge({ at, nowSeconds }: { readonly at: number | null; readonly nowSeconds: number }) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  if (at === null)
    return (
      <span className={styles.unknown} title={t('neverHelp')}>
        {t('never')}
      </span>
    );
  const stale = nowSeconds - at > syncStaleAfterSeconds;
  return (
    <span className={stale ? styles.stale : undefined} title={new Date(at * 1000).toLocaleString()}>
      <span className={stale ? styles.value : undefined}>{ageInWords(ui, at, nowSeconds)}</span>
    </span>
  );
}
