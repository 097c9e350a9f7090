import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import { isLate, metricsInSlots, slotOfHour, slotsAnHour } from '../slots-sql.ts';
import { localDate, zoneLiteral } from '../zone-sql.ts';
import type { DayRun, HourRun, RollupTask } from './rollup-runs.ts';
import { hourMs } from './touched.ts';

const span = 'ts >= fromUnixTimestamp64Milli({fromMs:Int64}) and ts < fromUnixTimestamp64Milli({toMs:Int64})';

/** Recomputes the hours of a task from what is stored now. */
export async function recomputeHours(engine: TicksEngine, task: RollupTask<HourRun>): Promise<void> {
  const { run, ...who } = task;
  const parameters = { ...who, fromMs: run.fromHour * hourMs, toMs: (run.toHour + 1) * hourMs };
  await recompute(engine, span, parameters, hourStatement);
}

/** Recomputes the days of a task, as the time zone counts them, from what is stored now. */
export async function recomputeDays(engine: TicksEngine, task: RollupTask<DayRun>, timeZone: string): Promise<void> {
  const { run, ...who } = task;
  const startOf = (date: string, more: number) => startOfCalendarDay(Date.parse(date) / 86_400_000 + more, timeZone) * 1000;
  // Where a zone repeats midnight, parts of a day lie on both sides of another: the index is asked with hours to spare, and the
  // statement decides by the exact date.
  const [fromMs, toMs] = [startOf(run.fromDay, 0) - 3 * hourMs, startOf(run.toDay, 1) + 3 * hourMs];
  const day = localDate(timeZone, { fromMs, toMs })('ts');
  await recompute(engine, span, { ...who, ...run, fromMs, toMs }, (ticks) => dayStatement(ticks, day, zoneLiteral(timeZone)));
}

async function recompute(
  engine: TicksEngine,
  between: string,
  parameters: Record<string, unknown> & { readonly metrics: readonly string[] },
  statement: (ticks: string) => string,
): Promise<void> {
  const span = `${ofMembers(between)} and metric in {metrics:Array(String)}`;
  // The computation counts as of this look, not of the statement that follows: whatever is stored in between, and rolled up
  // by whoever stored it, is newer and wins, however long this one had to wait for its turn.
  const [look] = await engine.query<{ mixed: number; at: string }>(
    `select min(source) != max(source) as mixed, toString(now64(6, 'UTC')) as at from vigil.ticks where ${span}`,
    parameters,
    { lane: 'background' },
  );
  if (!look) throw new Error('an aggregate without a group has one row');
  const computed = { ...parameters, computedAt: look.at };
  const counted = counts(parameters.metrics, ofMembers(between));
  await engine.command(statement(look.mixed ? bestOfSources(span, counted) : ofOneSource(span, counted)), computed, { lane: 'background' });
}

const ofMembers = (between: string) => `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ${between}`;

/** One value per metric and moment of those that count: device before manual before imported, the order of the source's numbers. */
const bestOfSources = (span: string, counted: string) => `
  select tenant_id, user_id, metric, ts, argMinIf(value, source, counting) as reading, minIf(source, counting) as origin,
    argMinIf(received_at, source, counting) as arrived_at, max(counting) as counted
  from (select tenant_id, user_id, metric, ts, value, source, received_at, ${counted} as counting from vigil.ticks final where ${span})
  group by tenant_id, user_id, metric, ts`;

/** The same where there is only one source, which is most often so: a moment then has one value, and nothing need be grouped. */
const ofOneSource = (span: string, counted: string) => `
  select tenant_id, user_id, metric, ts, value as reading, source as origin, received_at as arrived_at, ${counted} as counted
  from vigil.ticks final where ${span}`;

/** Ticks are stored in the order in which they are grouped; a hash table of every moment costs four times as much. */
const inStoredOrder = 'settings optimize_aggregation_in_order = 1';

/** A group of which nothing counts any more keeps a row that says so, in the place of the one that it had. */
const figures = 'countIf(counted), sumIf(reading, counted), minIf(reading, counted), maxIf(reading, counted)';

const slotted = metricsInSlots.map((metric) => `'${metric}'`).join(', ');
/** What the readings that count come to in each slot of an hour, in order; none of metrics that come seldom. */
const inEachSlot = (aggregate: 'count' | 'sum') =>
  `if(metric in (${slotted}), ${aggregate}Resample(0, ${slotsAnHour}, 1)(reading, if(counted, ${slotOfHour}, ${slotsAnHour})), [])`;

const hourStatement = (ticks: string) => `
insert into vigil.ticks_hour (tenant_id, user_id, metric, hour, n, total, low, high, late, slots.n, slots.total, computed_at)
select tenant_id, user_id, metric, toStartOfHour(ts, 'UTC') as hour, ${figures}, countIf(counted and ${isLate('arrived_at')}),
  ${inEachSlot('count')}, ${inEachSlot('sum')}, {computedAt:DateTime64(6, 'UTC')}
from (${ticks})
group by tenant_id, user_id, metric, hour
${inStoredOrder}`;

const dayStatement = (ticks: string, day: string, zone: string) => `
insert into vigil.ticks_day (tenant_id, user_id, metric, day, tz, n, total, low, high, device_n, median, computed_at)
select tenant_id, user_id, metric, ${day} as day, ${zone}, ${figures}, countIf(counted and origin = 'device'),
  ifNotFinite(quantileExactInclusiveIf(0.5)(reading, counted), 0), {computedAt:DateTime64(6, 'UTC')}
from (${ticks})
where ${day} between {fromDay:Date} and {toDay:Date}
group by tenant_id, user_id, metric, day
${inStoredOrder}`;
