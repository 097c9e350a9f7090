import './messages.ts';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { useTranslation } from 'react-i18next';
import { ageInShort, ageInWords } from './age-in-words.ts';
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

interface BandStatusProps {
  readonly band: MemberRow['band'];
  readonly nowSeconds: number;
  /** Since when stands beside it; otherwise that is only read out, and shown where a mouse rests. */
  readonly withAge?: boolean;
}

/** What the band does: icon and word, and its battery where that is known. A state measured over 24 h ago is shown as stale, with its age. */
export function BandStatusLabel({ band, nowSeconds, withAge = false }: BandStatusProps) {
  const { t } = useTranslation('ui');
  const { status, since, battery } = band;
  const stale = since !== null && nowSeconds - since > catalogue.band_removed.staleAfterSeconds;
  const age = since === null ? '' : ageInWords(t, since, nowSeconds);
  const told = since === null ? t(`bandLong.${status}`) : `${t(`bandLong.${status}`)} · ${age}`;
  return (
    <span className={`${styles.band} ${styles[stale ? 'band-stale' : `band-${status}`] ?? ''}`} title={told}>
      <Icon name={bandIcons[status]} size={14} />
      <span className={stale ? styles.dashed : undefined}>{t(`band.${status}`)}</span>{' '}
      {age !== '' && <span className="v-unseen">, {age}, </span>}
      {(stale || withAge) && since !== null && (
        <span className={styles.battery} aria-hidden="true">
          {ageInShort(t, since, nowSeconds)}
        </span>
      )}
      {!stale && battery !== null && <span className={battery <= 15 ? styles.batteryLow : styles.battery}>{Math.round(battery)}%</span>}
    </span>
  );
}
