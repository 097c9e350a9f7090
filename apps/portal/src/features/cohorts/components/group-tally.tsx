import { useTranslation } from 'react-i18next';
import type { Preview } from '../api/cohorts.ts';
import styles from '../cohorts.module.css';

interface GroupTallyProps {
  readonly tally: Preview['meta']['conditions'][number] | undefined;
  readonly population: number | null;
}

/** What a group leaves of those before it, and of how many it is not known. Said in words, and drawn as a bar. */
export function GroupTally({ tally, population }: GroupTallyProps) {
  const { t } = useTranslation('cohorts');
  if (!tally || !population) return null;
  const share = (members: number) => `${(100 * members) / population}%`;
  return (
    <p className={styles.tally}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.barLeft} style={{ width: share(tally.leaves) }} />
        <span className={styles.barUnknown} style={{ width: share(Math.min(tally.unknown, population - tally.leaves)) }} />
      </span>
      <span title={t('matchesHelp', { number: tally.matches.toLocaleString() })}>
        {t('leaves', { number: tally.leaves.toLocaleString() })}
      </span>
      {tally.unknown > 0 && <span className={styles.unknown}>{t('unknownTo', { number: tally.unknown.toLocaleString() })}</span>}
    </p>
  );
}
