import type { HandoffEpisode, HandoffPerson } from '@vigil/contract/triage-handoffs.contract';
import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import type { StandingAlarm } from '../../alerts/index.ts';
import type { LiveAction } from '../../factuary/actions/index.ts';
import { clinicalActions, type Standing } from '../today/standing.ts';

type Names = (id: string | null) => HandoffPerson | null;

/** What is open about a member, each action with its alarm, and alarms whose actions are over; the worst first. Missing data is none. */
export function episodesOf(standing: Standing, names: Names): HandoffEpisode[] {
  const actions = clinicalActions(standing);
  const alarmOf = (action: LiveAction) => standing.alarms.find(({ actionIds }) => actionIds.includes(action.id));
  const ofActions = new Set(actions.map((action) => alarmOf(action)?.id));
  return [
    ...actions.map((action) => episode(action, alarmOf(action), names)),
    ...standing.alarms.filter(({ id }) => !ofActions.has(id)).map((alarm) => episode(undefined, alarm, names)),
  ].sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || a.since - b.since);
}

export const worstOf = (episodes: readonly HandoffEpisode[]): AlertSeverity | null => episodes[0]?.severity ?? null;

function episode(action: LiveAction | undefined, alarm: StandingAlarm | undefined, names: Names): HandoffEpisode {
  const answered = alarm?.state === 'acknowledged' || alarm?.state === 'snoozed';
  return {
    ...{ action_id: action?.id ?? null, alarm_id: alarm?.id ?? null },
    ...{ title: action?.title ?? alarm?.title ?? '', severity: worse(action?.priority, alarm?.severity), since: sinceOf(action, alarm) },
    alarm_state: alarm?.state === 'raised' || answered ? alarm.state : null,
    is_judged: alarm?.isJudged ?? true,
    answered_by: answered ? names(alarm.by) : null,
    snoozed_until: alarm?.state === 'snoozed' && alarm.dueAt !== null ? alarm.dueAt / 1000 : null,
    ...{ assignee: names(action?.assigneeId ?? null), assignee_role: action?.assigneeRole ?? null },
  };
}

const worse = (one: AlertSeverity | undefined, other: AlertSeverity | undefined): AlertSeverity =>
  severities[Math.max(one ? severities.indexOf(one) : 0, other ? severities.indexOf(other) : 0)] ?? 'LOW';

/** The rule fired or the alarm was raised, whichever was first; else the action was opened. Unix seconds. */
function sinceOf(action: LiveAction | undefined, alarm: StandingAlarm | undefined): number {
  const known = [alarm && alarm.raisedAt / 1000, action?.triggeredAt].filter((at) => typeof at === 'number');
  return known.length > 0 ? Math.min(...known) : (action?.createdAt ?? 0) / 1000;
}
