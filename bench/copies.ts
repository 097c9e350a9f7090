import type { TicksEngine } from '#server/platform/ticks/engine.ts';

/** A member whose ticks are copied, and those who get them. */
export interface CopyPlan {
  readonly tenantId: string;
  readonly fromUserId: string;
  readonly toUserIds: readonly string[];
  /** Only ticks from here on, milliseconds since 1970. */
  readonly fromMs: number;
  /** Copies lie so many days further back. */
  readonly daysBack: number;
  /** Metrics that are copied by the minute; of the others every tenth minute is. */
  readonly byTheMinute: readonly string[];
}

/** Members whose ticks one statement writes: about a million rows, which the engine sorts and writes as one part a month. */
const membersAtOnce = 5;

/**
 * Copies a member's ticks inside the engine, which writes millions a second where a client could not send them. Each copy's heart rate
 * lies a few beats beside the original; the band of each is taken to have handed on its readings every hour.
 */
export async function copyTicks(engine: TicksEngine, plan: CopyPlan): Promise<void> {
  for (let first = 0; first < plan.toUserIds.length; first += membersAtOnce)
    await engine.command(
      `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
       select tenant_id, copy, metric, ts - toIntervalDay({daysBack:UInt32}) as moment, source,
         metric = 'heart_rate' ? t.value + toUInt32(cityHash64(copy) % 9) : t.value, toString(copy), toStartOfHour(moment, 'UTC') + interval 1 hour
       from vigil.ticks as t array join {copies:Array(UUID)} as copy
       where tenant_id = {tenantId:UUID} and user_id = {from:UUID} and ts >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
         and (metric in {byTheMinute:Array(String)} or toMinute(ts) % 10 = 3)
       settings min_insert_block_size_rows = 2000000, max_block_size = 262144`,
      {
        tenantId: plan.tenantId,
        from: plan.fromUserId,
        fromMs: plan.fromMs,
        daysBack: plan.daysBack,
        byTheMinute: plan.byTheMinute,
        copies: plan.toUserIds.slice(first, first + membersAtOnce),
      },
      { maxSeconds: 120 },
    );
}

/** Runs tasks two at a time: as many as the machine that the targets are for has cores. */
export async function inPairs(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...tasks];
  const worker = async () => {
    for (let task = left.shift(); task; task = left.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}
