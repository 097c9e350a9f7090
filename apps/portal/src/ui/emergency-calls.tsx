import { type EmergencyNumbers, telephoneLink } from '@vigil/domain/emergency/emergency-numbers';
import { useTranslation } from 'react-i18next';
import styles from './emergency-calls.module.css';

/** The number as a sentence names it, or "your local emergency number" where the country is not known. */
export function useEmergencyNumber({ emergency: [number] }: EmergencyNumbers): string {
  const { t } = useTranslation('ui');
  return number ?? t('emergency.local');
}

/** Numbers to press; nothing where the country is not known. The crisis line only where it is asked for. */
export function EmergencyCalls({ numbers, crisis = false }: { readonly numbers: EmergencyNumbers; readonly crisis?: boolean }) {
  const { t } = useTranslation('ui');
  const all = [...numbers.emergency, ...(crisis && numbers.crisisLine ? [numbers.crisisLine.number] : [])];
  if (all.length === 0) return null;
  return (
    <span className={styles.calls}>
      {all.map((number) => (
        <a key={number} href={telephoneLink(number)}>
          {t('emergency.call', { number })}
        </a>
      ))}
    </span>
  );
}
