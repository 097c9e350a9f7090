import { type EpisodeAlert, type Joining, joiningOf, type NewAlert, type OpenEpisode } from '@vigil/domain/alerts/episodes';
import type { Sql } from '#platform/postgres/database.ts';

/** What is open about some members while their alerts are told, one after the other. */
export interface OpenEpisodes {
  /** What an alert joins; null where it begins an episode. */
  find(userId: string, alert: NewAlert): Joining<OpenEpisode> | null;
  /** An alert of the rule has opened or joined the action. */
  keep(userId: string, actionId: string, alert: Omit<EpisodeAlert, 'endedAt'>): void;
  /** The action has ended meanwhile. */
  drop(userId: string, actionId: string): void;
}

/** Within a transaction: what is open about these members. `clearedAt`: when the alert of a rule ended by what is being told now; undefined: it does not. */
export async function openEpisodes(
  sql: Sql,
  tenantId: string,
  userIds: readonly string[],
  clearedAt: (userId: string, ruleId: string) => number | undefined,
): Promise<OpenEpisodes> {
  const actionsOf = new Map<string, Map<string, readonly EpisodeAlert[]>>();
  const of = (userId: string) => {
    const known = actionsOf.get(userId) ?? new Map<string, readonly EpisodeAlert[]>();
    actionsOf.set(userId, known);
    return known;
  };
  const put = (userId: string, actionId: string, alert: EpisodeAlert) => {
    const others =
      of(userId)
        .get(actionId)
        ?.filter(({ ruleId }) => ruleId !== alert.ruleId) ?? [];
    of(userId).set(actionId, [...others, alert]);
  };
  for (const { userId, actionId, holds, endedAt, ...alert } of await readJoined(sql, tenantId, userIds))
    put(userId, actionId, { ...alert, endedAt: holds === false ? (endedAt ?? alert.firedAt) : (clearedAt(userId, alert.ruleId) ?? null) });
  return {
    find: (userId, alert) =>
      joiningOf(
        [...of(userId)].map(([actionId, alerts]) => ({ actionId, alerts })),
        alert,
      ),
    keep: (userId, actionId, alert) => put(userId, actionId, { ...alert, endedAt: null }),
    drop: (userId, actionId) => void of(userId).delete(actionId),
  };
}

/** The last alert of a rule in a live action. */
interface JoinedRow extends EpisodeAlert {
  readonly userId: string;
  readonly actionId: string;
  /** False: it is known to hold no longer. */
  readonly holds: boolean | null;
}

async function readJoined(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<JoinedRow[]> {
  return sql.query<JoinedRow>(
    `select a.user_id, p.action_id, p.rule_id, p.holds, f.rule, extract(epoch from f.fired_at)::float8 as fired_at,
       extract(epoch from f.ended_at)::float8 as ended_at
     from vigil.alarms a
     join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id and not p.ended
     join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
     where a.tenant_id = $1 and a.user_id = any($2::uuid[]) and a.is_live`,
    [tenantId, userIds],
  );
}
