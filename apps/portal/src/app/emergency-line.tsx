import { useLocation, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEmergencyNumbers } from '#lib/emergency.ts';
import { useShownPath } from '#lib/shown-path.ts';
import { EmergencyCalls, useEmergencyNumber } from '#ui/emergency-calls.tsx';
import styles from './emergency-line.module.css';
import { hasOwnPagesOnly } from './gates.ts';

/** The page that says it itself, in words that fit what is asked there. */
const saysIt = 'surveys';

/** What to do in an emergency, under every page of a member's own: nobody watches what comes in at every hour. */
export function EmergencyLine() {
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const [, area, id, page = ''] = useLocation().pathname.split('/');
  const isOwnPage = area === 'patient' && id === userId;
  if (!(hasOwnPagesOnly(gates) || (gates.patient && isOwnPage)) || (isOwnPage && page === saysIt)) return null;
  return <Line memberId={userId} />;
}

function Line({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('app');
  const numbers = useEmergencyNumbers(memberId);
  const number = useEmergencyNumber(numbers);
  const shownPath = useShownPath();
  return (
    <aside key={shownPath} className={styles.line} data-follows aria-label={t('emergencyTitle')}>
      <strong>{t('emergencyTitle')}:</strong> {t('emergencyText', { number })} <EmergencyCalls numbers={numbers} />
    </aside>
  );
}
