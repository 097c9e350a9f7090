import { useLocation, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from './emergency-line.module.css';

/** The page that says it itself, in words that fit what is asked there. */
const saysIt = 'surveys';
const number = '911';

/** What to do in an emergency, under every page of a member's own: nobody watches what comes in at every hour. */
export function EmergencyLine() {
  const { t } = useTranslation('app');
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const [, area, id, page = ''] = useLocation().pathname.split('/');
  const isOwnPage = area === 'patient' && id === userId;
  const isMember = gates.patient && !gates.clinician && !gates.admin;
  if (!(isMember || (gates.patient && isOwnPage)) || (isOwnPage && page === saysIt)) return null;
  return (
    <aside className={styles.line} aria-label={t('emergencyTitle')}>
      <strong>{t('emergencyTitle')}:</strong> {t('emergencyText')}{' '}
      <a className={styles.call} href={`tel:${number}`}>
        {t('emergencyCall', { number })}
      </a>
    </aside>
  );
}
