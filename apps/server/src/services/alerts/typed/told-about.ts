import type { AlarmState } from '@vigil/domain/alerts/alarm';
import type { Direction } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Database } from '#platform/postgres/database.ts';

/** What alert rules did about readings of some metrics since they were stored. Times in milliseconds since 1970. */
export interface ToldAbout {
  /** Whether the rules have looked at the member since. */
  readonly isJudged: boolean;
  /** Alarms about these metrics that hold now. */
  readonly alarms: readonly AlarmTold[];
}

interface AlarmTold {
  readonly metric: MetricId;
  readonly direction: Direction;
  readonly state: AlarmState;
  /** Each time that somebody was told, the first one first. */
  readonly rings: readonly RingTold[];
}

interface RingTold {
  readonly at: number;
  readonly told: readonly string[];
  /** They were told that it is one of many, and not of this one. */
  readonly inStorm: boolean;
}

/** What became of readings that were stored at a moment of the database's clock (milliseconds). */
export function readToldAbout(
  database: Database,
  tenantId: string,
  { userId, metrics, storedAt }: { readonly userId: string; readonly metrics: readonly MetricId[]; readonly storedAt: number },
): Promise<ToldAbout> {
  return database.tenant(tenantId, async (sql) => {
    const [watch] = await sql.query<{ isJudged: boolean }>(
      `select not exists (select from vigil.alert_passes where tenant_id = $1)
         or exists (select from vigil.alert_watches where tenant_id = $1 and user_id = $2 and evaluated_at > $3) as is_judged`,
      [tenantId, userId, new Date(storedAt)],
    );
    const alarms = await sql.query<AlarmTold>(
      `select p.subject ->> 'metric' as metric, p.direction, a.state, coalesce(rang.rings, '[]') as rings
       from vigil.alarms a
       join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id and p.holds and not p.ended
       left join lateral (
         select jsonb_agg(jsonb_build_object(
           'at', floor(extract(epoch from e.at) * 1000), 'told', e.told, 'inStorm', e.in_storm) order by e.sequence) as rings
         from vigil.alarm_events e where e.tenant_id = a.tenant_id and e.alarm_id = a.id and e.rang
       ) rang on true
       where a.tenant_id = $1 and a.user_id = $2 and a.is_live and p.subject ->> 'kind' = 'metric' and p.subject ->> 'metric' = any($3)
       order by a.id, p.rule_id`,
      [tenantId, userId, metrics],
    );
    return { isJudged: watch?.isJudged ?? false, alarms };
  });
}
