import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { moment } from './member-range.ts';

export interface NewestReadingsQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly string[];
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Of each member and metric. */
  readonly most: number;
}

/** A reading of a member. Unix seconds, value in the metric's unit. */
export interface MemberReading {
  readonly userId: string;
  readonly metric: string;
  readonly at: number;
  readonly value: number;
}

/** What were the newest readings that count, of some metrics of some members? Newest first within a member and metric. */
export function readNewestReadings(engine: TicksEngine, question: NewestReadingsQuestion): Promise<MemberReading[]> {
  if (question.userIds.length === 0 || question.metrics.length === 0) return Promise.resolve([]);
  const where = `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ts >= ${moment('sinceMs')}`;
  return engine.query<MemberReading>(
    `select toString(user_id) as userId, metric, toUnixTimestamp64Milli(ts) / 1000 as at, value
     from (
       select user_id, metric, ts, value from vigil.ticks final
       where ${where} and metric in {metrics:Array(String)} and ${counts(question.metrics, where)}
       order by user_id, metric, ts, source limit 1 by user_id, metric, ts
     )
     order by user_id, metric, ts desc limit {most:UInt32} by user_id, metric`,
    {
      tenantId: question.tenantId,
      userIds: [...question.userIds],
      metrics: [...question.metrics],
      sinceMs: Math.ceil(question.sinceMs),
      most: question.most,
    },
  );
}
