import { useQuery } from '@tanstack/react-query';
import type { Action, ActionEvent } from '@vigil/contract/factuary-actions.contract';
import { isLive } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import { actionQuery } from '../api/ask-actions.ts';
import { nameOf, type Telling, useShownStatus } from '../telling.ts';
import styles from './actions.module.css';
import { AlertCourse } from './alert-course.tsx';
import { AnswerBehind } from './answer-behind.tsx';
import { Evidence } from './evidence.tsx';

interface ActionHistoryProps {
  readonly action: Action;
  readonly telling: Telling;
  /** The member's time zone. */
  readonly zone: string;
  /** The course of its readings stands above already. */
  readonly isShown: boolean;
}

/** What called for an action, everything that became of it, and what follows it. */
export function ActionHistory({ action, telling, zone, isShown }: ActionHistoryProps) {
  const { t } = useTranslation('actions');
  const shown = useShownStatus();
  const { data, isError } = useQuery(actionQuery(action.action_id));
  return (
    <div className={styles.more}>
      {action.alert && !isShown && <AlertCourse memberId={action.user_id} zone={zone} alert={action.alert} />}
      {!isLive(action.status.status) && action.action_category === 'SURVEY' && !action.alert && (
        <AnswerBehind memberId={action.user_id} actionId={action.action_id} telling={telling} />
      )}
      {action.alert && <Evidence memberId={action.user_id} zone={zone} alert={action.alert} />}
      <section className={styles.section} aria-label={t('history')} aria-busy={!data && !isError}>
        <h4>{t('history')}</h4>
        {!data && <p className={styles.hint}>{t(isError ? 'failedTitle' : 'loadingOne')}</p>}
        <ol className={styles.events}>
          {data?.history.map((event) => (
            <li key={event.id} className={event.undone ? styles.undone : undefined}>
              <Happened event={event} />
              {event.note && <p className={styles.note}>{event.note}</p>}
              <p className={styles.hint}>
                {t('by', { when: telling.when(event.at * 1000), name: event.by ? nameOf(event.by) : t('system') })}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {data && data.follow_ups.length > 0 && (
        <section className={styles.section} aria-label={t('followUps')}>
          <h4>{t('followUps')}</h4>
          <ul className={styles.events}>
            {data.follow_ups.map((one) => (
              <li key={one.action_id}>
                {one.title} <span className={styles.hint}>{shown(one)}</span>
                {one.due_date !== null && <p className={styles.hint}>{t('due', { when: telling.when(one.due_date * 1000) })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Happened({ event: { kind, title, note, assignee, intervention, undone } }: { readonly event: ActionEvent }) {
  const { t } = useTranslation('actions');
  const type = intervention ? t(`types.${intervention.type}`) : '';
  const outcome = intervention ? t(`outcomes.${intervention.outcome}`) : '';
  const minutes = intervention?.minutes ? ` · ${t('took', { minutes: intervention.minutes })}` : '';
  // An alert that joins is named in the note; where the action has its name from then on, it leads.
  const happened = kind === 'JOINED' && note === title ? 'LEADS' : kind;
  return (
    <p>
      {t(`event.${happened}`, { title, to: assignee ? nameOf(assignee) : t('nobody'), type, outcome })}
      {minutes}
      {undone && ` · ${t('wasUndone')}`}
    </p>
  );
}
