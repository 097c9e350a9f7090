import { actionRolesOf, categoryOf, mayHandle } from '@vigil/contract/factuary-actions.values';
import type { Reviewable } from '@vigil/contract/triage-today.values';
import type { StandingAlarm } from '../../alerts/index.ts';
import { clinicalActions, isAsking, type Standing } from './standing.ts';
import type { TodayViewer } from './viewer.ts';

/** A viewer as `mayHandle` takes them. */
export const handler = ({ id, roles }: Pick<TodayViewer, 'id' | 'roles'>) => ({ id, roles: actionRolesOf(roles) });

/** What stands without an action that is still open is about readings. */
const handlesReadings = ({ roles }: ReturnType<typeof handler>) => roles.some((role) => categoryOf('BIOMETRICS').roles.includes(role));

/** Whether somebody may acknowledge or snooze an alarm: whoever may handle every action that it stands for and that is still open. */
export function mayAnswer(viewer: Pick<TodayViewer, 'id' | 'roles'>, { actions }: Standing, { actionIds }: StandingAlarm): boolean {
  const who = handler(viewer);
  const own = actions.filter(({ id }) => actionIds.includes(id));
  return own.length === 0 ? handlesReadings(who) : own.every((action) => mayHandle(action, who));
}

/**
 * Whether somebody may put a row aside: whoever may handle everything clinical that is open, or, where nothing is, everything. Nobody may
 * while a critical or high alarm asks for somebody, also where what made it that has cleared unacknowledged, or a critical action without an alarm is open.
 */
export function reviewableBy(viewer: Pick<TodayViewer, 'id' | 'roles'>, standing: Standing): Reviewable {
  const who = handler(viewer);
  // Welcoming a new member is nobody's condition.
  const clinical = clinicalActions(standing).filter(({ category }) => category !== 'NEW_PATIENT');
  const about = clinical.length > 0 ? clinical : standing.actions;
  if (who.roles.length === 0 || !about.every((action) => mayHandle(action, who))) return 'not_allowed';
  if (about.length === 0 && standing.alarms.length > 0 && !handlesReadings(who)) return 'not_allowed';
  const isUrgent = ({ severity }: Pick<StandingAlarm, 'severity'>) => severity === 'CRITICAL' || severity === 'HIGH';
  // What was urgent and cleared by itself asks until somebody has acknowledged that as well.
  const asksUrgently = (alarm: StandingAlarm) => isUrgent(alarm) || alarm.also.some((one) => one.isUnanswered && isUrgent(one));
  if (standing.alarms.some((alarm) => isAsking(alarm) && asksUrgently(alarm))) return 'unacknowledged';
  // As an answer in a survey: nobody acknowledges it but by handling it.
  const withAlarm = new Set(standing.alarms.flatMap(({ actionIds }) => actionIds));
  return clinical.some(({ id, priority }) => priority === 'CRITICAL' && !withAlarm.has(id)) ? 'critical_open' : 'yes';
}
