import type { Database } from '#platform/postgres/database.ts';

/** A live rule of a member whose condition holds now, or whose alert stands. Unix seconds. */
export interface StandingRow {
  readonly userId: string;
  readonly ruleId: string;
  readonly holdsSince: number | null;
  readonly firedAt: number | null;
  /** Of the alert that stands, whether or not somebody has ended it. */
  readonly actionId: string | null;
}

/** Which rules of these members hold or have fired? */
export function readStandings(database: Database, tenantId: string, userIds: readonly string[]): Promise<StandingRow[]> {
  return database.tenant(tenantId, (sql) =>
    sql.query<StandingRow>(
      `select s.user_id, s.rule_id, extract(epoch from s.holds_since)::float8 as holds_since,
         extract(epoch from s.fired_at)::float8 as fired_at, f.action_id
       from vigil.alert_rule_states s
       left join vigil.alert_firings f on f.tenant_id = s.tenant_id and f.user_id = s.user_id and f.rule_id = s.rule_id
         and f.is_shadow = s.is_shadow and f.fired_at = s.fired_at
       where s.tenant_id = $1 and s.user_id = any($2::uuid[]) and not s.is_shadow and (s.holds_since is not null or s.fired_at is not null)`,
      [tenantId, userIds],
    ),
  );
}
