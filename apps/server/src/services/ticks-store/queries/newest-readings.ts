import type { TicksEngine } from '#platform/ticks/engine.ts';

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

/** What were the newest readings of some metrics of some members? Newest first within a member and metric. */
export function readNewestReadings(engine: TicksEngine, question: NewestReadingsQuestion): Promise<MemberReading[]> {
  if (question.userIds.length === 0 || question.metrics.length === 0) return Promise.resolve([]);
  return engine.query<MemberReading>(
    `select toString(user_id) as userId, metric, toUnixTimestamp64Milli(ts) / 1000 as at, value
     from vigil.ticks final
     where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
       and ts >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')
     order by user_id, metric, ts desc, source
     limit {most:UInt32} by user_id, metric`,
    {
      tenantId: question.tenantId,
      userIds: [...question.userIds],
      metrics: [...question.metrics],
      sinceMs: Math.ceil(question.sinceMs),
      most: question.most,
    },
  );
}
