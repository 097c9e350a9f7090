import type { Database } from '#platform/postgres/database.ts';

/** Times in milliseconds. */
export interface CriticalAlarm {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly raisedAt: number;
}

const most = 50;

/**
 * Which critical alarms have told somebody since they were raised, or are of `own` members, and wait for an acknowledgement? Of all members
 * or of these, the newest first.
 */
export const readCritical = (
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  toldId: string,
  scope: 'tenant' | readonly string[],
  own: readonly string[],
): Promise<CriticalAlarm[]> =>
  database.tenant(tenantId, (sql) =>
    sql.query<CriticalAlarm>(
      `select a.id, a.user_id, lead.title, a.raised_at from vigil.alarms a
       cross join lateral (
         select p.title from vigil.alarm_parts p
         left join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
         where p.tenant_id = a.tenant_id and p.alarm_id = a.id and not p.ended
         order by p.holds is false, p.severity = a.severity desc, f.told_at, p.rule_id limit 1
       ) lead
       where a.tenant_id = $1 and a.is_live and a.state = 'raised' and a.severity = 'CRITICAL'
         and ($3::uuid[] is null or a.user_id = any($3))
         and (a.user_id = any($4::uuid[]) or exists (
           select from vigil.alarm_events e
           where e.tenant_id = $1 and e.alarm_id = a.id and e.rang and e.at >= a.raised_at and $2 = any(e.told)))
       order by a.raised_at desc, a.id limit ${most}`,
      [tenantId, toldId, scope === 'tenant' ? null : scope, own],
    ),
  );
