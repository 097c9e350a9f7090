import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { longestTimelineDays, mostTimelineEntries, usualTimelineDays } from '@vigil/contract/registry-relations.values';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { fullName, rolesInWords } from '#ui/person.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { timelineQuery } from './api/ask-patient-team.ts';
import { dayOf, useZoneOf } from './day.ts';
import styles from './patient-team.module.css';

const ranges = [30, usualTimelineDays, longestTimelineDays];
const dayMs = 86_400_000;

/** What happened around a member's care, newest first, by the days of the member, as on every page about them. */
export function TimelineScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientTeam');
  usePageTitle(t('timelineTitle'));
  const [days, setDays] = useState(usualTimelineDays);
  // Asked as of when the page was opened: an end that moves would be another question every time.
  const [endDate] = useState(() => Date.now() + 60_000);
  const zone = useZoneOf(memberId);
  const { data: found, error, refetch, isPlaceholderData } = useQuery(timelineQuery(memberId, endDate - days * dayMs, endDate));
  const data = zone === undefined ? undefined : found;
  if (error && !found)
    return (
      <StatePanel
        failure
        icon="alert"
        title={t('timelineFailedTitle')}
        text={error.message}
        action={{ label: t('retry'), onClick: () => void refetch() }}
      />
    );
  return (
    <div className={styles.page} aria-busy={!data || isPlaceholderData}>
      <label className={styles.range}>
        {t('range')}{' '}
        <select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {ranges.map((count) => (
            <option key={count} value={count}>
              {t('days', { count })}
            </option>
          ))}
        </select>
      </label>
      {!data && <Skeleton variant="rounded" height={200} />}
      {data?.content.length === 0 && <StatePanel icon="clock" title={t('noEntriesTitle')} text={t('noEntriesText')} />}
      {data &&
        zone !== undefined &&
        [...Map.groupBy(data.content, ({ at }) => dayOf(at, zone))].map(([day, entries]) => (
          <Day key={day} day={day} entries={entries} zone={zone} />
        ))}
      {data && !data.complete && <p className={styles.muted}>{t('notAll', { most: mostTimelineEntries })}</p>}
    </div>
  );
}

interface DayProps {
  readonly day: string;
  readonly entries: readonly TimelineEntry[];
  readonly zone: string;
}

function Day({ day, entries, zone }: DayProps) {
  const { t } = useTranslation('patientTeam');
  return (
    <section>
      <h2 className={styles.heading}>{day}</h2>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <span className={styles.what}>
              <time dateTime={new Date(entry.at).toISOString()} className={styles.time}>
                {new Date(entry.at).toLocaleTimeString(undefined, { timeStyle: 'short', timeZone: zone })}
              </time>{' '}
              <Happened entry={entry} />
            </span>
            <span className={styles.detail}>
              {entry.executedBy
                ? `${t('by', { name: fullName(entry.executedBy) })} (${rolesInWords(entry.executedBy.roles)})`
                : t('by', { name: t('system') })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Happened({
  entry: { kind, clinician, teamType, assignmentType, careTeam, task, action, call },
}: {
  readonly entry: TimelineEntry;
}) {
  const { t } = useTranslation('patientTeam');
  if (action)
    return t(`actionEvent.${action.event}`, {
      category: t(`actionCategory.${action.category}`),
      name: clinician ? fullName(clinician) : t('nobody'),
    });
  if (call) {
    const word = t(call.isVideoCall ? 'videoCall' : 'call', { name: clinician ? fullName(clinician) : t('unknown') });
    if (call.duration === null) return `${word} · ${t(`callEnd.${call.endResult}`)}`;
    return `${word} · ${t('minutes', { count: Math.max(1, Math.round(call.duration / 60_000)) })}`;
  }
  if (task) {
    const word = (task.type.charAt(0) + task.type.slice(1).toLowerCase()).replaceAll('_', ' ');
    const long = task.seconds === null ? '' : ` · ${t('minutes', { count: Math.max(1, Math.round(task.seconds / 60)) })}`;
    return `${word}${long}`;
  }
  const name = clinician ? fullName(clinician) : t('unknown');
  const side = t(teamType === 'SUPPORT' ? 'isSupport' : 'isPrimary');
  const team = kind === 'TEAM_JOINED' || kind === 'TEAM_LEFT' ? (careTeam?.name ?? t('unknown')) : side;
  const how = kind === 'ASSIGNED' && assignmentType === 'TRANSFER_ASSIGNMENT' ? ` · ${t('assignment.TRANSFER_ASSIGNMENT')}` : '';
  return kind === 'ACTION' || kind === 'CALL' ? '' : `${t(`event.${kind}`, { name, team, task: '' })}${how}`;
}
