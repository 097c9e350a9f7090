import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShownPath } from '#lib/shown-path.ts';
import { useWaitingSurveys } from '#lib/waiting-surveys.ts';
import styles from './patient-frame.module.css';

/**
 * Below the member's own pages: that there is something to answer, and the way there. It is known later than the page is read, and so
 * it stands where nothing moves when it comes. The page of readings says it itself, after its sentences.
 */
export function WaitingSurveys({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patient');
  const pathname = useShownPath();
  const count = useWaitingSurveys(memberId);
  if (count === 0 || pathname.endsWith('/surveys') || pathname.endsWith('/data')) return null;
  return (
    <p key={pathname} className={styles.waiting} data-follows>
      {t('surveysWaiting', { count })}
      <Link to="/patient/$memberId/surveys" params={{ memberId }}>
        {t('surveysGo')}
      </Link>
    </p>
  );
}
