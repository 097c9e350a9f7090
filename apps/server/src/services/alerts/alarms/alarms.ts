import type { AlarmState } from '@vigil/domain/alerts/alarm';
import { type AlarmPart, isCovered, leadOf } from '@vigil/domain/alerts/alarm-parts';
import { beforeAnswer, comeDue, endActions, hold, see, unseen, worstUnanswered } from '@vigil/domain/alerts/folded';
import { topicOf } from '@vigil/domain/alerts/related';
import { type AlertRule, type AlertSeverity, type RuleRole, type RuleSubject, severities } from '@vigil/domain/alerts/rule';
import type { Database, Sql } from '#platform/postgres/database.ts';
import {
  actionsThatAreOver,
  type LockedAlarms,
  type LockedForActions,
  lockByActions,
  lockByMember,
  lockDue,
  lockForActions,
  readStanding,
  type StoredAlarm,
} from './alarms.store.ts';
import { type Became, type Followed, store } from './folding.ts';
import type { RingThem, TellScreens } from './ring.ts';

/** What the live run saw of one rule for one member; told in the transaction in which the rule's state is stored. */
export interface RuleReport {
  readonly userId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly firingId: string;
  /** The action that the firing opened or joined. */
  readonly actionId: string;
  /** As it holds for the member. */
  readonly rule: AlertRule;
  readonly title: string;
  readonly measured: number | null;
  /** End of the slot that was judged. Unix seconds. */
  readonly atSeconds: number;
  readonly event: 'persisted' | 'cleared' | 'true_again' | 'data_stopped' | 'data_back' | 'still_true';
}

/** A rule that an alarm stands for beside the one that it is told by. */
export interface AlsoFolded extends Pick<AlarmPart, 'title' | 'severity' | 'holds' | 'isUnanswered'> {
  readonly isCovered: boolean;
}

/** An alarm that is not resolved or gone. Times in milliseconds since 1970. */
export interface StandingAlarm {
  readonly id: string;
  readonly userId: string;
  readonly ruleIds: readonly string[];
  readonly actionIds: readonly string[];
  readonly title: string;
  /** The other rules that fold into it, the worst first; covered: a more severe one says more of the same. */
  readonly also: readonly AlsoFolded[];
  readonly state: AlarmState;
  readonly severity: AlertSeverity;
  readonly level: number;
  readonly isJudged: boolean;
  /** Who acknowledged or snoozed it first. */
  readonly by: string | null;
  readonly raisedAt: number;
  readonly changedAt: number;
  readonly dueAt: number | null;
  readonly measured: number | null;
  readonly subject: RuleSubject;
  /** Whose on-call people it tells. */
  readonly role: RuleRole;
  /** What has to be sent back to acknowledge it: nobody acknowledges what they have not seen. */
  readonly version: number;
}

export interface Alarms {
  /** Within the caller's transaction. One alarm for each episode of a member: all alerts of its action fold into it. */
  report(sql: Sql, tenantId: string, reports: readonly RuleReport[]): Promise<void>;
  /** What became of actions, within the transaction of that: locks their alarms, and what it answers stores the rest. An alarm is over with the last of its actions. */
  actionsEnded(
    sql: Sql,
    tenantId: string,
    actionIds: readonly string[],
    kind: 'intervened' | 'closed' | 'expired',
  ): Promise<() => Promise<void>>;
  /** The same of one action, at once. */
  actionEnded(sql: Sql, tenantId: string, actionId: string, kind: 'intervened' | 'closed' | 'expired'): Promise<void>;
  /** The member is on hold or has left (`held`), or no longer, within the transaction of that. */
  memberHeld(sql: Sql, tenantId: string, userId: string, held: boolean): Promise<void>;
  /** Lets some alarms of a tenant go on whose time has come, in a transaction of its own; how many it was. */
  goOn(tenantId: string, most: number): Promise<number>;
  /** Alarms that are not resolved or gone: all of a tenant, or of these members; those that ask for somebody first. */
  standing(tenantId: string, userIds?: readonly string[]): Promise<readonly StandingAlarm[]>;
}

/** Within the transaction that has locked them: stores what became of alarms, and tells whoever is to be told. */
export type KeepAlarms = (sql: Sql, tenantId: string, followed: readonly Followed[], nowSeconds: number) => Promise<void>;

export interface KeepingDeps {
  readonly ringThem: RingThem;
  readonly tellScreens: TellScreens;
}

export function createKeepAlarms(deps: KeepingDeps): KeepAlarms {
  return (sql, tenantId, followed, nowSeconds) => store(sql, tenantId, followed, { ...deps, nowSeconds });
}

export interface AlarmsDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly keep: KeepAlarms;
  /** Those of these members who are on hold or not in the tenant. */
  readonly heldAmong: (sql: Sql, tenantId: string, userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export function createAlarms({ database, keep, heldAmong }: AlarmsDeps): Alarms {
  const each = ({ alarms }: LockedAlarms, what: (alarm: StoredAlarm) => Became['step']): Followed[] =>
    alarms.map((before) => ({ before, became: [{ step: what(before) }] }));

  async function actionsEnded(sql: Sql, tenantId: string, ids: readonly string[], kind: 'intervened' | 'closed' | 'expired') {
    const locked = await lockByActions(sql, tenantId, ids);
    return async () => {
      const followed = locked.alarms.map((before): Followed => {
        const step = endActions(before, ids, kind, locked.nowSeconds);
        return { before, became: [{ step, ...(kind !== 'expired' && { before: beforeAnswer(before) }) }] };
      });
      if (followed.length > 0) await keep(sql, tenantId, followed, locked.nowSeconds);
    };
  }

  return {
    async report(sql, tenantId, reports) {
      if (reports.length === 0) return;
      const begun = reports.filter(({ event }) => begins(event));
      const over =
        begun.length > 0 ? await actionsThatAreOver(sql, tenantId, [...new Set(begun.map(({ actionId }) => actionId))]) : new Set();
      const locked = await lockForActions(
        sql,
        tenantId,
        begun.flatMap(({ userId, actionId, rule }) =>
          over.has(actionId) ? [] : [{ userId, actionId, topic: topicOf(rule), severity: rule.severity }],
        ),
        [...new Set(reports.map(({ userId }) => userId))],
      );
      const ofAlarm = Map.groupBy(reports, (report) => alarmOf(report, locked)?.id);
      const isNew = ({ parts }: StoredAlarm) => parts.length === 0;
      const held = await heldAmong(
        sql,
        tenantId,
        locked.alarms.filter(isNew).map(({ userId }) => userId),
      );
      const followed = locked.alarms.map((before): Followed => {
        const seen = ofAlarm.get(before.id) ?? [];
        return { before, became: followReports(before, seen, held.has(before.userId), locked.nowSeconds) };
      });
      await keep(sql, tenantId, followed, locked.nowSeconds);
    },

    actionsEnded,
    actionEnded: async (sql, tenantId, actionId, kind) => (await actionsEnded(sql, tenantId, [actionId], kind))(),

    async memberHeld(sql, tenantId, userId, isHeld) {
      const locked = await lockByMember(sql, tenantId, userId);
      const followed = each(locked, (alarm) => hold(alarm, isHeld, locked.nowSeconds));
      await keep(sql, tenantId, followed, locked.nowSeconds);
    },

    goOn: (tenantId, most) =>
      database.tenant(tenantId, async (sql) => {
        const locked = await lockDue(sql, tenantId, most);
        const followed = each(locked, (alarm) => comeDue(alarm, locked.nowSeconds));
        await keep(sql, tenantId, followed, locked.nowSeconds);
        return locked.alarms.length;
      }),

    standing: (tenantId, userIds) =>
      database.tenant(tenantId, async (sql) => (await readStanding(sql, tenantId, userIds ?? null)).flatMap(shown)),
  };
}

/** The alarm of a report's action; none where the action is over. */
function alarmOf({ userId, actionId }: RuleReport, { alarms, alarmOfAction }: LockedForActions): StoredAlarm | undefined {
  const made = alarmOfAction.get(actionId);
  const of = alarms.filter((alarm) => alarm.userId === userId);
  return of.find(({ id }) => id === made) ?? of.find(({ parts }) => parts.some((part) => part.actionId === actionId));
}

const begins = (event: RuleReport['event']) => event === 'persisted' || event === 'true_again';

/** Report by report; an alarm of a member on hold is suspended before anything is seen of it, so that it rings nobody. */
function followReports(before: StoredAlarm, reports: readonly RuleReport[], isHeld: boolean, nowSeconds: number): Became[] {
  const isNew = before.parts.length === 0;
  const first = isNew ? { ...before, ...unseen(before.alarm.severity) } : before;
  const became: Became[] = isNew && isHeld ? [{ step: hold(first, true, nowSeconds) }] : [];
  for (const { event, userId: _, rule, atSeconds, ...report } of reports) {
    const now = became.at(-1)?.step ?? first;
    const { severity, subject, direction, role } = rule;
    const step = see(now, { ...report, severity, subject, direction, role, judgedAt: atSeconds, event }, nowSeconds);
    if (step.alarm !== now.alarm || step.parts !== now.parts || step.rings) became.push({ step });
  }
  return became;
}

/** An alarm as it is shown: by the rule that it is told by. */
export function shown({ id, userId, alarm, parts, raisedAt, changedAt, version }: StoredAlarm): StandingAlarm[] {
  const lead = leadOf(parts);
  if (!lead) return [];
  const open = parts.filter(({ ended }) => !ended);
  const of = open.length > 0 ? open : parts;
  return [
    {
      ...{ id, userId, raisedAt, changedAt, version, title: lead.title, measured: lead.measured, subject: lead.subject },
      role: (worstUnanswered({ alarm, parts }) ?? lead).role,
      ...{ state: alarm.state, severity: alarm.severity, level: alarm.level, isJudged: alarm.isJudged, by: alarm.by },
      dueAt: alarm.dueAt === null ? null : alarm.dueAt * 1000,
      also: of
        .filter((part) => part !== lead)
        .map((part) => {
          const { title, severity, holds, isUnanswered } = part;
          return { title, severity, holds, isUnanswered, isCovered: isCovered(part, parts) };
        })
        .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity)),
      ruleIds: of.map(({ ruleId }) => ruleId),
      actionIds: [...new Set(of.map(({ actionId }) => actionId))],
    },
  ];
}
