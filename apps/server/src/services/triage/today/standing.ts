import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import type { TodayKeys } from '@vigil/domain/today/order';
import type { Seen } from '@vigil/domain/today/review';
import type { StandingGap as Gap } from '../../alerts/gaps/index.ts';
import type { StandingAlarm } from '../../alerts/index.ts';
import type { Actions, LiveAction } from '../../factuary/actions/index.ts';
import type { OpenPlace } from './places.store.ts';

/** A hole in what is known of a member. `since` in Unix seconds. */
export type StandingGap = Pick<Gap, 'userId' | 'kind' | 'metric' | 'since'>;

export interface StandingSources {
  readonly actions: Pick<Actions, 'live'>;
  readonly alarmsOf: (tenantId: string, userIds?: readonly string[]) => Promise<readonly StandingAlarm[]>;
  readonly gapsOf: (tenantId: string, userIds?: readonly string[]) => Promise<readonly StandingGap[]>;
}

/** Everything that is open about one member; each list the worst first. */
export interface Standing {
  readonly userId: string;
  readonly actions: readonly LiveAction[];
  readonly alarms: readonly StandingAlarm[];
  readonly gaps: readonly StandingGap[];
}

/** Those that ask for somebody, or that somebody has answered. */
const isOpen = ({ state }: StandingAlarm) => state === 'raised' || state === 'acknowledged' || state === 'snoozed';
const rank = (severity: AlertSeverity) => severities.indexOf(severity);
export const isAsking = ({ state }: StandingAlarm) => state === 'raised';

/** What is open about members: all of the tenant, or these. Who has nothing is absent. */
export async function gatherStanding(
  { actions, alarmsOf, gapsOf }: StandingSources,
  tenantId: string,
  scope: 'tenant' | readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const userIds = scope === 'tenant' ? undefined : scope;
  const [live, alarms, gaps] = await Promise.all([actions.live(tenantId, scope), alarmsOf(tenantId, userIds), gapsOf(tenantId, userIds)]);
  const found = new Map<string, { userId: string; actions: LiveAction[]; alarms: StandingAlarm[]; gaps: StandingGap[] }>();
  const of = (userId: string) => {
    const known = found.get(userId) ?? { userId, actions: [], alarms: [], gaps: [] };
    found.set(userId, known);
    return known;
  };
  for (const action of live) of(action.userId).actions.push(action);
  for (const alarm of alarms) if (isOpen(alarm)) of(alarm.userId).alarms.push(alarm);
  for (const gap of gaps) of(gap.userId).gaps.push(gap);
  for (const one of found.values()) {
    one.actions.sort((a, b) => rank(b.priority) - rank(a.priority) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    one.alarms.sort((a, b) => rank(b.severity) - rank(a.severity) || Number(isAsking(b)) - Number(isAsking(a)) || a.raisedAt - b.raisedAt);
    one.gaps.sort((a, b) => a.since - b.since);
  }
  return found;
}

/** Actions about the member rather than about missing data. */
export const clinicalActions = ({ actions }: Standing): LiveAction[] => actions.filter(({ category }) => category !== 'DATA_GAP');

/** Only data is missing: no action about the member, and no alarm. */
export const hasOnlyGaps = (one: Standing): boolean => clinicalActions(one).length === 0 && one.alarms.length === 0;

/** The action whose reason stands in the row: the worst, and of several the oldest. */
export const worstAction = (one: Standing): LiveAction | undefined => clinicalActions(one)[0] ?? one.actions[0];

export const severityOf = (one: Standing): AlertSeverity | null =>
  [...clinicalActions(one).map(({ priority }) => priority), ...one.alarms.map(({ severity }) => severity)]
    .sort((a, b) => rank(b) - rank(a))
    .at(0) ?? null;

export const isOverdue = ({ actions }: Standing, nowMs: number): boolean => actions.some(({ dueAt }) => dueAt !== null && dueAt < nowMs);

/** By what a row whose standing is known is placed among the others; NEWS2 is read beside. */
export function keysOf(one: Standing, nowMs: number, news2Low: number | null): TodayKeys {
  const worst = worstAction(one);
  const waiting = one.alarms.filter(isAsking).map(({ level }) => level);
  return {
    userId: one.userId,
    severity: severityOf(one),
    level: waiting.length === 0 ? null : Math.max(...waiting),
    isOverdue: isOverdue(one, nowMs),
    news2Low,
    changePercent: worst ? changePercentOf(worst) : null,
    since: sinceOf(one, worst, nowMs),
  };
}

/** The same of somebody of whom nothing else is known yet. */
export const keysOfPlace = (place: OpenPlace, nowMs: number, news2Low: number | null): TodayKeys => ({
  ...{ userId: place.userId, severity: place.severity, level: place.level, isOverdue: place.isOverdue, news2Low },
  changePercent: changePercentOf(place),
  since: beganAt({ ...place, triggeredAt: place.triggeredAtSeconds, gapSince: null }, nowMs),
});

/** Since when the worst is so, in Unix seconds. */
export function sinceOf({ alarms, gaps }: Standing, worst: LiveAction | undefined, nowMs: number): number {
  return beganAt(
    {
      ...{ triggeredAt: worst?.triggeredAt ?? null, createdAt: worst?.createdAt ?? null, gapSince: gaps[0]?.since ?? null },
      raisedAt: worst ? null : (alarms[0]?.raisedAt ?? null),
    },
    nowMs,
  );
}

interface Began {
  /** Unix seconds. */
  readonly triggeredAt: number | null;
  /** Milliseconds. */
  readonly createdAt: number | null;
  readonly raisedAt: number | null;
  readonly gapSince: number | null;
}

/**
 * When the rule fired that the worst action is told by; else when that action was opened, the alarm without an action raised, or the gap began. The alarm of
 * an action is no answer: it is raised by the first alert of the episode, which may be a milder one. Unix seconds, never in the future.
 */
function beganAt({ triggeredAt, createdAt, raisedAt, gapSince }: Began, nowMs: number): number {
  const openedAt = createdAt ?? raisedAt;
  return Math.min(nowMs / 1000, triggeredAt ?? (openedAt === null ? (gapSince ?? nowMs / 1000) : openedAt / 1000));
}

/** How far what a rule saw lies from the baseline, in percent of it. */
function changePercentOf({ triggeredValue, baseline }: Pick<LiveAction, 'triggeredValue' | 'baseline'>): number | null {
  if (triggeredValue === null || baseline === null || baseline === 0) return null;
  return ((triggeredValue - baseline) / Math.abs(baseline)) * 100;
}

/** What somebody sees who looks at the row now. */
export function seenOf(one: Standing): Seen {
  return {
    severity: severityOf(one),
    actionIds: one.actions.map(({ id }) => id).sort(),
    alarms: one.alarms
      .map((alarm) => ({
        ...{
          id: alarm.id,
          severity: alarm.severity,
          level: isAsking(alarm) ? alarm.level : null,
          raisedAt: alarm.raisedAt,
          version: alarm.version,
        },
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    gaps: one.gaps.map(({ kind, metric }) => (metric ? `${kind}/${metric}` : kind)).sort(),
  };
}
