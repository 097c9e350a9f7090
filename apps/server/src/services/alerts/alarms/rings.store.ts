import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import type { Sql } from '#platform/postgres/database.ts';

/** Something to be written to somebody of the staff. */
export interface NewAlarmMessage {
  readonly userId: string;
  readonly kind: 'alarm' | 'storm' | 'nobody';
  readonly severity: AlertSeverity;
}

/** Within a transaction: members whose alarms have rung by each of these rules within the last minutes, those who ring now counted in. */
export async function countRung(
  sql: Sql,
  tenantId: string,
  ringing: ReadonlyMap<string, readonly string[]>,
  minutes: number,
): Promise<ReadonlyMap<string, number>> {
  const pairs = [...ringing].flatMap(([ruleId, userIds]) => userIds.map((userId) => ({ ruleId, userId })));
  const rows = await sql.query<{ ruleId: string; members: number }>(
    `select rule_id, count(distinct user_id)::int as members from (
       select one."ruleId" as rule_id, one."userId" as user_id from jsonb_to_recordset($2) as one ("ruleId" uuid, "userId" uuid)
       union all
       select e.rule_id, a.user_id from vigil.alarm_events e join vigil.alarms a on a.tenant_id = e.tenant_id and a.id = e.alarm_id
       where e.tenant_id = $1 and e.rang and e.rule_id = any($3::uuid[]) and e.at > now() - make_interval(mins => $4)
     ) rung group by rule_id`,
    [tenantId, JSON.stringify(pairs), [...ringing.keys()], minutes],
  );
  return new Map(rows.map(({ ruleId, members }) => [ruleId, members]));
}

/** Within a transaction: until it ends nobody else counts those who ring by these rules; what was counted before is to be counted again. */
export async function lockCounting(sql: Sql, tenantId: string, ruleIds: readonly string[]): Promise<void> {
  await sql.query(
    `select pg_advisory_xact_lock(one.key) from (
       select distinct hashtextextended('alarms of a rule ' || $1 || ' ' || rule_id, 0) as key from unnest($2::uuid[]) rule_id order by key
     ) one`,
    [tenantId, ruleIds],
  );
}

/**
 * Within a transaction: those of these people who have not been told of a storm of the rule, as severe as it is, within the last
 * minutes; now they are.
 */
export async function newlyToldOfStorm(
  sql: Sql,
  tenantId: string,
  { ruleId, severity }: { readonly ruleId: string; readonly severity: AlertSeverity },
  userIds: readonly string[],
  minutes: number,
): Promise<string[]> {
  const rows = await sql.query<{ userId: string }>(
    `insert into vigil.alarm_storms (tenant_id, rule_id, user_id, severity) select $1, $2, id, $5 from unnest($3::uuid[]) as one (id) order by id
     on conflict (tenant_id, rule_id, user_id) do update set told_at = now(), severity = excluded.severity
       where alarm_storms.told_at <= now() - make_interval(mins => $4)
         or array_position($6::text[], alarm_storms.severity) < array_position($6::text[], excluded.severity)
     returning user_id`,
    [tenantId, ruleId, userIds, minutes, severity, severities],
  );
  return rows.map(({ userId }) => userId);
}

/** Within a transaction: messages to be sent once it is committed. */
export async function writeMessages(sql: Sql, tenantId: string, messages: readonly NewAlarmMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await sql.query(
    `insert into vigil.alarm_messages (tenant_id, user_id, kind, severity)
     select $1, one."userId", one.kind, one.severity from jsonb_to_recordset($2) as one ("userId" uuid, kind text, severity text)`,
    [tenantId, JSON.stringify(messages)],
  );
}
