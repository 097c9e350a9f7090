import type { TicksEngine } from '#platform/ticks/engine.ts';

export interface RecentHoursQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly string[];
  /** Start of the first hour. Unix seconds. */
  readonly fromSeconds: number;
}

/** One hour of a metric: its start in Unix seconds, and the mean of its readings. */
export interface HourMean {
  readonly hour: number;
  readonly mean: number;
}

interface Row {
  readonly userId: string;
  readonly metric: string;
  readonly hours: readonly (readonly [hour: number, mean: number])[];
}

/** What were the last hours of many members like? By member and metric, in order of time; hours without data are absent. */
export async function readRecentHours(
  engine: TicksEngine,
  { tenantId, userIds, metrics, fromSeconds }: RecentHoursQuestion,
): Promise<Map<string, Map<string, HourMean[]>>> {
  const rows = await engine.query<Row>(
    `select toString(user_id) as userId, metric, arraySort(groupArray((toUnixTimestamp(h.hour), total / n))) as hours
     from vigil.ticks_hour as h final
     where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
       and h.hour >= toDateTime({fromSeconds:UInt32}, 'UTC') and n > 0
     group by user_id, metric`,
    { tenantId, userIds: [...userIds], metrics: [...metrics], fromSeconds },
  );
  const found = new Map<string, Map<string, HourMean[]>>();
  for (const { userId, metric, hours } of rows) {
    const ofMember = found.get(userId) ?? new Map<string, HourMean[]>();
    found.set(userId, ofMember);
    ofMember.set(
      metric,
      hours.map(([hour, mean]) => ({ hour, mean })),
    );
  }
  return found;
}
