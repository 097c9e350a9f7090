import { countryAfterIn } from '@vigil/domain/emergency/country-name';
import { type EmergencyNumbers, telephoneLink } from '@vigil/domain/emergency/emergency-numbers';
import { useTranslation } from 'react-i18next';
import { isElsewhere, type NumbersAtHome } from '#lib/emergency.ts';
import styles from './emergency-calls.module.css';

/** The number as a sentence names it, or "your local emergency number" where the country is not known. */
export function useEmergencyNumber({ emergency: [number] }: EmergencyNumbers): string {
  const { t } = useTranslation('ui');
  return number ?? t('emergency.local');
}

interface EmergencyCallsProps {
  readonly numbers: NumbersAtHome;
  /** With the crisis line. */
  readonly crisis?: boolean;
  /** Staff read whom the member calls: where they are themselves says nothing. */
  readonly forSomebodyElse?: boolean;
}

/** Numbers to press, and of which country they are where this phone seems to be in another; nothing where the country is not known. */
export function EmergencyCalls({ numbers, crisis = false, forSomebodyElse = false }: EmergencyCallsProps) {
  const { t, i18n } = useTranslation('ui');
  const { country } = numbers;
  const all = [...numbers.emergency, ...(crisis && numbers.crisisLine ? [numbers.crisisLine.number] : [])];
  if (all.length === 0) return null;
  return (
    <span className={styles.calls}>
      {all.map((number) => (
        <a key={number} href={telephoneLink(number)}>
          {t('emergency.call', { number })}
        </a>
      ))}
      {country !== null && !forSomebodyElse && isElsewhere(country) && (
        <span className={styles.elsewhere}>{t('emergency.elsewhere', { country: countryAfterIn(country, i18n.language) })}</span>
      )}
    </span>
  );
}
