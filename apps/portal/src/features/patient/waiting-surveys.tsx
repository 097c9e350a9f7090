import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { factuarySurveys } from '@vigil/contract';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import styles from './patient-frame.module.css';

const waiting: readonly string[] = ['delivered', 'opened', 'discarded'];

/** On the member's own pages: that there is something to answer, intake surveys of new members among it, and the way there. */
export function WaitingSurveys({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patient');
  const { pathname } = useLocation();
  const { data: count = 0 } = useQuery({
    ...endpointQuery(factuarySurveys.listUserSurveys, { params: { id: memberId }, query: {} }, { quiet: true }),
    select: ({ content }) => content.filter(({ status }) => waiting.includes(status)).length,
    staleTime: 60_000,
  });
  if (count === 0 || pathname.endsWith('/surveys')) return null;
  return (
    <p className={styles.waiting}>
      {t('surveysWaiting', { count })}
      <Link to="/patient/$memberId/surveys" params={{ memberId }}>
        {t('surveysGo')}
      </Link>
    </p>
  );
}
