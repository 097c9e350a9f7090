import type { VersionState } from '@vigil/domain/alerts/rule';
import { useTranslation } from 'react-i18next';
import styles from '../rules.module.css';

interface VersionStateProps {
  readonly version: number;
  readonly state: VersionState;
}

/** Where a version stands: a word; only what runs and tells people is filled. */
export function VersionStateChip({ version, state }: VersionStateProps) {
  const { t } = useTranslation('rules');
  return (
    <span className={styles.state} data-state={state} title={t(`stateHelp.${state}`)}>
      {t(`state.${state}`)} <span className={styles.versionNumber}>{t('versionShort', { version })}</span>
    </span>
  );
}
