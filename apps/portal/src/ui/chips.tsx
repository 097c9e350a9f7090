import './messages.ts';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { useTranslation } from 'react-i18next';
import styles from './chips.module.css';
import { Icon, type IconName } from './icons.tsx';

type Status = NonNullable<MemberRow['accountStatus']>;
type BandStatus = MemberRow['band']['status'];

/** A member's account status: a word, its colour only repeats it. */
export function StatusChip({ status }: { readonly status: Status | null }) {
  const { t } = useTranslation('ui');
  return <span className={`${styles.status} ${styles[`status-${status ?? 'none'}`] ?? ''}`}>{t(`status.${status ?? 'none'}`)}</span>;
}

/** Says that a member is no patient. Shows nothing for a person. */
export function OriginChip({ origin }: { readonly origin: MemberRow['dataOrigin'] }) {
  const { t } = useTranslation('ui');
  if (origin === 'person') return null;
  return (
    <span className={styles.origin} title={t(`originHelp.${origin}`)}>
      <Icon name="flask" size={12} />
      {t(`origin.${origin}`)}
    </span>
  );
}

const bandIcons: Record<BandStatus, IconName> = { wearing: 'bandOn', removed: 'bandOff', charging: 'charging', unknown: 'question' };

/** What the band does: icon and word, and its battery where that is known. */
export function BandStatusLabel({ status, battery }: { readonly status: BandStatus; readonly battery: number | null }) {
  const { t } = useTranslation('ui');
  return (
    <span className={`${styles.band} ${styles[`band-${status}`] ?? ''}`} title={t(`bandLong.${status}`)}>
      <Icon name={bandIcons[status]} size={14} />
      {t(`band.${status}`)}
      {battery !== null && <span className={battery <= 15 ? styles.batteryLow : styles.battery}>{Math.round(battery)}%</span>}
    </span>
  );
}
