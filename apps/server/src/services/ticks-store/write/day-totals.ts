import { metricIds } from '@vigil/domain/metrics/catalogue';
import { nextStep } from '@vigil/domain/timeframe/zone';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { isCount, type LatestTick, type Uncounted } from './latest.ts';
import { storeLatest } from './latest-rows.ts';
import { localDateIn } from './rollup-runs.ts';

export interface DayTotalsDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly people: Pick<People, 'timeZonesOf'>;
}

type DayTick = Pick<LatestTick, 'tenantId' | 'userId' | 'metric' | 'timestampMs'>;
type DayTotal<Tick = DayTick> = Tick & { readonly value: number; readonly dayEndMs: number };

/** Rows of one statement at most. */
const chunk = 2_000;

/**
 * What is counted (steps, calories, distance) has as its latest value the total of the member's own day so far, with the
 * time of its last tick: the steps of the last minute say nothing. `newest` are the newest ticks that were stored; their days
 * must have been rolled up.
 */
export async function storeDayTotals({ engine, database, people }: DayTotalsDeps, newest: Iterable<LatestTick>): Promise<void> {
  await eachTotal({ engine, database, people }, newest, async (sql, tenantId, totals) => {
    await storeLatest(sql, tenantId, totals);
    await storeTotals(sql, tenantId, totals);
  });
}

/** Looks again at the totals of days on which something was taken back. */
export function refreshDayTotals(deps: DayTotalsDeps, uncounted: readonly Uncounted[]): Promise<void> {
  const ticks = uncounted.map(({ toMs, ...one }) => ({ ...one, timestampMs: toMs }));
  return eachTotal(deps, ticks, storeTotals);
}

/** Gives the totals of the members' days of some ticks, of which there is one for each metric of a member. */
async function eachTotal<Tick extends DayTick>(
  { engine, database, people }: DayTotalsDeps,
  newest: Iterable<Tick>,
  store: (sql: Sql, tenantId: string, totals: readonly DayTotal<Tick>[]) => Promise<void>,
): Promise<void> {
  for (const [tenantId, ticks] of Map.groupBy(newest, (tick) => tick.tenantId)) {
    const zoneOf = await people.timeZonesOf(tenantId, [...new Set(ticks.map((tick) => tick.userId))]);
    for (const [timeZone, some] of Map.groupBy(ticks, (tick) => zoneOf(tick.userId))) {
      const totals = await dayTotals(engine, tenantId, timeZone, some);
      totals.sort((a, b) => (`${a.userId}/${a.metric}` < `${b.userId}/${b.metric}` ? -1 : 1));
      for (let start = 0; start < totals.length; start += chunk)
        await database.tenant(tenantId, (sql) => store(sql, tenantId, totals.slice(start, start + chunk)));
    }
  }
}

async function dayTotals<Tick extends DayTick>(
  engine: TicksEngine,
  tenantId: string,
  timeZone: string,
  ticks: readonly Tick[],
): Promise<DayTotal<Tick>[]> {
  const localDate = localDateIn(timeZone);
  const key = (userId: string, metric: string, day: string) => `${userId.toLowerCase()}/${metric}/${day}`;
  const rows = await engine.query<{ user_id: string; metric: string; day: string; total: number }>(
    `select user_id, metric, day, total from vigil.ticks_day final
     where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
       and day in {days:Array(Date)} and tz = {timeZone:String} and n > 0`,
    {
      tenantId,
      timeZone,
      userIds: [...new Set(ticks.map((tick) => tick.userId))],
      metrics: metricIds.filter(isCount),
      days: [...new Set(ticks.map((tick) => localDate(tick.timestampMs)))],
    },
    { lane: 'background' },
  );
  const totals = new Map(rows.map((row) => [key(row.user_id, row.metric, row.day), row.total]));
  return ticks.flatMap((tick) => {
    const value = totals.get(key(tick.userId, tick.metric, localDate(tick.timestampMs)));
    if (value === undefined) return [];
    return [{ ...tick, value, dayEndMs: nextStep(tick.timestampMs / 1000, 'DAILY', timeZone) * 1000 }];
  });
}

/** Where the known latest tick is of the same day, it keeps its time and is given the total. */
async function storeTotals(sql: Sql, tenantId: string, totals: readonly DayTotal[]): Promise<void> {
  await sql.query(
    `update vigil.latest_ticks known set value = given.value
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::float8[]) as given (user_id, metric, ts, day_end, value)
     where known.tenant_id = $1 and known.user_id = given.user_id and known.metric = given.metric
       and known.ts >= given.ts and known.ts < given.day_end and known.value <> given.value`,
    [
      tenantId,
      totals.map((one) => one.userId),
      totals.map((one) => one.metric),
      totals.map((one) => new Date(one.timestampMs)),
      totals.map((one) => new Date(one.dayEndMs)),
      totals.map((one) => one.value),
    ],
  );
}
