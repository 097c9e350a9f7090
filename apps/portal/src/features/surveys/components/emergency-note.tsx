import type { CrisisLine } from '@vigil/domain/emergency/emergency-numbers';
import { useTranslation } from 'react-i18next';
import { useEmergencyNumbers } from '#lib/emergency.ts';
import { useSession } from '#lib/session/session.ts';
import { EmergencyCalls, useEmergencyNumber } from '#ui/emergency-calls.tsx';
import styles from '../surveys.module.css';

/** What to do in an emergency: on every page on which a member answers. With `now` after an answer that says so. */
export function EmergencyNote({ now = false }: { readonly now?: boolean }) {
  const { t } = useTranslation('surveys');
  const numbers = useEmergencyNumbers(useSession().userId);
  const number = useEmergencyNumber(numbers);
  const crisis = useCrisisWords(numbers.crisisLine);
  if (now)
    return (
      <div role="alert" className={styles.urgent}>
        <strong>{t('emergency.nowTitle')}</strong>
        <p>
          {t('emergency.nowText', { number })} {crisis('talk')} {t('emergency.told')}
        </p>
        <EmergencyCalls numbers={numbers} crisis />
      </div>
    );
  return (
    <aside className={styles.emergency} aria-label={t('emergency.title')}>
      <p>
        <strong>{t('emergency.title')}: </strong>
        {t('emergency.text', { number })} {crisis('crisis')}
      </p>
      <EmergencyCalls numbers={numbers} crisis />
    </aside>
  );
}

/** The sentence about the line to talk to; in Spanish with the key that leads to Spanish. */
function useCrisisWords(line: CrisisLine | null): (of: 'crisis' | 'talk') => string {
  const { t } = useTranslation('surveys');
  return (of) => {
    if (!line) return t(`emergency.${of}.none`);
    const key = line.spanishKey;
    return [t(`emergency.${of}.${line.takesTexts ? 'callOrText' : 'call'}`, { ...line }), key && t('emergency.spanish', { key })]
      .filter(Boolean)
      .join(' ');
  };
}
