import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { moment } from './member-range.ts';

export interface LastRunsQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly MetricId[];
  /** Nothing before is looked at: a run that began earlier begins here. Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Shorter ones are left out. Readings. */
  readonly fewestReadings: number;
}

/** A run of one value up to the newest reading of its metric. Unix seconds. */
export interface LastRun {
  readonly userId: string;
  readonly metric: MetricId;
  readonly readings: number;
  readonly since: number;
  readonly until: number;
}

/** Which readings of many members say one and the same value up to the newest of them, and since when? */
export function readLastRuns(
  engine: TicksEngine,
  { tenantId, userIds, metrics, sinceMs, fewestReadings }: LastRunsQuestion,
): Promise<LastRun[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  const where = `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ts >= ${moment('sinceMs')}`;
  // The last place at which a value differs from the one before begins the run. One thread, as the background has it, keeps the order.
  return engine.query<LastRun>(
    `select userId, metric, readings, at[first] / 1000 as since, at[-1] / 1000 as until
     from (
       select toString(user_id) as userId, metric, groupArray(toUnixTimestamp64Milli(ts)) as at, groupArray(value) as read,
         greatest(1, arrayLastIndex(step -> step != 0, arrayDifference(read))) as first, toUInt32(length(at) - first + 1) as readings
       from (
         select user_id, metric, ts, value from vigil.ticks final
         where ${where} and metric in {metrics:Array(String)} and ${counts(metrics, where)}
         order by user_id, metric, ts, source limit 1 by user_id, metric, ts
       )
       group by user_id, metric
     )
     where readings >= {fewestReadings:UInt32}`,
    { tenantId, userIds: [...userIds], metrics: [...metrics], sinceMs: Math.ceil(sinceMs), fewestReadings },
    { lane: 'background', threads: 1 },
  );
}
