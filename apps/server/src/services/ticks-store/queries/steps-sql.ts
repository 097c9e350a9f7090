import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { type ZoneOffset, zoneOffsets } from '@vigil/domain/timeframe/offsets';
import { countedValues, moment, ofMember, type RangeNames } from './member-range.ts';
import type { RollupPart } from './steps-plan.ts';

/** A step in SQL: the key rows are grouped by, and its start and exclusive end in Unix seconds. */
export interface StepSql {
  /** From a moment `at`. */
  key(at: string): string;
  /** From a local date of the day rollup. */
  keyOfDay(day: string): string;
  /** The local date of a moment. */
  day(at: string): string;
  readonly start: string;
  readonly end: string;
}

/** Zones are constants to the engine, not parameters; this name is safe to stand in SQL. Throws otherwise. */
function zoneLiteral(timeZone: string): string {
  if (!/^[A-Za-z0-9_+\-/]+$/.test(timeZone)) throw new Error('A time zone must be checked before it reaches SQL');
  return `'${timeZone}'`;
}

/** The steps of a zone in [fromMs, toMs), and those that reach beyond it by less than a day. */
export function stepSql(granularity: Granularity, timeZone: string, { fromMs, toMs }: { fromMs: number; toMs: number }): StepSql {
  const zone = zoneLiteral(timeZone);
  const day = (at: string) => `toDate(${at}, ${zone})`;
  if (granularity === 'HOURLY') return { ...hourSql(zoneOffsets(timeZone, fromMs / 1000 - 86_400, toMs / 1000 + 86_400)), day };
  const bounds = (add: string) => ({
    day,
    start: `toUnixTimestamp(toDateTime(step, ${zone}))`,
    end: `toUnixTimestamp(toDateTime(${add}(step, 1), ${zone}))`,
  });
  switch (granularity) {
    case 'DAILY':
      return { key: day, keyOfDay: (date) => date, ...bounds('addDays') };
    case 'WEEKLY':
      return { key: (at) => `toMonday(${day(at)})`, keyOfDay: (date) => `toMonday(${date})`, ...bounds('addWeeks') };
    case 'MONTHLY':
      return { key: (at) => `toStartOfMonth(${day(at)})`, keyOfDay: (date) => `toStartOfMonth(${date})`, ...bounds('addMonths') };
  }
}

/**
 * Hours as the clocks on the wall show them, which the engine's own function gets wrong where clocks are changed by less than
 * an hour: the domain's `startOfStep`, from the offsets that it goes by.
 */
function hourSql(offsets: readonly ZoneOffset[]): Omit<StepSql, 'day'> {
  const keyOfDay = () => {
    throw new Error('Hours do not come from days');
  };
  const start = 'toUnixTimestamp(step)';
  if (offsets.every(({ offsetSeconds }) => offsetSeconds % 3_600 === 0))
    return { key: (at) => `toStartOfHour(${at}, 'UTC')`, keyOfDay, start, end: `${start} + 3600` };
  /** What holds at a moment: of each offset but the last, until the next one begins. */
  const holding = (at: string, what: (index: number) => number) => {
    const cases = offsets.slice(1).map((next, index) => `${at} < ${next.fromSeconds}, ${what(index)}, `);
    return cases.length === 0 ? `${what(0)}` : `multiIf(${cases.join('')}${what(offsets.length - 1)})`;
  };
  const offset = (at: string) => holding(at, (index) => offsets[index]?.offsetSeconds ?? 0);
  const since = (at: string) => holding(at, (index) => (index === 0 ? 0 : (offsets[index]?.fromSeconds ?? 0)));
  const until = (at: string) => holding(at, (index) => offsets[index + 1]?.fromSeconds ?? farAway);
  const full = (at: string) => `intDiv(${at} + ${offset(at)}, 3600) * 3600 - ${offset(at)}`;
  return {
    key: (at) => `toDateTime(greatest(${full(`toUnixTimestamp(${at})`)}, ${since(`toUnixTimestamp(${at})`)}), 'UTC')`,
    keyOfDay,
    start,
    end: `least(${full(start)} + 3600, ${until(start)})`,
  };
}

/** Later than any step. Unix seconds. */
const farAway = 2 ** 32;

/** Which figures a question needs besides counts and totals; others are answered as 0, which costs nothing to carry. */
export interface FiguresNeeded {
  readonly extremes: boolean;
  readonly medians: boolean;
  /** Days with data are counted; the one that began at `todaySeconds` is under way, and so far `todayShare` of a day. */
  readonly days?: { readonly todaySeconds: number; readonly todayShare: number } | undefined;
}

/** Steps from the ticks themselves: exact for every question. `of` are the metrics that the parameter `names.metrics` holds. */
export function fromTicks(step: StepSql, of: readonly string[], names: RangeNames, needed: FiguresNeeded): string {
  const extremes = needed.extremes ? 'min(value) as low, max(value) as high' : 'toFloat64(0) as low, toFloat64(0) as high';
  const median = needed.medians ? 'quantileExactInclusive(0.5)(value)' : 'toFloat64(0)';
  return `select metric, ${step.key('ts')} as step, count() as n, sum(value) as total, ${extremes}, ${median} as median, ${daysSql(step, needed)} as days, 0 as other_zone
    from (${countedValues(of, names)}) group by metric, step`;
}

function daysSql({ day }: StepSql, { days }: FiguresNeeded): string {
  if (!days) return 'toFloat64(0)';
  return `toFloat64(uniqExact(${day('ts')}) - if(max(ts) >= fromUnixTimestamp(${days.todaySeconds}), ${1 - days.todayShare}, 0))`;
}

/**
 * Steps from whole hours or days of a rollup, of which the day under way is none. A median of a day is kept there; of anything longer it is not asked. The
 * parameters start with `prefix`: Rolled (metrics), RollupFrom and RollupTo (milliseconds). `other_zone` counts days of another zone.
 */
export function fromRollup(step: StepSql, rollup: RollupPart, timeZone: string, prefix: string, needed: FiguresNeeded): string {
  const extremes = needed.extremes ? 'min(t.low) as low, max(t.high) as high' : 'toFloat64(0) as low, toFloat64(0) as high';
  const figures = `sum(t.n) as n, sum(t.total) as total, ${extremes}`;
  const [from, to] = [moment(`${prefix}RollupFrom`), moment(`${prefix}RollupTo`)];
  const which = `${ofMember} and metric in {${prefix}Rolled:Array(String)}`;
  if (rollup.table === 'hour')
    return `select metric, ${step.key('hour')} as step, ${figures}, toFloat64(0) as median, toFloat64(0) as days, 0 as other_zone
      from vigil.ticks_hour as t final where ${which} and hour >= ${from} and hour < ${to} and t.n > 0 group by metric, step`;
  const zone = zoneLiteral(timeZone);
  const median = needed.medians ? 'any(t.median)' : 'toFloat64(0)';
  return `select metric, ${step.keyOfDay('day')} as step, ${figures}, ${median} as median, ${needed.days ? 'toFloat64(count())' : 'toFloat64(0)'} as days, countIf(tz != ${zone}) as other_zone
    from vigil.ticks_day as t final where ${which} and day >= toDate(${from}, ${zone}) and day < toDate(${to}, ${zone}) and t.n > 0 group by metric, step`;
}
