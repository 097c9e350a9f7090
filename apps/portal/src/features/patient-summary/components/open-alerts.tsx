import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { factuaryActions } from '@vigil/contract';
import { useTranslation } from 'react-i18next';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Severity } from '#ui/severity.tsx';
import { openActionsQuery } from '../api/ask-summary.ts';
import styles from '../summary.module.css';

const most = 4;

/** What is open about the member, the worst first, and who has it. Nothing where nothing is open. */
export function OpenAlerts({ memberId, now }: { readonly memberId: string; readonly now: number }) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  usePushes('ACTION', { touches: [factuaryActions.listActions] });
  const { data, isError } = useQuery(openActionsQuery(memberId));
  if (isError && !data)
    return (
      <p role="alert" className={styles.warn}>
        {t('open.failed')}
      </p>
    );
  if (!data || data.totalElements === 0) return null;
  const further = data.totalElements - most;
  return (
    <section className={styles.open} aria-label={t('open.title')}>
      <ul>
        {data.content.slice(0, most).map((action) => (
          <li key={action.action_id}>
            <Severity severity={action.priority} />
            <strong>{action.title}</strong>
            <span className={styles.muted}>{ageInWords(ui, action.time_created, now)}</span>
            <span className={styles.muted}>
              {action.assignee
                ? t('open.assigned', { name: `${action.assignee.firstName} ${action.assignee.lastName}` })
                : t('open.unassigned')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        {further > 0 && <span className={styles.muted}>{t('open.further', { count: further })} </span>}
        <Link to="/dashboard/today" search={{ member: memberId }}>
          {t('open.work')}
        </Link>
      </p>
    </section>
  );
}
