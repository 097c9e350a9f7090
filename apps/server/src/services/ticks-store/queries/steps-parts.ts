import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { dayOf, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { RangeNames } from './member-range.ts';
import type { RollupPart } from './steps-plan.ts';
import {
  type FigureName,
  type FiguresNeeded,
  fromRollup,
  fromTicks,
  fromTicksOfSources,
  type StepsStatement,
  stepSql,
} from './steps-sql.ts';

/** What a metric did in one step. Start and end (exclusive) in Unix seconds, values in the metric's unit; what was not asked for is 0. */
export interface StepFigures {
  readonly start: number;
  readonly end: number;
  readonly n: number;
  readonly total: number;
  readonly low: number;
  readonly high: number;
  /** Only for metrics whose medians were asked for. */
  readonly median: number;
  /** Local days of the step that have data, the one under way as far as it has come. Only for metrics of which they were asked. */
  readonly days: number;
}

/** Which metrics are read from where, so that each of their values in [fromMs, question.toMs) is read once. */
export interface StepsParts {
  readonly question: {
    readonly tenantId: string;
    readonly userId: string;
    readonly timeZone: string;
    readonly toMs: number;
    readonly nowMs: number;
    readonly extremes: boolean;
    readonly medians: readonly string[];
    readonly days: readonly string[];
  };
  readonly granularity: Granularity;
  readonly fromMs: number;
  readonly rollup: RollupPart | null;
  /** From the rollup, and from the ticks what it leaves out at the ends. */
  readonly rolled: readonly string[];
  /** From the ticks alone. */
  readonly raw: readonly string[];
}

/** Day rollups of the member turned out to be of another zone than the one asked for. */
export class DaysOfOtherZones extends Error {}

/** A step as one of several sources has it. */
type Found = StepFigures & { readonly metric: string; readonly doubtful: number };

/** Spans of time, [from, to) in milliseconds. */
type Spans = readonly (readonly [fromMs: number, toMs: number])[];

/** From so much time on, ticks are read in two halves at once: one statement keeps one core busy. */
const longReadMs = 40 * 86_400_000;

/** All figures by metric, in order of time. A step that several sources have part of is put together. Throws DaysOfOtherZones. */
export async function readFigures(engine: TicksEngine, parts: StepsParts): Promise<ReadonlyMap<string, readonly StepFigures[]>> {
  const { fromMs, rollup, rolled, raw } = parts;
  const { toMs } = parts.question;
  const asked: Promise<Found[]>[] = [];
  if (rollup && rolled.length > 0) {
    asked.push(readRollup(engine, parts, rollup));
    const ends: Spans = [
      [fromMs, rollup.fromMs],
      [rollup.toMs, toMs],
    ];
    asked.push(readTicks(engine, parts, rolled, ends));
  }
  for (const half of halves(parts)) asked.push(readTicks(engine, parts, raw, [half]));
  return together((await Promise.all(asked)).flat());
}

/** An interval of raw ticks, cut at the start of a step where it is long. */
function halves({ granularity, fromMs, question: { toMs, timeZone } }: StepsParts): Spans {
  const middleMs = startOfStep((fromMs + toMs) / 2000, granularity, timeZone) * 1000;
  if (toMs - fromMs < longReadMs || middleMs <= fromMs) return [[fromMs, toMs]];
  return [
    [fromMs, middleMs],
    [middleMs, toMs],
  ];
}

async function readRollup(engine: TicksEngine, parts: StepsParts, rollup: RollupPart): Promise<Found[]> {
  const { question, granularity, fromMs, rolled } = parts;
  const { timeZone, tenantId, userId } = question;
  const each = granularity === (rollup.table === 'day' ? 'DAILY' : 'HOURLY');
  const statement = fromRollup(
    stepSql(granularity, timeZone, { fromMs, toMs: question.toMs }),
    rollup,
    timeZone,
    needed(parts, rolled),
    each,
  );
  const parameters = { tenantId, userId, metrics: [...rolled], rollupFrom: rollup.fromMs, rollupTo: rollup.toMs };
  const found = await run(engine, statement, parameters);
  if (found.some(({ doubtful }) => doubtful > 0)) throw new DaysOfOtherZones();
  return found;
}

async function readTicks(engine: TicksEngine, parts: StepsParts, metrics: readonly string[], between: Spans): Promise<Found[]> {
  const { question, granularity, fromMs } = parts;
  const step = stepSql(granularity, question.timeZone, { fromMs, toMs: question.toMs });
  const parameters: Record<string, unknown> = { tenantId: question.tenantId, userId: question.userId };
  const spans: RangeNames['spans'][number][] = [];
  for (const [from, to] of between) {
    if (to <= from) continue;
    const names = [`from${spans.length}`, `to${spans.length}`] as const;
    Object.assign(parameters, { [names[0]]: Math.ceil(from), [names[1]]: Math.ceil(to) });
    spans.push(names);
  }
  if (spans.length === 0 || metrics.length === 0) return [];
  const ask = (statement: typeof fromTicks, of: readonly string[]) =>
    run(engine, statement(step, { metrics: of, spans }, needed(parts, of)), { ...parameters, metrics: [...of] });
  const found = await ask(fromTicks, metrics);
  const mixed = new Set(found.filter(({ doubtful }) => doubtful > 0).map(({ metric }) => metric));
  if (mixed.size === 0) return found;
  return [...found.filter(({ metric }) => !mixed.has(metric)), ...(await ask(fromTicksOfSources, [...mixed]))];
}

function needed({ question: { extremes, medians, days, nowMs, timeZone } }: StepsParts, metrics: readonly string[]): FiguresNeeded {
  const isAsked = (metric: string) => metrics.includes(metric);
  if (!days.some(isAsked)) return { extremes, medians: medians.some(isAsked) };
  const [from, to] = dayOf(nowMs / 1000, timeZone);
  return { extremes, medians: medians.some(isAsked), days: { todaySeconds: from, todayShare: (nowMs / 1000 - from) / (to - from) } };
}

interface Row {
  readonly metric: string;
  readonly steps: readonly (readonly number[])[];
}

async function run(engine: TicksEngine, { sql, figures }: StepsStatement, parameters: Record<string, unknown>): Promise<Found[]> {
  const rows = await engine.query<Row>(sql, parameters);
  const place = (name: FigureName) => figures.indexOf(name);
  const [low, high, median, days, doubtful] = [place('low'), place('high'), place('median'), place('days'), place('doubtful')];
  return rows.flatMap(({ metric, steps }) =>
    steps.map((step) => ({
      ...{ metric, start: step[0] ?? 0, end: step[1] ?? 0, n: step[2] ?? 0, total: step[3] ?? 0 },
      ...{ low: step[low] ?? 0, high: step[high] ?? 0, median: step[median] ?? 0, days: step[days] ?? 0, doubtful: step[doubtful] ?? 0 },
    })),
  );
}

/** A step may be cut by the border between rollup and ticks: its parts add up. A median is only asked of uncut steps. */
function together(found: readonly Found[]): Map<string, StepFigures[]> {
  const metrics = new Map<string, Map<number, StepFigures>>();
  for (const { metric, doubtful: _, ...figures } of found) {
    const steps = metrics.get(metric) ?? new Map<number, StepFigures>();
    metrics.set(metric, steps);
    const other = steps.get(figures.start);
    steps.set(figures.start, other ? added(other, figures) : figures);
  }
  return new Map([...metrics].map(([metric, steps]) => [metric, [...steps.values()].sort((a, b) => a.start - b.start)]));
}

function added(one: StepFigures, other: StepFigures): StepFigures {
  return {
    ...{ start: one.start, end: one.end, median: one.median },
    ...{ n: one.n + other.n, total: one.total + other.total, days: one.days + other.days },
    ...{ low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) },
  };
}
