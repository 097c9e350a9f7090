import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { UserAccount } from '@vigil/contract/registry.contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { latestQuery } from '#lib/member-readings.ts';
import { useNow } from '#lib/now.ts';
import { ageInYears } from '#ui/age-in-words.ts';
import { BandStatusLabel, StatusChip } from '#ui/chips.tsx';
import { coversTop } from '#ui/covers.ts';
import { OutOfRangeButton } from './out-of-range-button.tsx';
import styles from './patient-header.module.css';

interface PatientHeaderProps {
  readonly memberId: string;
  readonly account: UserAccount | undefined;
  readonly own: boolean;
  /** Stands at the end of the first line. */
  readonly children?: ReactNode;
}

/**
 * Whose data this is: it stays in view while the page moves under it, on a phone in two lines. Without an account yet, the
 * same strip at its final size.
 */
export function PatientHeader({ memberId, account, own, children }: PatientHeaderProps) {
  const { t } = useTranslation('patient');
  const now = useNow();
  const latest = useQuery({ ...latestQuery(memberId), enabled: !own });
  if (!account)
    return (
      <div ref={coversTop} className={styles.header}>
        <h1 className="v-unseen">{t('loading')}</h1>
        <Skeleton variant="rounded" width={200} height={24} />
        <Skeleton variant="rounded" width={280} height={16} />
      </div>
    );
  const { title, firstName, lastName } = account.personalInfo;
  const name = [title, firstName, lastName].filter(Boolean).join(' ');
  return (
    <div ref={coversTop} className={styles.header} data-own={own} data-keep-clear="">
      <div className={styles.first}>
        <h1 className={styles.name} title={name}>
          {name}
        </h1>
        {!own && latest.data && <OutOfRangeButton memberId={memberId} latest={latest.data} nowSeconds={now / 1000} />}
      </div>
      {!own && (
        <ul className={styles.facts}>
          {account.accountStatus !== 'ACTIVE' && (
            <li>
              <StatusChip status={account.accountStatus} />
            </li>
          )}
          <Identity account={account} now={now} />
          {latest.data && (
            <li>
              <BandStatusLabel band={latest.data.band} nowSeconds={now / 1000} />
            </li>
          )}
        </ul>
      )}
      <div className={styles.end}>{children}</div>
    </div>
  );
}

/** What tells a member from others: for those who look after several. */
function Identity({ account: { personalInfo: info }, now }: { readonly account: UserAccount; readonly now: number }) {
  const { t } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const age = ageInYears(info.birthday, new Date(now));
  return (
    <>
      <li title={info.birthday ? t('born', { birthday: info.birthday }) : undefined}>
        {age === null ? t('ageUnknown') : ui('years', { count: age })}
      </li>
      <li>{info.sex ? ui(`sex.${info.sex}`) : t('sexUnknown')}</li>
      <li>{info.mrn ? t('mrn', { mrn: info.mrn }) : t('noMrn')}</li>
    </>
  );
}
