import type { HandoffEpisode } from '@vigil/contract/triage-handoffs.contract';
import { useTranslation } from 'react-i18next';
import { Severity } from '#ui/severity.tsx';
import { useMoment } from '../moments.ts';
import styles from './handoff.module.css';

interface EpisodeLineProps {
  readonly episode: HandoffEpisode;
  /** What is open now, beside what was open when it was handed over; absent where it is the same moment. */
  readonly now?: readonly HandoffEpisode[] | undefined;
}

/** One thing that is open: how severe, since when, who answered its alert and who has it, and what became of it since. */
export function EpisodeLine({ episode, now }: EpisodeLineProps) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const later = now?.find((one) => isSame(one, episode));
  const isClosed = now !== undefined && !later;
  const isAnsweredSince =
    episode.alarm_state === 'raised' && later !== undefined && later.alarm_state !== 'raised' && later.alarm_state !== null;
  const { assignee, assignee_role: role } = episode;
  return (
    <li className={styles.episode} data-closed={isClosed || undefined}>
      <Severity severity={episode.severity} />
      <span className={styles.episodeTitle}>{episode.title}</span>
      <span className={styles.facts}>
        <span>{t('episode.since', { when: moment(episode.since) })}</span>
        <Answered episode={episode} />
        {!episode.is_judged && <span>{t('episode.notJudged')}</span>}
        {assignee ? (
          <span>{t('episode.assigned', { name: nameOf(assignee) })}</span>
        ) : (
          role && <span>{t('episode.waiting', { role: t(`episode.roles.${role}`) })}</span>
        )}
        {isClosed && <strong className={styles.since}>{t('episode.closedSince')}</strong>}
        {isAnsweredSince && (
          <strong className={styles.since}>
            {later.answered_by
              ? t('episode.acknowledgedSince', { name: nameOf(later.answered_by) })
              : t('episode.acknowledgedSinceUnknown')}
          </strong>
        )}
      </span>
    </li>
  );
}

function Answered({ episode: { alarm_state: state, answered_by: by, snoozed_until: until } }: { readonly episode: HandoffEpisode }) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  if (state === null) return null;
  if (state === 'raised') return <strong className={styles.unanswered}>{t('episode.raised')}</strong>;
  const when = until === null ? '' : moment(until);
  if (state === 'snoozed')
    return <span>{by ? t('episode.snoozed', { name: nameOf(by), when }) : t('episode.snoozedUnknown', { when })}</span>;
  return <span>{by ? t('episode.acknowledged', { name: nameOf(by) }) : t('episode.acknowledgedUnknown')}</span>;
}

/** The same action, or the same alert where no action is open. */
export const isSame = (one: HandoffEpisode, other: HandoffEpisode): boolean =>
  other.action_id === null ? one.alarm_id === other.alarm_id : one.action_id === other.action_id;

export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
