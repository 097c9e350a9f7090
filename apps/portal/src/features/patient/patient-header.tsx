import Skeleton from '@mui/material/Skeleton';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { timeInZone, zoneCity } from '#lib/zone-name.ts';
import { ageInYears } from '#ui/age-in-words.ts';
import { OriginChip, StatusChip } from '#ui/chips.tsx';
import styles from './patient-frame.module.css';

/** Who the member is. Without an account yet, the same strip at its final size. */
export function PatientHeader({ account, own }: { readonly account: UserAccount | undefined; readonly own: boolean }) {
  const { t, i18n } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const now = useNow();
  if (!account)
    return (
      <div className={styles.who}>
        <h1 className="v-unseen">{t('loading')}</h1>
        <Skeleton variant="rounded" width={200} height={28} />
        <Skeleton variant="rounded" width={320} height={16} />
      </div>
    );
  const { personalInfo: info, languageRegion } = account;
  const age = ageInYears(info.birthday, new Date(now));
  const zone = languageRegion.timezone;
  const time = timeInZone(now, zone, i18n.language === 'en' ? navigator.language : i18n.language);
  // What tells a member from others is for those who look after several.
  const facts = own
    ? []
    : [
        age === null ? null : ui('years', { count: age }),
        info.sex && ui(`sex.${info.sex}`),
        info.mrn ? t('mrn', { mrn: info.mrn }) : t('noMrn'),
      ];
  return (
    <div className={styles.who}>
      <h1 className={styles.name}>
        {info.title} {info.firstName} {info.lastName}
      </h1>
      {!own && <StatusChip status={account.accountStatus} />}
      <OriginChip origin={account.dataOrigin} />
      <ul className={styles.facts}>
        {facts
          .filter((fact) => fact !== null)
          .map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        <li title={t('localTimeHelp', { zone })}>{zoneCity(zone) === 'UTC' ? time : t('localTime', { time, zone: zoneCity(zone) })}</li>
        {account.dataAttribution && <li className={styles.attribution}>{t('attribution', { attribution: account.dataAttribution })}</li>}
      </ul>
    </div>
  );
}
