import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { movingAverageHours } from '@vigil/domain/timeframe/granularity';
import { dayOf, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { hourRollupPart, type RollupPart, rollupPart } from './steps-plan.ts';
import { type FiguresNeeded, fromRollup, fromTicks, type StepSql, stepSql } from './steps-sql.ts';

export interface StepsQuestion {
  readonly tenantId: string;
  readonly userId: string;
  readonly granularity: Granularity;
  readonly timeZone: string;
  /** The zone that the member's own days are kept in. */
  readonly memberTimeZone: string;
  /** [fromMs, toMs), milliseconds since 1970. A step that reaches beyond counts only what lies inside. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
  /** Rollups of the member are right before this moment. */
  readonly rolledUpUntilMs: number;
  readonly metrics: readonly string[];
  /** Whether lows and highs are asked for; otherwise they are 0. */
  readonly extremes: boolean;
  /** Those of `metrics` whose medians are asked for. */
  readonly medians: readonly string[];
  /** Those of `metrics` whose days with data are to be counted. */
  readonly days: readonly string[];
  /** Metrics whose hours are needed for a moving average: from `movingAverageHours` before `fromMs` on. */
  readonly movingAverages: readonly string[];
}

/** What a metric did in one step. Start and end (exclusive) in Unix seconds, values in the metric's unit. */
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

/** The hour of a moving average, with the step that it falls in. */
export interface HourFigures {
  readonly hour: number;
  readonly start: number;
  readonly end: number;
  readonly n: number;
  readonly total: number;
}

export interface Steps {
  /** By metric, in order of time; steps without data are absent. */
  readonly steps: ReadonlyMap<string, readonly StepFigures[]>;
  readonly hours: ReadonlyMap<string, readonly HourFigures[]>;
}

type Point = readonly [
  start: number,
  end: number,
  n: number,
  total: number,
  low: number,
  high: number,
  median: number,
  otherZone: number,
  hour: number,
  days: number,
];
interface Row {
  readonly kind: 'step' | 'hour';
  readonly metric: string;
  readonly points: Point[];
}

const hourMs = 3_600_000;

/**
 * What did some metrics of a member do per hour, day, week or month of a zone? One statement, over rollups where they
 * answer exactly (see steps-plan) and over the ticks where not: at the cut ends of the interval, for medians other than a
 * day's, and for the last day.
 */
export async function readSteps(engine: TicksEngine, question: StepsQuestion): Promise<Steps> {
  const rows = await ask(engine, question, rollupPart(question));
  const mixed = rows.some((row) => row.points.some((point) => point[7] > 0));
  // The member has lived in several zones, and days of one zone say nothing exact about days of another.
  return gather(mixed ? await ask(engine, question, hourRollupPart(question)) : rows, question);
}

async function ask(engine: TicksEngine, question: StepsQuestion, rollup: RollupPart | null): Promise<Row[]> {
  const parts: string[] = [];
  const parameters: Record<string, unknown> = { tenantId: question.tenantId, userId: question.userId };
  const inHours = stepsInHours(question);
  const metrics = question.metrics.filter((metric) => !inHours.includes(metric));
  if (metrics.length > 0) parts.push(stepsStatement({ ...question, metrics }, rollup, parameters));
  if (question.movingAverages.length > 0) parts.push(hoursStatement(question, parameters));
  return engine.query<Row>(parts.join('\nunion all\n'), parameters);
}

/** Per metric an array of points: columns travel and parse in a fraction of the time of rows. */
const gathered = (kind: Row['kind'], start: string, end: string, hour: string, from: string) =>
  `select '${kind}' as kind, metric, arraySort(groupArray((${start}, ${end}, n, total, low, high, median, other_zone, ${hour}, days))) as points
   from (${from}) group by metric`;

function stepsStatement(question: StepsQuestion, rollup: RollupPart | null, parameters: Record<string, unknown>): string {
  const step = stepSql(question.granularity, question.timeZone, question);
  const mediansRoll = rollup?.table === 'day' && question.granularity === 'DAILY';
  const daysRoll = rollup?.table === 'day';
  const rolls = (metric: string) =>
    rollup !== null && (mediansRoll || !question.medians.includes(metric)) && (daysRoll || !question.days.includes(metric));
  const needed = { extremes: question.extremes, medians: question.medians.length > 0, days: daysNeeded(question) };
  const sources = sourcesOf({ step, rollup, question, needed, prefix: 'step', rolls, metrics: question.metrics, fromMs: question.fromMs });
  return gathered('step', step.start, step.end, '0', combined(sources(parameters)));
}

function daysNeeded({ days, nowMs, timeZone }: StepsQuestion): FiguresNeeded['days'] {
  if (days.length === 0) return undefined;
  const [from, to] = dayOf(nowMs / 1000, timeZone);
  return { todaySeconds: from, todayShare: (nowMs / 1000 - from) / (to - from) };
}

/** A moving average needs whole hours before the first step, and knows in which step each of its hours lies. */
function hoursStatement(question: StepsQuestion, parameters: Record<string, unknown>): string {
  const step = stepSql('HOURLY', question.timeZone, question);
  const outer = stepSql(question.granularity, question.timeZone, question);
  const fromMs = question.fromMs - movingAverageHours * hourMs;
  const rollup = rollupPart({ ...question, granularity: 'HOURLY', fromMs });
  const rolls = () => rollup !== null;
  const needed = { extremes: false, medians: false };
  const sources = sourcesOf({ step, rollup, question, needed, prefix: 'hour', rolls, metrics: question.movingAverages, fromMs });
  // Named before it is turned into the outer step: the engine would take the new name for the old column.
  const hours = `select step as hour_step, metric, n, total, low, high, median, days, other_zone from (${combined(sources(parameters))})`;
  const keyed = `select hour_step, ${outer.key('hour_step')} as step, metric, n, total, low, high, median, days, other_zone from (${hours})`;
  return gathered('hour', outer.start, outer.end, 'toUnixTimestamp(hour_step)', keyed);
}

interface SourcesOf {
  readonly step: StepSql;
  readonly rollup: RollupPart | null;
  readonly question: StepsQuestion;
  readonly needed: FiguresNeeded;
  /** Keeps the parameters of the two halves of a statement apart. */
  readonly prefix: 'step' | 'hour';
  readonly metrics: readonly string[];
  readonly rolls: (metric: string) => boolean;
  readonly fromMs: number;
}

/** The parts that together hold every counted value of the metrics in [fromMs, toMs) once; gives the parameters their values. */
function sourcesOf({ step, rollup, question, needed, prefix, metrics, rolls, fromMs }: SourcesOf) {
  const names = { from: `${prefix}From`, to: `${prefix}To`, rollupFrom: `${prefix}RollupFrom`, rollupTo: `${prefix}RollupTo` };
  return (parameters: Record<string, unknown>): string[] => {
    const [rolled, raw] = [metrics.filter(rolls), metrics.filter((metric) => !rolls(metric))];
    Object.assign(parameters, { [names.from]: Math.ceil(fromMs), [names.to]: Math.ceil(question.toMs) });
    const parts: string[] = [];
    if (rollup && rolled.length > 0) {
      Object.assign(parameters, { [`${prefix}Rolled`]: rolled, [names.rollupFrom]: rollup.fromMs, [names.rollupTo]: rollup.toMs });
      parts.push(fromRollup(step, rollup, question.timeZone, prefix, needed));
      // What the rollup leaves out at the ends; a span without length is not asked.
      const spans: [string, string][] = [];
      if (rollup.fromMs > fromMs) spans.push([names.from, names.rollupFrom]);
      if (question.toMs > rollup.toMs) spans.push([names.rollupTo, names.to]);
      if (spans.length > 0) parts.push(fromTicks(step, rolled, { metrics: `${prefix}Rolled`, spans }, needed));
    }
    if (raw.length > 0) {
      parameters[`${prefix}Raw`] = raw;
      parts.push(fromTicks(step, raw, { metrics: `${prefix}Raw`, spans: [[names.from, names.to]] }, needed));
    }
    return parts;
  };
}

/** A step may be cut by the border between rollup and ticks: its parts add up. A median is only asked of uncut steps. */
function combined(parts: readonly string[]): string {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  return `select metric, step, sum(n) as n, sum(total) as total, min(low) as low, max(high) as high, any(median) as median, sum(days) as days, sum(other_zone) as other_zone
    from (${parts.join('\nunion all\n')}) group by metric, step`;
}

/**
 * Metrics whose hourly steps are among the hours that their moving average needs anyway: asked once, not twice. An hour
 * that the interval begins within is not among them, nor are lows, highs and medians.
 */
function stepsInHours({
  granularity,
  timeZone,
  fromMs,
  extremes,
  medians,
  days,
  metrics,
  movingAverages,
}: StepsQuestion): readonly string[] {
  const whole = startOfStep(fromMs / 1000, 'HOURLY', timeZone) * 1000 === fromMs;
  if (granularity !== 'HOURLY' || !whole || extremes || medians.length + days.length > 0) return [];
  return metrics.filter((metric) => movingAverages.includes(metric));
}

function gather(rows: readonly Row[], question: StepsQuestion): Steps {
  const inHours = stepsInHours(question);
  const steps = new Map<string, StepFigures[]>();
  const hours = new Map<string, HourFigures[]>();
  for (const { kind, metric, points } of rows) {
    if (kind === 'step')
      steps.set(
        metric,
        points.map(([start, end, n, total, low, high, median, , , days]) => ({ start, end, n, total, low, high, median, days })),
      );
    else
      hours.set(
        metric,
        points.map(([start, end, n, total, , , , , hour]) => ({ hour, start, end, n, total })).sort((a, b) => a.hour - b.hour),
      );
  }
  for (const metric of inHours) {
    const own = (hours.get(metric) ?? []).filter((hour) => hour.start * 1000 >= question.fromMs);
    if (own.length > 0)
      steps.set(
        metric,
        own.map(({ start, end, n, total }) => ({ start, end, n, total, low: 0, high: 0, median: 0, days: 0 })),
      );
  }
  return { steps, hours };
}
