import type { BeforeAnswer } from '@vigil/domain/alerts/folded';
import type { Grouped } from '@vigil/domain/alerts/related';
import type { Sql } from '#platform/postgres/database.ts';

/** Within a transaction: who else has answered an alarm of this action after a moment (milliseconds), the last one; null: nobody. */
export async function answeredSince(sql: Sql, tenantId: string, actionId: string, atMs: number, byId: string): Promise<string | null> {
  const [found] = await sql.query<{ byId: string }>(
    `select e.by_id from vigil.alarm_events e
     where e.tenant_id = $1 and e.at > $3 and e.by_id <> $4 and e.alarm_id in (
       select p.alarm_id from vigil.alarm_parts p where p.tenant_id = $1 and p.action_id = $2)
     order by e.sequence desc limit 1`,
    [tenantId, actionId, new Date(atMs), byId],
  );
  return found?.byId ?? null;
}

/** Within a transaction: how each of these alarms stood before somebody ended it last. */
export async function beforeEnds(sql: Sql, tenantId: string, alarmIds: readonly string[]): Promise<ReadonlyMap<string, BeforeAnswer>> {
  const rows = await sql.query<{ alarmId: string; before: BeforeAnswer }>(
    `select distinct on (e.alarm_id) e.alarm_id, e.before from vigil.alarm_events e
     where e.tenant_id = $1 and e.alarm_id = any($2::uuid[]) and e.kind in ('intervened', 'closed') and e.before is not null
     order by e.alarm_id, e.sequence desc`,
    [tenantId, alarmIds],
  );
  return new Map(rows.map(({ alarmId, before }) => [alarmId, before]));
}

/** Within a transaction: whether the condition of each rule of an action holds now, by where the rule stands; null: unknown. */
export async function holdsNow(sql: Sql, tenantId: string, actionId: string): Promise<ReadonlyMap<string, boolean | null>> {
  const rows = await sql.query<{ ruleId: string; holds: boolean | null }>(
    `select p.rule_id, case when s.fired_at is null then false when s.verdict = 'unknown' then null else true end as holds
     from vigil.alarm_parts p
     join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
     left join vigil.alert_rule_states s on s.tenant_id = f.tenant_id and s.user_id = f.user_id and s.rule_id = f.rule_id
       and s.is_shadow = f.is_shadow
     where p.tenant_id = $1 and p.action_id = $2`,
    [tenantId, actionId],
  );
  return new Map(rows.map(({ ruleId, holds }) => [ruleId, holds]));
}

/** Within a transaction: whether a rule of an action has told another alert since a moment (milliseconds), which another action stands for. */
export async function hasFiredElsewhere(sql: Sql, tenantId: string, actionId: string, atMs: number): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from vigil.alert_firings own
     join vigil.alert_firings later on later.tenant_id = own.tenant_id and later.user_id = own.user_id and later.rule_id = own.rule_id
     where own.tenant_id = $1 and own.action_id = $2 and later.told_at > $3 and later.action_id <> $2 limit 1`,
    [tenantId, actionId, new Date(atMs)],
  );
  return rows.length > 0;
}

/** A rule that an alarm stands for. */
export interface FiredRule {
  readonly rule: Grouped & { readonly category: string };
  /** Of the action itself, rather than of an alarm that was raised since. */
  readonly isOwn: boolean;
}

/** Within a transaction: the rules of an action, and those of other live alarms of the member that began after a moment (milliseconds). */
export const rulesSince = (sql: Sql, tenantId: string, userId: string, actionId: string, atMs: number): Promise<FiredRule[]> =>
  sql.query<FiredRule>(
    `select f.rule, p.action_id = $3 as is_own from vigil.alarms a
     join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id
     join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
     where a.tenant_id = $1 and a.user_id = $2 and (p.action_id = $3 or a.is_live and not p.ended and not exists (
       select from vigil.alarm_events e where e.tenant_id = a.tenant_id and e.alarm_id = a.id and e.at <= $4))`,
    [tenantId, userId, actionId, new Date(atMs)],
  );

/** Within a transaction: whether the member has another live alarm about the same. */
export async function hasLiveAlike(
  sql: Sql,
  tenantId: string,
  { id, userId, topic }: { readonly id: string; readonly userId: string; readonly topic: string },
): Promise<boolean> {
  const rows = await sql.query('select 1 from vigil.alarms where tenant_id = $1 and user_id = $2 and topic = $3 and is_live and id <> $4', [
    ...[tenantId, userId, topic, id],
  ]);
  return rows.length > 0;
}
