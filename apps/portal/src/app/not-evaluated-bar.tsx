import { useQuery, useQueryClient } from '@tanstack/react-query';
import { alertsEvaluation } from '@vigil/contract';
import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain, endpointQuery } from '#lib/endpoint-query.ts';
import { onStreamOpened } from '#lib/pushes/push-stream.ts';
import { Icon } from '#ui/icons.tsx';
import { KeepsPlace } from '#ui/keeps-place.tsx';
import styles from './stream-lost-bar.module.css';

/** Between two questions, and as long as something is not evaluated. Milliseconds. */
const askEveryMs = { usually: 30_000, meanwhile: 3_000 };

export const evaluationQuery = () => endpointQuery(alertsEvaluation.getEvaluation, {}, { quiet: true });

/** Whether everybody will be judged soon; without rules that takes a person. */
const isMeanwhile = (told: Evaluation | undefined) => told?.isEvaluated === false && told.because !== 'no_rules';

/** Says that the alert rules have not judged what arrived, and since when: then no alert does not mean that all is well. */
export function NotEvaluatedBar() {
  const { t } = useTranslation('app');
  const client = useQueryClient();
  const { data } = useQuery({
    ...evaluationQuery(),
    refetchInterval: ({ state }) => (isMeanwhile(state.data) ? askEveryMs.meanwhile : askEveryMs.usually),
  });
  // The server may have restarted.
  useEffect(() => onStreamOpened(() => void askAgain(client, alertsEvaluation.getEvaluation)), [client]);
  return (
    <KeepsPlace after={t('notEvaluated.over')}>
      {data && !data.isEvaluated ? (
        <div className={styles.bar}>
          <Icon name="alert" size={16} />
          <span>
            <NotEvaluated evaluation={data} />
          </span>
        </div>
      ) : null}
    </KeepsPlace>
  );
}

function NotEvaluated({ evaluation: { notEvaluatedSince: since, membersWaiting: count, because } }: { readonly evaluation: Evaluation }) {
  const { t, i18n } = useTranslation('app');
  if (because === 'restarted' || because === 'first_rules') return t(`notEvaluated.${because}`, { count });
  if (because === 'no_rules' || because === 'being_set_up') return t(`notEvaluated.${because}`);
  const when = since === null ? null : new Date(since * 1000).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {when === null ? t('notEvaluated.ever') : t('notEvaluated.since', { when })}{' '}
      {because === 'behind' ? t('notEvaluated.waiting', { count }) : t('notEvaluated.unavailable')} {t('notEvaluated.meaning')}
    </>
  );
}
