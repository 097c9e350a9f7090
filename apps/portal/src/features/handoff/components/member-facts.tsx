import type { HandoffEpisode, HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoment } from '../moments.ts';
import { eventInWords } from '../prefill.ts';
import { EpisodeLine, isSame, nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';

interface MemberFactsProps {
  readonly facts: HandoffFacts;
  readonly nowSeconds: number;
  /** What is open now, beside what was known when it was handed over. */
  readonly now?: readonly HandoffEpisode[] | undefined;
}

/** What Vigil knows of a member's shift: open, due, and what happened, which is folded away. */
export function MemberFacts({ facts, nowSeconds, now }: MemberFactsProps) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const isNew = (episode: HandoffEpisode) => !facts.open.some((one) => isSame(one, episode));
  const later = now?.filter(isNew) ?? [];
  return (
    <div className={styles.known}>
      {facts.open.length > 0 && (
        <Part title={t(now ? 'openThen' : 'open')}>
          {facts.open.map((episode) => (
            <EpisodeLine key={episode.action_id ?? episode.alarm_id} episode={episode} now={now} />
          ))}
        </Part>
      )}
      {later.length > 0 && (
        <Part title={t('episode.newSince')}>
          {later.map((episode) => (
            <EpisodeLine key={episode.action_id ?? episode.alarm_id} episode={episode} />
          ))}
        </Part>
      )}
      {facts.due.length > 0 && (
        <Part title={t('due')}>
          {facts.due.map(({ kind, at, title, who }) => (
            <li key={`${kind} ${at} ${title}`} className={styles.due}>
              <span className={styles.when}>{moment(at)}</span>{' '}
              {kind === 'follow_up' ? title : who ? t('appointmentWith', { name: nameOf(who) }) : t('appointment')}
              {kind === 'follow_up' && who && <span className={styles.muted}> · {nameOf(who)}</span>}
              {kind === 'follow_up' && at < nowSeconds && <strong className={styles.unanswered}> · {t('overdue')}</strong>}
            </li>
          ))}
        </Part>
      )}
      {facts.happened.length > 0 && (
        <details className={styles.happened}>
          <summary>
            {t('happened')} <span className={styles.count}>{facts.happened.length}</span>
          </summary>
          <ol>
            {facts.happened.map((event) => (
              <li key={`${event.kind} ${event.at} ${event.title}`}>
                <span className={styles.when}>{moment(event.at)}</span> {eventInWords(event, t)}
              </li>
            ))}
          </ol>
          {facts.has_more && <p className={styles.muted}>{t('happenedMore')}</p>}
        </details>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.part}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}
