import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { DayRun, HourRun, RollupTask } from './rollup-runs.ts';
import { hourMs } from './touched.ts';

/** One value per metric and moment: device before manual before imported, which is the order of the source's numbers. */
const oneValueAMoment = (from: string, to: string) => `
  select tenant_id, user_id, metric, ts, argMin(value, source) as reading, min(source) as origin
  from vigil.ticks final
  where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
    and ts >= ${from} and ts < ${to}
  group by tenant_id, user_id, metric, ts`;

/** Ticks are stored in the order in which they are grouped; a hash table of every moment costs four times as much. */
const inStoredOrder = 'settings optimize_aggregation_in_order = 1';

const hourStatement = `
insert into vigil.ticks_hour (tenant_id, user_id, metric, hour, n, total, low, high, computed_at)
select tenant_id, user_id, metric, toStartOfHour(ts, 'UTC') as hour, count(), sum(reading), min(reading), max(reading), now64(6, 'UTC')
from (${oneValueAMoment('fromUnixTimestamp64Milli({fromMs:Int64})', 'fromUnixTimestamp64Milli({toMs:Int64})')})
group by tenant_id, user_id, metric, hour
${inStoredOrder}`;

/** Recomputes the hours of a task from what is stored now. */
export async function recomputeHours(engine: TicksEngine, task: RollupTask<HourRun>): Promise<void> {
  const { run, ...who } = task;
  await engine.command(hourStatement, { ...who, fromMs: run.fromHour * hourMs, toMs: (run.toHour + 1) * hourMs }, { lane: 'background' });
}

/**
 * Where a time zone skips or repeats midnight, the engine's start of a day can be an hour off: the index is asked
 * with hours to spare, and the exact date decides.
 */
const dayStatement = (timeZone: string) => `
insert into vigil.ticks_day (tenant_id, user_id, metric, day, tz, n, device_n, total, low, high, median, computed_at)
select tenant_id, user_id, metric, toDate(ts, ${timeZone}) as day, ${timeZone}, count(), countIf(origin = 'device'), sum(reading), min(reading), max(reading),
  quantileExactInclusive(0.5)(reading), now64(6, 'UTC')
from (${oneValueAMoment(
  `toDateTime64({fromDay:Date}, 3, ${timeZone}) - interval 3 hour`,
  `toDateTime64({toDay:Date} + 1, 3, ${timeZone}) + interval 3 hour`,
)})
where toDate(ts, ${timeZone}) between {fromDay:Date} and {toDay:Date}
group by tenant_id, user_id, metric, day
${inStoredOrder}`;

/** Recomputes the days of a task, as the time zone counts them, from what is stored now. */
export async function recomputeDays(engine: TicksEngine, task: RollupTask<DayRun>, timeZone: string): Promise<void> {
  const { run, ...who } = task;
  // A zone's name is a constant to the engine, not a parameter; the members' zones have been checked by then.
  await engine.command(dayStatement(`'${timeZone}'`), { ...who, ...run }, { lane: 'background' });
}
