import { episodeFor, type OpenEpisode } from '@vigil/domain/alerts/episodes';
import { type AlertRule, severities } from '@vigil/domain/alerts/rule';
import type { Sql } from '#platform/postgres/database.ts';

/** The last alert of a rule in a live action. */
interface JoinedAlert {
  readonly ruleId: string;
  readonly rule: AlertRule;
  /** Unix seconds. */
  readonly firedAt: number;
  /** Known to hold no longer. */
  readonly isOver: boolean;
}

interface Episode extends OpenEpisode {
  readonly alerts: readonly JoinedAlert[];
}

/** What is open about some members while their alerts are told, one after the other. */
export interface OpenEpisodes {
  /** The one that an alert of a rule joins, and whether the rule is in it already; null where it begins one. */
  find(userId: string, rule: AlertRule, ruleId: string, at: number): (OpenEpisode & { readonly knows: boolean }) | null;
  /** An alert of the rule has opened or joined the action. */
  keep(userId: string, actionId: string, alert: Omit<JoinedAlert, 'isOver'>): void;
  /** The action has ended meanwhile. */
  drop(userId: string, actionId: string): void;
}

/** Within a transaction: what is open about these members. `clearedAmong`: rules whose alerts are over by what is being told now. */
export async function openEpisodes(
  sql: Sql,
  tenantId: string,
  userIds: readonly string[],
  clearedAmong: (userId: string, ruleId: string) => boolean,
): Promise<OpenEpisodes> {
  const actionsOf = new Map<string, Map<string, readonly JoinedAlert[]>>();
  const of = (userId: string) => {
    const known = actionsOf.get(userId) ?? new Map<string, readonly JoinedAlert[]>();
    actionsOf.set(userId, known);
    return known;
  };
  const put = (userId: string, actionId: string, alert: JoinedAlert) => {
    const others =
      of(userId)
        .get(actionId)
        ?.filter(({ ruleId }) => ruleId !== alert.ruleId) ?? [];
    of(userId).set(actionId, [...others, alert]);
  };
  for (const { userId, actionId, holds, ...alert } of await readJoined(sql, tenantId, userIds))
    put(userId, actionId, { ...alert, isOver: holds === false || clearedAmong(userId, alert.ruleId) });
  return {
    find(userId, rule, ruleId, at) {
      const found = episodeFor([...of(userId)].map(episodeOf), rule, at);
      return found && { ...found, knows: found.alerts.some((alert) => alert.ruleId === ruleId) };
    },
    keep: (userId, actionId, alert) => put(userId, actionId, { ...alert, isOver: false }),
    drop: (userId, actionId) => void of(userId).delete(actionId),
  };
}

function episodeOf([actionId, alerts]: readonly [string, readonly JoinedAlert[]]): Episode {
  const [first, ...others] = [...alerts].sort((a, b) => severities.indexOf(b.rule.severity) - severities.indexOf(a.rule.severity));
  if (!first) throw new Error('An action without an alert is no episode');
  const { category, severity } = first.rule;
  const asSevere = [first, ...others.filter((other) => other.rule.severity === severity)];
  const times = alerts.map(({ firedAt }) => firedAt);
  return {
    ...{ actionId, category, severity, alerts, isOver: asSevere.every(({ isOver }) => isOver), rules: alerts.map(({ rule }) => rule) },
    ...{ beganAt: Math.min(...times), lastAt: Math.max(...times) },
  };
}

interface JoinedRow extends Omit<JoinedAlert, 'isOver'> {
  readonly userId: string;
  readonly actionId: string;
  readonly holds: boolean | null;
}

async function readJoined(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<JoinedRow[]> {
  return sql.query<JoinedRow>(
    `select a.user_id, p.action_id, p.rule_id, p.holds, f.rule, extract(epoch from f.fired_at)::float8 as fired_at
     from vigil.alarms a
     join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id and not p.ended
     join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
     where a.tenant_id = $1 and a.user_id = any($2::uuid[]) and a.is_live`,
    [tenantId, userIds],
  );
}
