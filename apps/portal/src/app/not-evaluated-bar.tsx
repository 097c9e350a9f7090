import { useQuery, useQueryClient } from '@tanstack/react-query';
import { alertsEvaluation } from '@vigil/contract';
import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain, endpointQuery } from '#lib/endpoint-query.ts';
import { onStreamOpened } from '#lib/pushes/push-stream.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './stream-lost-bar.module.css';

/** Between two questions, and as long as something is not evaluated. Milliseconds. */
const askEveryMs = { usually: 30_000, meanwhile: 3_000 };

export const evaluationQuery = () => endpointQuery(alertsEvaluation.getEvaluation, {}, { quiet: true });

/** Whether everybody will be judged soon; without rules that takes a person. */
const isMeanwhile = (told: Evaluation | undefined) => told?.isEvaluated === false && told.because !== 'no_rules';

/** Says that the alert rules have not judged what arrived, and since when: then no alert does not mean that all is well. */
export function NotEvaluatedBar() {
  const { t, i18n } = useTranslation('app');
  const client = useQueryClient();
  const { data } = useQuery({
    ...evaluationQuery(),
    refetchInterval: ({ state }) => (isMeanwhile(state.data) ? askEveryMs.meanwhile : askEveryMs.usually),
  });
  // The server may have restarted.
  useEffect(() => onStreamOpened(() => void askAgain(client, alertsEvaluation.getEvaluation)), [client]);
  if (!data || data.isEvaluated) return null;
  const { notEvaluatedSince: since, membersWaiting: count, because } = data;
  const when = since === null ? null : new Date(since * 1000).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className={styles.bar}>
      <Icon name="alert" size={16} />
      <span>
        {because === 'restarted' || because === 'first_rules' ? (
          t(`notEvaluated.${because}`, { count })
        ) : because === 'no_rules' || because === 'being_set_up' ? (
          t(`notEvaluated.${because}`)
        ) : (
          <>
            {when === null ? t('notEvaluated.ever') : t('notEvaluated.since', { when })}{' '}
            {because === 'behind' ? t('notEvaluated.waiting', { count }) : t('notEvaluated.unavailable')} {t('notEvaluated.meaning')}
          </>
        )}
      </span>
    </div>
  );
}
