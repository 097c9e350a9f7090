import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { syncState } from '@vigil/domain/status/band-sync';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import styles from './reading-cell.module.css';

interface SyncAgeProps {
  readonly at: number | null;
  readonly nowSeconds: number;
  readonly zone: string;
  readonly origin: MemberRow['dataOrigin'];
}

/** When the server last heard from the band of somebody who lives in the zone. Seconds; null: never. */
export function SyncAge({ at, nowSeconds, zone, origin }: SyncAgeProps) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  if (at === null && origin === 'public-dataset') return <span title={t('noBandHelp')}>{t('noBand')}</span>;
  if (at === null)
    return (
      <span className={styles.unknown} title={t('neverHelp')}>
        {t('never')}
      </span>
    );
  const stale = syncState(at, nowSeconds, zone) === 'stale';
  return (
    <span className={stale ? styles.stale : undefined} title={new Date(at * 1000).toLocaleString()}>
      <span className={stale ? styles.value : undefined}>{ageInWords(ui, at, nowSeconds)}</span>
    </span>
  );
}
