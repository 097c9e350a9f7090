import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';

export interface DeviceDaysQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly MetricId[];
  /** The first day, in days since 1970-01-01 by each member's own calendar. */
  readonly fromDay: number;
}

/** On which days did many members' devices send readings that count? By member and metric, in order; days since 1970. */
export async function readDeviceDays(
  engine: TicksEngine,
  { tenantId, userIds, metrics, fromDay }: DeviceDaysQuestion,
): Promise<Map<string, Map<MetricId, number[]>>> {
  const found = new Map<string, Map<MetricId, number[]>>();
  if (userIds.length === 0) return found;
  const rows = await engine.query<{ readonly userId: string; readonly metric: MetricId; readonly days: number[] }>(
    `select toString(user_id) as userId, metric, arraySort(groupUniqArray(toUInt32(t.day))) as days
     from vigil.ticks_day as t final
     where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
       and t.day >= toDate({fromDay:UInt32}) and device_n > 0
     group by user_id, metric`,
    { tenantId, userIds: [...userIds], metrics: [...metrics], fromDay },
    { lane: 'background' },
  );
  for (const { userId, metric, days } of rows) {
    const ofMember = found.get(userId) ?? new Map<MetricId, number[]>();
    found.set(userId, ofMember);
    ofMember.set(metric, days);
  }
  return found;
}
