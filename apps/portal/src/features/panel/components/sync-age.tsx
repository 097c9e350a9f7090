import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { syncState } from '@vigil/domain/status/band-sync';
import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';
import styles from './reading-cell.module.css';

interface SyncAgeProps {
  readonly at: number | null;
  readonly nowSeconds: number;
  readonly zone: string;
  readonly origin: MemberRow['dataOrigin'];
  /** In a column, which is narrow and has a heading. */
  readonly inShort?: boolean;
}

/** What is newer is just now. Seconds. */
const leastTold = 60;

/** When the server last heard from the band of somebody who lives in the zone. Seconds; null: never. */
export function SyncAge({ at, nowSeconds, zone, origin, inShort = false }: SyncAgeProps) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  if (at === null && origin === 'public-dataset') return <span title={t('noBandHelp')}>{t('noBand')}</span>;
  if (at === null)
    return (
      <span className={styles.unknown} title={t('neverHelp')}>
        {t('never')}
      </span>
    );
  const words = ageInWords(ui, at, nowSeconds);
  const stale = syncState(at, nowSeconds, zone) === 'stale';
  return (
    <span className={stale ? `${styles.stale} ${styles.left}` : undefined} title={`${words} · ${new Date(at * 1000).toLocaleString()}`}>
      <span className={stale ? styles.value : undefined}>
        {inShort && nowSeconds - at >= leastTold ? (
          <>
            <span aria-hidden="true">{ageInShort(ui, at, nowSeconds)}</span>
            <span className="v-unseen">{words}</span>
          </>
        ) : (
          words
        )}
      </span>
    </span>
  );
}
