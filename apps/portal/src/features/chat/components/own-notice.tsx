import { useTranslation } from 'react-i18next';
import { useEmergencyNumbers } from '#lib/emergency.ts';
import { messageSound } from '#lib/message-sound.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { EmergencyCalls, useEmergencyNumber } from '#ui/emergency-calls.tsx';
import type { Participant } from '../people.ts';
import styles from './chat.module.css';

/** What a member knows before writing: who reads it, when, and what to do where that is too late. */
export function OwnNotice({ participants }: { readonly participants: readonly Participant[] }) {
  const { t, i18n } = useTranslation('chat');
  const numbers = useEmergencyNumbers(useSession().userId);
  const number = useEmergencyNumber(numbers);
  const sounds = useStore(messageSound);
  const staff = participants.filter(({ label, standing }) => label !== null && standing !== 'left');
  const names = new Intl.ListFormat(i18n.language).format(
    staff.slice(0, mostNamed).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()),
  );
  return (
    <aside className={styles.ownNotice} aria-label={t('own.who')}>
      <p className={styles.ownEmergency}>
        <strong>{t('own.emergency', { number })}</strong> <EmergencyCalls numbers={numbers} />
      </p>
      <p>
        {staff.length > 0 && staff.length <= mostNamed ? t('own.readers', { names }) : t('own.readersUnknown')} {t('own.when')}
      </p>
      <label className={styles.soundChoice}>
        <input type="checkbox" checked={sounds} onChange={() => messageSound.set(!sounds)} /> {t('own.sound')}
      </label>
    </aside>
  );
}

/** With more, the names are no longer an answer. */
const mostNamed = 6;
