import type { CutDays } from '@vigil/domain/timeframe/cut-days';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { ZoneOffset } from '@vigil/domain/timeframe/offsets';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { counts } from '../counting-sql.ts';
import { holdingOf, localDate, offsetsIn, type ZoneSpan, zoneLiteral } from '../zone-sql.ts';
import { countedValues, moment, ofMember, type RangeNames, ticksWhere, within } from './member-range.ts';
import type { RollupPart } from './steps-plan.ts';

/** A step in SQL: the key rows are grouped by, and what it is named by in an answer. */
export interface StepSql {
  /** From a moment `at`. */
  key(at: string): string;
  /** From a local date of the day rollup. */
  keyOfDay(day: string): string;
  /** The local date of a moment. */
  day(at: string): string;
  /** Its start in Unix seconds or, of a day or longer, its first day in days since 1970-01-01. */
  readonly start: string;
  /** Its exclusive end in Unix seconds, of hours that are not all as long as each other. */
  readonly end?: string;
  /** How long every step is, where all are alike. Their ends are not asked for then: a statement is planned sooner without them. */
  readonly seconds?: number;
  /** Start and exclusive end of a step of a day or longer, by its first day. Unix seconds. */
  readonly boundsOf?: (firstDay: number) => readonly [start: number, end: number];
}

/** The steps of a zone in a span, and those that reach beyond it by less than a day. */
export function stepSql(granularity: Granularity, timeZone: string, span: ZoneSpan): StepSql {
  const day = localDate(timeZone, span);
  if (granularity === 'HOURLY') return { ...hourSql(offsetsIn(timeZone, span)), day };
  const days = (next: (day: number) => number) => ({ day, start: 'toUInt16(step)', boundsOf: boundsOfDays(timeZone, next) });
  switch (granularity) {
    case 'DAILY':
      return { key: day, keyOfDay: (date) => date, ...days((first) => first + 1) };
    case 'WEEKLY':
      return { key: (at) => `toMonday(${day(at)})`, keyOfDay: (date) => `toMonday(${date})`, ...days((first) => first + 7) };
    case 'MONTHLY':
      return { key: (at) => `toStartOfMonth(${day(at)})`, keyOfDay: (date) => `toStartOfMonth(${date})`, ...days(firstOfNextMonth) };
  }
}

const dayMs = 86_400_000;

function firstOfNextMonth(day: number): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs;
}

/** Several metrics have the same steps. */
function boundsOfDays(timeZone: string, next: (day: number) => number) {
  const starts = new Map<number, number>();
  const startOf = (day: number): number => {
    const known = starts.get(day) ?? startOfCalendarDay(day, timeZone);
    starts.set(day, known);
    return known;
  };
  return (firstDay: number) => [startOf(firstDay), startOf(next(firstDay))] as const;
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
  if (offsets.every(({ offsetSeconds, fromSeconds }, at) => offsetSeconds % 3_600 === 0 && (at === 0 || fromSeconds % 3_600 === 0)))
    return { key: (at) => `toStartOfHour(${at}, 'UTC')`, keyOfDay, start, end: `${start} + 3600`, seconds: 3_600 };
  const { offset, since, until } = holdingOf(offsets);
  const full = (at: string) => `intDiv(${at} + ${offset(at)}, 3600) * 3600 - ${offset(at)}`;
  return {
    key: (at) => `toDateTime(greatest(${full(`toUnixTimestamp(${at})`)}, ${since(`toUnixTimestamp(${at})`)}), 'UTC')`,
    keyOfDay,
    start,
    end: `least(${full(start)} + 3600, ${until(start)})`,
  };
}

/** Which figures are asked for besides counts and totals; others cost the engine and the way here nothing. */
export interface FiguresNeeded {
  readonly extremes: boolean;
  readonly medians: boolean;
  /** Days with data are counted, of those that the interval cuts the part within. */
  readonly days?: CutDays | undefined;
}

/** What stands in a step of an answer; what was not asked for is absent. */
export type FigureName = 'start' | 'end' | 'n' | 'total' | 'low' | 'high' | 'median' | 'days' | 'doubtful';

/** A statement answers a row a step: its metric, and in a column of its own each of these figures. */
export interface StepsStatement {
  readonly sql: string;
  readonly figures: readonly FigureName[];
  /** How long a step is where `end` is not among the figures. */
  readonly seconds: number;
  /** Of steps of a day or longer, whose `start` is their first day; see `StepSql`. */
  readonly boundsOf: StepSql['boundsOf'];
}

type Figures = Partial<Record<FigureName, string | false>>;

/** Where a statement reads the ticks: those of `metrics`, which stand in the parameter `metrics`. */
export interface TicksPart {
  readonly metrics: readonly string[];
  readonly spans: RangeNames['spans'];
}

/**
 * Steps from the ticks themselves: exact where all values of a step that count are of one source, for then a moment has but
 * one. `doubtful` is 1 where they are of several: those are for `fromTicksOfSources`. One level of SQL: each more takes the
 * engine longer to plan than a day takes to read.
 */
export function fromTicks(step: StepSql, { metrics, spans }: TicksPart, needed: FiguresNeeded): StepsStatement {
  // PREWHERE may stand beside FINAL because it asks for nothing but what names a tick.
  const named = `prewhere ${ticksWhere({ metrics: 'metrics', spans })}`;
  const figures = { ...ofTicks(step, needed), doubtful: 'min(source) != max(source)' };
  return statement(
    step,
    step.key('ts'),
    figures,
    `vigil.ticks final ${named} where ${counts(metrics, `${ofMember} and ${within(spans)}`)} group by metric, step`,
  );
}

/** The same for steps whose values are of several sources: exact always, and slower. */
export function fromTicksOfSources(step: StepSql, { metrics, spans }: TicksPart, needed: FiguresNeeded): StepsStatement {
  const values = countedValues(metrics, { metrics: 'metrics', spans });
  return statement(step, step.key('ts'), ofTicks(step, needed), `(${values}) group by metric, step`);
}

/** `key`: which step a row belongs to. */
function statement({ start, end, seconds, boundsOf }: StepSql, key: string, more: Figures, from: string): StepsStatement {
  const asked: Figures = { start, end: seconds === undefined && end, ...more };
  const figures = (Object.keys(asked) as FigureName[]).filter((name) => asked[name]);
  const columns = figures.map((name) => `${asked[name]} as \`${name}\``);
  return { sql: `with ${key} as step select metric, ${columns.join(', ')} from ${from}`, figures, seconds: seconds ?? 0, boundsOf };
}

function ofTicks({ day }: StepSql, { extremes, medians, days }: FiguresNeeded): Figures {
  return {
    ...{ n: 'count()', total: 'sum(value)' },
    ...(extremes && { low: 'min(value)', high: 'max(value)' }),
    median: medians && 'quantileExactInclusive(0.5)(value)',
    days: days && `uniqExact(${day('ts')}) - ${outsideOf(days)}`,
  };
}

/** `daysWithin` in SQL: how much of the days with data lies outside the interval. */
function outsideOf({ firstEndsAt, firstOutside, lastBeginsAt, lastOutside }: CutDays): string {
  const first = `if(min(ts) < fromUnixTimestamp(${firstEndsAt}), ${firstOutside}, 0)`;
  return `${first} - if(max(ts) >= fromUnixTimestamp(${lastBeginsAt}), ${lastOutside}, 0)`;
}

/**
 * Steps from whole hours or days of a rollup, of which the day under way is none. A median of a day is kept there; of anything
 * longer it is not asked. Parameters: metrics, rollupFrom and rollupTo (milliseconds, of days: days since 1970-01-01). `doubtful` counts days of another zone.
 * `each`: every row of the rollup is a step of its own, and there is nothing to add up.
 */
export function fromRollup(step: StepSql, { table }: RollupPart, timeZone: string, needed: FiguresNeeded, each: boolean): StepsStatement {
  const zone = zoneLiteral(timeZone);
  const ofDays = table === 'day';
  const reduced = (by: string, what: string) => (each ? what : `${by}(${what})`);
  const figures = {
    ...{ n: reduced('sum', 't.n'), total: reduced('sum', 't.total') },
    ...(needed.extremes && { low: reduced('min', 't.low'), high: reduced('max', 't.high') }),
    ...(ofDays && {
      median: needed.medians && reduced('any', 't.median'),
      days: needed.days && (each ? '1' : 'count()'),
      doubtful: reduced('sum', `tz != ${zone}`),
    }),
  };
  const [column, at] = ofDays ? ['day', (name: string) => `toDate({${name}:UInt32})`] : ['hour', moment];
  const span = `${column} >= ${at('rollupFrom')} and ${column} < ${at('rollupTo')}`;
  const rows = `vigil.ticks_${table} as t final where ${ofMember} and metric in {metrics:Array(String)} and ${span} and t.n > 0`;
  const key = ofDays ? step.keyOfDay('day') : step.key('hour');
  return statement(step, key, figures, each ? rows : `${rows} group by metric, step`);
}
