import { randomUUID } from 'node:crypto';
import type { Observation, RuleState, Verdict } from '@vigil/domain/alerts/decide';
import type { Layer } from '@vigil/domain/alerts/layers';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { isAtRest, type Trail } from '@vigil/domain/alerts/trail';
import type { Sql } from '#platform/postgres/database.ts';
import type { LayerRevisions } from '../rules/member-rules.ts';

/** Where a rule stands for a member, and stood in the last day, where it is not or was not at rest. */
export interface StateRow {
  readonly userId: string;
  readonly ruleId: string;
  readonly isShadow: boolean;
  readonly version: number;
  readonly state: RuleState;
  readonly trail: Trail;
  /** Unix seconds. */
  readonly judgedUntil: number;
  /** Of the alert that stands. */
  readonly firingId: string | null;
  readonly actionId: string | null;
}

export type SavedState = Omit<StateRow, 'firingId' | 'actionId'>;

/** Why an alert stands no longer. */
export type EndReason = 'cleared' | 'superseded' | 'retired' | 'switched_off' | 'suspended';

export interface NewFiring {
  readonly userId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly isShadow: boolean;
  /** Unix seconds. */
  readonly firedAt: number;
  readonly actionId: string | null;
  readonly openedAction: boolean;
  readonly rule: AlertRule;
  /** Fields that are not the tenant's word, and the revisions of the layers that have a say. */
  readonly layers: { readonly fields: Readonly<Partial<Record<keyof AlertRule, Layer>>>; readonly revisions: LayerRevisions };
  readonly evidence: Observation;
}

interface StateColumns {
  readonly userId: string;
  readonly ruleId: string;
  readonly isShadow: boolean;
  readonly version: number;
  readonly verdict: Verdict;
  readonly holdsSince: number | null;
  readonly firedAt: number | null;
  readonly trail: Trail;
  readonly judgedUntil: number;
  readonly firingId: string | null;
  readonly actionId: string | null;
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
const dateOf = (unixSeconds: number | null) => (unixSeconds === null ? null : new Date(unixSeconds * 1000));

/** Within a transaction: where rules stand for these members. */
export async function readStates(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<StateRow[]> {
  const rows = await sql.query<StateColumns>(
    `select s.user_id, s.rule_id, s.is_shadow, s.version, s.verdict, s.holds_since, s.fired_at, s.trail, s.judged_until, f.id as firing_id, f.action_id
     from vigil.alert_rule_states s
     left join vigil.alert_firings f on f.tenant_id = s.tenant_id and f.user_id = s.user_id and f.rule_id = s.rule_id
       and f.is_shadow = s.is_shadow and f.fired_at = s.fired_at
     where s.tenant_id = $1 and s.user_id = any($2::uuid[])`,
    [tenantId, userIds],
  );
  return rows.map(({ verdict, holdsSince, firedAt, judgedUntil, ...row }) => ({
    ...row,
    judgedUntil: judgedUntil / 1000,
    state: { verdict, holdsSince: seconds(holdsSince), firedAt: seconds(firedAt) },
  }));
}

/** Within a transaction: keeps where rules stand; what has been at rest for a day is kept no longer. */
export async function saveStates(sql: Sql, tenantId: string, states: readonly SavedState[]): Promise<void> {
  const isGone = ({ state, trail }: SavedState) => isAtRest(state) && trail.length === 0;
  const [kept, gone] = [states.filter((one) => !isGone(one)), states.filter(isGone)];
  if (gone.length > 0)
    await sql.query(
      `delete from vigil.alert_rule_states s using unnest($2::uuid[], $3::uuid[], $4::boolean[]) as gone (user_id, rule_id, is_shadow)
       where s.tenant_id = $1 and s.user_id = gone.user_id and s.rule_id = gone.rule_id and s.is_shadow = gone.is_shadow`,
      [tenantId, gone.map(({ userId }) => userId), gone.map(({ ruleId }) => ruleId), gone.map(({ isShadow }) => isShadow)],
    );
  if (kept.length === 0) return;
  await sql.query(
    `insert into vigil.alert_rule_states (tenant_id, user_id, rule_id, is_shadow, version, verdict, holds_since, fired_at, judged_until, trail)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::int[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::jsonb[])
     on conflict (tenant_id, user_id, rule_id, is_shadow) do update set version = excluded.version, verdict = excluded.verdict,
       holds_since = excluded.holds_since, fired_at = excluded.fired_at, judged_until = excluded.judged_until, trail = excluded.trail`,
    [
      ...[tenantId, kept.map(({ userId }) => userId), kept.map(({ ruleId }) => ruleId), kept.map(({ isShadow }) => isShadow)],
      ...[kept.map(({ version }) => version), kept.map(({ state }) => state.verdict), kept.map(({ state }) => dateOf(state.holdsSince))],
      ...[kept.map(({ state }) => dateOf(state.firedAt)), kept.map(({ judgedUntil }) => dateOf(judgedUntil))],
      kept.map(({ trail }) => JSON.stringify(trail)),
    ],
  );
}

/** Within a transaction: the alert that was fired at a moment (Unix seconds); undefined where there is none. */
export async function findFiring(
  sql: Sql,
  tenantId: string,
  { userId, ruleId, isShadow, firedAt }: Pick<NewFiring, 'userId' | 'ruleId' | 'isShadow' | 'firedAt'>,
): Promise<{ readonly firingId: string; readonly actionId: string | null } | undefined> {
  const [found] = await sql.query<{ firingId: string; actionId: string | null }>(
    `select f.id as firing_id, f.action_id from vigil.alert_firings f
     where f.tenant_id = $1 and f.user_id = $2 and f.rule_id = $3 and f.is_shadow = $4 and f.fired_at = $5`,
    [tenantId, userId, ruleId, isShadow, dateOf(firedAt)],
  );
  return found;
}

/** Within a transaction: keeps an alert. Throws where there is one of that moment already. */
export async function insertFiring(sql: Sql, tenantId: string, firing: NewFiring): Promise<string> {
  const id = randomUUID();
  await sql.query(
    `insert into vigil.alert_firings (tenant_id, id, user_id, rule_id, version, is_shadow, fired_at, action_id, opened_action, rule, layers, evidence)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[tenantId, id, firing.userId, firing.ruleId, firing.version, firing.isShadow, dateOf(firing.firedAt)],
      ...[
        firing.actionId,
        firing.openedAction,
        JSON.stringify(firing.rule),
        JSON.stringify(firing.layers),
        JSON.stringify(firing.evidence),
      ],
    ],
  );
  return id;
}

/** Within a transaction: an alert is over; one that was found to be over already was so at this time, should readings that came late say so. */
export async function endFiring(sql: Sql, tenantId: string, firingId: string, atSeconds: number, reason: EndReason): Promise<void> {
  await sql.query(
    `update vigil.alert_firings set ended_at = greatest($3, fired_at), end_reason = $4
     where tenant_id = $1 and id = $2 and (ended_at is null or (end_reason = 'cleared' and $4 = 'cleared'))`,
    [tenantId, firingId, dateOf(atSeconds), reason],
  );
}

/** Within a transaction: an alert that was over stands after all, and an action waits for somebody (none in the shadow). */
export async function resumeFiring(sql: Sql, tenantId: string, firingId: string, actionId: string | null): Promise<void> {
  await sql.query('update vigil.alert_firings set ended_at = null, end_reason = null, action_id = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    firingId,
    actionId,
  ]);
}

/** Within a transaction: those of these actions of which every alert is over, and is of a rule whose action closes by itself then. */
export async function overAndClosing(sql: Sql, tenantId: string, actionIds: readonly string[]): Promise<readonly string[]> {
  if (actionIds.length === 0) return [];
  const found = await sql.query<{ actionId: string }>(
    `select f.action_id from vigil.alert_firings f where f.tenant_id = $1 and f.action_id = any($2::uuid[]) group by f.action_id
     having bool_and(f.ended_at is not null and f.rule ->> 'severity' = 'LOW' and (f.rule -> 'closesOnClearing')::boolean)`,
    [tenantId, actionIds],
  );
  return found.map(({ actionId }) => actionId);
}
