import type { DayMean } from '@vigil/domain/attention/baseline-change';
import type { TicksEngine } from '#platform/ticks/engine.ts';

export interface RecentDaysQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly string[];
  /** The first day, in days since 1970-01-01 by each member's own calendar. */
  readonly fromDay: number;
}

interface Row {
  readonly userId: string;
  readonly metric: string;
  readonly days: readonly (readonly [day: number, mean: number])[];
}

/** What were the last days of many members like? By member and metric, in order of time; days without data are absent. */
export async function readRecentDays(
  engine: TicksEngine,
  { tenantId, userIds, metrics, fromDay }: RecentDaysQuestion,
): Promise<Map<string, Map<string, DayMean[]>>> {
  const rows = await engine.query<Row>(
    `select toString(user_id) as userId, metric, arraySort(groupArray((date, mean))) as days
     from (
       -- A member who moved has days of two zones: what was computed last is what they live by.
       select user_id, metric, toUInt32(t.day) as date, argMax(total / n, computed_at) as mean
       from vigil.ticks_day as t final
       where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)} and t.day >= toDate({fromDay:UInt32}) and n > 0
       group by user_id, metric, date
     )
     group by user_id, metric`,
    { tenantId, userIds: [...userIds], metrics: [...metrics], fromDay },
  );
  const found = new Map<string, Map<string, DayMean[]>>();
  for (const { userId, metric, days } of rows) {
    const ofMember = found.get(userId) ?? new Map<string, DayMean[]>();
    found.set(userId, ofMember);
    ofMember.set(
      metric,
      days.map(([day, mean]) => ({ day, mean })),
    );
  }
  return found;
}
