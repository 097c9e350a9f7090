import type { Database } from '#platform/postgres/database.ts';

/** What became of the alarm of an action. Milliseconds. */
export interface AnsweredAlarm {
  readonly actionId: string;
  /** When somebody acknowledged it first, and who; null: nobody did. */
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  /** How often its rule was true again, which opened no other action. */
  readonly repeats: number;
}

/** How were the alarms of these actions answered, each since the action was opened (milliseconds)? Those without an alarm are absent. */
export function readAnswered(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  actions: readonly { readonly actionId: string; readonly openedAt: number }[],
): Promise<AnsweredAlarm[]> {
  return database.tenant(tenantId, (sql) =>
    sql.query<AnsweredAlarm>(
      `select asked.action_id, min(e.at) filter (where e.kind = 'acknowledged') as acknowledged_at,
         (array_agg(e.by_id order by e.sequence) filter (where e.kind = 'acknowledged'))[1] as acknowledged_by,
         (count(*) filter (where e.kind = 'true_again' and e.rule_id = p.rule_id))::int as repeats
       from unnest($2::uuid[], $3::timestamptz[]) as asked (action_id, opened_at)
       join vigil.alarm_parts p on p.tenant_id = $1 and p.action_id = asked.action_id
       join vigil.alarm_events e on e.tenant_id = $1 and e.alarm_id = p.alarm_id and e.at >= asked.opened_at
       group by asked.action_id`,
      [tenantId, actions.map(({ actionId }) => actionId), actions.map(({ openedAt }) => new Date(openedAt))],
    ),
  );
}
