import type { Database } from '#platform/postgres/database.ts';

/** What became of the alarm of an action. Milliseconds. */
export interface AnsweredAlarm {
  readonly actionId: string;
  /** When somebody acknowledged it first, and who, without what was undone; null: nobody did. */
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  /** How often its rule was true again, which opened no other action. */
  readonly repeats: number;
}

/**
 * How were the alarms of these actions answered, each from when the action was opened until it ended (milliseconds; null: it has not)?
 * An alarm goes on by other actions; what became of it then is theirs. Those without an alarm are absent.
 */
export function readAnswered(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  actions: readonly { readonly actionId: string; readonly openedAt: number; readonly endedAt: number | null }[],
): Promise<AnsweredAlarm[]> {
  return database.tenant(tenantId, (sql) =>
    sql.query<AnsweredAlarm>(
      `select asked.action_id, min(e.at) filter (where e.kind = 'acknowledged' and next.kind is distinct from 'undone') as acknowledged_at,
         (array_agg(e.by_id order by e.sequence) filter (where e.kind = 'acknowledged' and next.kind is distinct from 'undone'))[1] as acknowledged_by,
         (count(*) filter (where e.kind = 'true_again' and e.rule_id = p.rule_id))::int as repeats
       from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as asked (action_id, opened_at, ended_at)
       join vigil.alarm_actions p on p.tenant_id = $1 and p.action_id = asked.action_id
       join vigil.alarm_events e on e.tenant_id = $1 and e.alarm_id = p.alarm_id and e.at >= asked.opened_at
         and (asked.ended_at is null or e.at <= asked.ended_at)
       left join lateral (
         select n.kind from vigil.alarm_events n
         where n.tenant_id = $1 and n.alarm_id = e.alarm_id and n.sequence > e.sequence and n.by_id is not null order by n.sequence limit 1
       ) next on e.kind = 'acknowledged'
       group by asked.action_id`,
      [
        tenantId,
        actions.map(({ actionId }) => actionId),
        actions.map(({ openedAt }) => new Date(openedAt)),
        actions.map(({ endedAt }) => (endedAt === null ? null : new Date(endedAt))),
      ],
    ),
  );
}
