import { availableParallelism } from 'node:os';
import { cutDays } from '@vigil/domain/timeframe/cut-days';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { calendarDay } from '@vigil/domain/timeframe/zone';
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
  /** Local days of the step that have data, each as far as it lies in the interval and has come. Only for metrics of which they were asked. */
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

/** What one source says, by metric. */
type Found = ReadonlyMap<string, FoundSteps>;

interface FoundSteps {
  readonly steps: StepFigures[];
  /** Whether any of them is not to be taken as it stands; see `steps-sql`. */
  doubtful: boolean;
}

/** Spans of time, [from, to) in milliseconds. */
export type Spans = readonly (readonly [fromMs: number, toMs: number])[];

/**
 * Ticks of so much time (medians of months) are read by several threads. The engine shares them out as it goes, so that a stretch with
 * few ticks holds nobody up; for less it costs more than it saves.
 */
const longReadMs = 40 * 86_400_000;
const longReadThreads = Math.min(4, availableParallelism());

/** All figures by metric, in order of time. A step that several sources have part of is put together. Throws DaysOfOtherZones. */
export async function readFigures(engine: TicksEngine, parts: StepsParts): Promise<ReadonlyMap<string, readonly StepFigures[]>> {
  const { fromMs, rollup, rolled, raw } = parts;
  const { toMs } = parts.question;
  const asked: Promise<Found>[] = [];
  if (rollup && rolled.length > 0) {
    asked.push(readRollup(engine, parts, rollup));
    const ends: Spans = [
      [fromMs, rollup.fromMs],
      [rollup.toMs, toMs],
    ];
    asked.push(readTicks(engine, parts, rolled, ends));
  }
  asked.push(readTicks(engine, parts, raw, [[fromMs, toMs]]));
  return together(await Promise.all(asked));
}

async function readRollup(engine: TicksEngine, parts: StepsParts, rollup: RollupPart): Promise<Found> {
  const { question, granularity, rolled } = parts;
  const { timeZone, tenantId, userId } = question;
  const each = granularity === (rollup.table === 'day' ? 'DAILY' : 'HOURLY');
  const statement = fromRollup(stepSql(granularity, timeZone, spanOf(parts)), rollup, timeZone, needed(parts, rolled), each);
  const at = (ms: number) => (rollup.table === 'day' ? calendarDay(ms / 1000, timeZone) : ms);
  const parameters = { tenantId, userId, metrics: [...rolled], rollupFrom: at(rollup.fromMs), rollupTo: at(rollup.toMs) };
  const found = await run(engine, statement, parameters);
  if ([...found.values()].some(({ doubtful }) => doubtful)) throw new DaysOfOtherZones();
  return found;
}

/** The steps of some metrics from the ticks of some spans. */
export async function readTicks(engine: TicksEngine, parts: StepsParts, metrics: readonly string[], between: Spans): Promise<Found> {
  const { question, granularity } = parts;
  const step = stepSql(granularity, question.timeZone, spanOf(parts));
  const parameters: Record<string, unknown> = { tenantId: question.tenantId, userId: question.userId };
  const spans: RangeNames['spans'][number][] = [];
  for (const [from, to] of between) {
    if (to <= from) continue;
    const names = [`from${spans.length}`, `to${spans.length}`] as const;
    Object.assign(parameters, { [names[0]]: Math.ceil(from), [names[1]]: Math.ceil(to) });
    spans.push(names);
  }
  if (spans.length === 0 || metrics.length === 0) return new Map();
  const isLong = between.some(([from, to]) => to - from >= longReadMs);
  const ask = (statement: typeof fromTicks, of: readonly string[]) =>
    run(
      engine,
      statement(step, { metrics: of, spans }, needed(parts, of)),
      { ...parameters, metrics: [...of] },
      isLong ? longReadThreads : 1,
    );
  const found = await ask(fromTicks, metrics);
  const [certain, mixed] = [[...found].filter(([, of]) => !of.doubtful), [...found].filter(([, of]) => of.doubtful)];
  if (mixed.length === 0) return found;
  const chosen = mixed.map(([metric]) => metric);
  return new Map([...certain, ...(await ask(fromTicksOfSources, chosen))]);
}

const spanOf = ({ fromMs, question: { toMs, nowMs } }: StepsParts) => ({ fromMs, toMs: Math.min(toMs, nowMs) });

function needed({ fromMs, question }: StepsParts, metrics: readonly string[]): FiguresNeeded {
  const { extremes, medians, days, toMs, nowMs, timeZone } = question;
  const isAsked = (metric: string) => metrics.includes(metric);
  if (!days.some(isAsked)) return { extremes, medians: medians.some(isAsked) };
  return { extremes, medians: medians.some(isAsked), days: cutDays(fromMs / 1000, Math.min(toMs, nowMs) / 1000, timeZone) };
}

async function run(
  engine: TicksEngine,
  { sql, figures, seconds, boundsOf }: StepsStatement,
  parameters: Record<string, unknown>,
  threads = 1,
): Promise<Found> {
  const found = new Map<string, FoundSteps>();
  for (const { rows, texts, numbers } of await engine.columns(sql, parameters, { lane: 'chart', threads })) {
    const metrics = texts('metric');
    const column = (name: FigureName) => (figures.includes(name) ? numbers(name) : undefined);
    const [start, end, n, total, low] = [column('start'), column('end'), column('n'), column('total'), column('low')];
    const [high, median, days, doubtful] = [column('high'), column('median'), column('days'), column('doubtful')];
    for (let at = 0; at < rows; at += 1) {
      const metric = metrics[at] ?? '';
      const own = found.get(metric) ?? { steps: [], doubtful: false };
      if (own.steps.length === 0) found.set(metric, own);
      const named = start?.[at] ?? 0;
      const [from, to] = boundsOf ? boundsOf(named) : [named, end?.[at] ?? named + seconds];
      // Written out, not spread: a year of hours of six metrics has 50,000 of them.
      own.steps.push({
        start: from,
        end: to,
        n: n?.[at] ?? 0,
        total: total?.[at] ?? 0,
        low: low?.[at] ?? 0,
        high: high?.[at] ?? 0,
        median: median?.[at] ?? 0,
        days: days?.[at] ?? 0,
      });
      if ((doubtful?.[at] ?? 0) > 0) own.doubtful = true;
    }
  }
  return found;
}

/** A step may be cut by the border between rollup and ticks: its parts add up. A median is only asked of uncut steps. */
export function together(sources: readonly ReadonlyMap<string, Pick<FoundSteps, 'steps'>>[]): Map<string, StepFigures[]> {
  const metrics = new Map<string, StepFigures[]>();
  for (const source of sources)
    for (const [metric, { steps }] of source) metrics.set(metric, metrics.has(metric) ? [...(metrics.get(metric) ?? []), ...steps] : steps);
  for (const [metric, steps] of metrics)
    if (!isInOrder(steps)) metrics.set(metric, cutsJoined(steps.toSorted((a, b) => a.start - b.start)));
  return metrics;
}

/** Each step once, and later than the one before it. */
const isInOrder = (steps: readonly StepFigures[]) => steps.every(({ start }, at) => at === 0 || start > (steps[at - 1]?.start ?? 0));

function cutsJoined(steps: readonly StepFigures[]): StepFigures[] {
  const joined: StepFigures[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (last?.start === step.start) joined[joined.length - 1] = added(last, step);
    else joined.push(step);
  }
  return joined;
}

function added(one: StepFigures, other: StepFigures): StepFigures {
  return {
    ...{ start: one.start, end: one.end, median: one.median },
    ...{ n: one.n + other.n, total: one.total + other.total, days: one.days + other.days },
    ...{ low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) },
  };
}
