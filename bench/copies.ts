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
  /** Metrics that are copied by the minute; of the others every thirtieth minute is. */
  readonly byTheMinute: readonly string[];
}

/** How many beats the copy's heart rate lies beside the original's. */
const beatsBeside = 'toUInt32(cityHash64(copy) % 9)';

/** Members whose ticks one statement writes: some millions, in few and large parts, so that little is left to be merged. */
const membersAtOnce = 25;

/**
 * Copies a member's ticks inside the engine, which writes millions a second where a client could not send them. Each copy's heart rate
 * lies a few beats beside the original; the band of each is taken to have handed on its readings every hour.
 */
export async function copyTicks(engine: TicksEngine, plan: CopyPlan): Promise<void> {
  for (let first = 0; first < plan.toUserIds.length; first += membersAtOnce)
    await engine.command(
      // One copy after the other and each in the table's order, on one thread: then the engine finds hardly anything to sort.
      `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
       select tenant_id, copy, metric, ts - toIntervalDay({daysBack:UInt32}) as moment, source,
         metric = 'heart_rate' ? value + ${beatsBeside} : value, toString(copy), toStartOfHour(moment, 'UTC') + interval 1 hour
       from (select arrayJoin({copies:Array(UUID)}) as copy) as copies
       cross join (
         select tenant_id, metric, ts, source, value from vigil.ticks
         where tenant_id = {tenantId:UUID} and user_id = {from:UUID} and ts >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
           and (metric in {byTheMinute:Array(String)} or toMinute(ts) % 30 = 3)
         order by metric, ts
       ) as original
       settings max_threads = 1, max_block_size = 262144, min_insert_block_size_rows = 8000000, optimize_on_insert = 0`,
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

/**
 * Hours and days of the copies' heart rate, from the original's: what the server's own statements make of the copied ticks, a
 * figure moved by the same beats instead of a hundred members' minutes read again. Only where all minutes were copied, to now.
 */
export async function copyHeartRateRollups(engine: TicksEngine, plan: Omit<CopyPlan, 'byTheMinute' | 'daysBack'>): Promise<void> {
  const { tenantId, fromUserId, toUserIds, fromMs } = plan;
  const slots = 'late, slots.n, arrayMap((slot, count) -> slot + count * beats, slots.total, slots.n)';
  const moved = (columns: string, table: string, at: string) => `
    from (select arrayJoin({copies:Array(UUID)}) as copy, ${beatsBeside} as beats) as copies
    cross join (
      select ${columns}, n, total, low, high, computed_at from vigil.${table} final
      where tenant_id = {tenantId:UUID} and user_id = {from:UUID} and metric = 'heart_rate' and ${at} and n > 0
    ) as original`;
  const figures = 'n, total + n * beats, low + beats, high + beats, computed_at';
  const parameters = { tenantId, from: fromUserId, copies: toUserIds, fromMs };
  const since = "fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')";
  await engine.command(
    `insert into vigil.ticks_hour (tenant_id, user_id, metric, hour, late, slots.n, slots.total, n, total, low, high, computed_at)
     select {tenantId:UUID}, copy, 'heart_rate', hour, ${slots}, ${figures} ${moved('hour, late, slots.n, slots.total', 'ticks_hour', `hour >= toStartOfHour(${since})`)}`,
    parameters,
    { maxSeconds: 120 },
  );
  await engine.command(
    `insert into vigil.ticks_day (tenant_id, user_id, metric, day, tz, device_n, median, n, total, low, high, computed_at)
     select {tenantId:UUID}, copy, 'heart_rate', day, tz, device_n, median + beats, ${figures}
     ${moved('day, tz, device_n, median', 'ticks_day', `day >= toDate(${since})`)}`,
    parameters,
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
