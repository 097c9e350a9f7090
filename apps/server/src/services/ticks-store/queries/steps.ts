import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { movingAverageHours } from '@vigil/domain/timeframe/granularity';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { type ClosedStep, closedSteps, readKeptSteps } from './kept-steps.ts';
import { DaysOfOtherZones, readFigures, readTicks, type StepFigures, type StepsParts, together } from './steps-parts.ts';
import { hourRollupPart, type RollupPart, rollupPart } from './steps-plan.ts';

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

/**
 * What did some metrics of a member do per hour, day, week or month of a zone? Over rollups where they answer exactly (see
 * steps-plan) and over the ticks where not: at the cut ends of the interval, for medians other than a day's, and for what
 * rollups have not followed yet. Each source is asked by a flat statement of its own, all at once, and what they say is put together here.
 */
export async function readSteps(engine: TicksEngine, question: StepsQuestion): Promise<Steps> {
  const inHours = stepsInHours(question);
  const metrics = question.metrics.filter((metric) => !inHours.includes(metric));
  const [own, hours] = await Promise.all([
    readOwnSteps(engine, { ...question, metrics }),
    readFigures(engine, hoursParts(question, question.movingAverages)),
  ]);
  const steps = new Map(own);
  for (const metric of inHours) {
    const inside = (hours.get(metric) ?? []).filter((hour) => hour.start * 1000 >= question.fromMs);
    if (inside.length > 0) steps.set(metric, inside);
  }
  return { steps, hours: inSteps(hours, question) };
}

async function readOwnSteps(engine: TicksEngine, question: StepsQuestion): Promise<ReadonlyMap<string, readonly StepFigures[]>> {
  const closed = question.medians.length > 0 ? closedSteps(question) : [];
  // Days are counted as far as the one under way has come, and are not kept.
  const isKept = (metric: string) => closed.length > 0 && question.medians.includes(metric) && !question.days.includes(metric);
  const [kept, others] = [question.metrics.filter(isKept), question.metrics.filter((metric) => !isKept(metric))];
  if (kept.length === 0) return readUnkept(engine, question);
  const [closedOnes, ends, rest] = await Promise.all([
    readKeptSteps(engine, question, kept, closed),
    readEnds(engine, question, kept, closed),
    readUnkept(engine, { ...question, metrics: others }),
  ]);
  return new Map([...rest, ...together([closedOnes, ends])]);
}

/** What lies before the first and after the last closed step. */
function readEnds(engine: TicksEngine, question: StepsQuestion, metrics: readonly string[], closed: readonly ClosedStep[]) {
  const [fromMs, toMs] = [(closed[0]?.start ?? 0) * 1000, (closed.at(-1)?.end ?? 0) * 1000];
  return readTicks(engine, stepsParts(question, null), metrics, [
    [question.fromMs, fromMs],
    [toMs, question.toMs],
  ]);
}

async function readUnkept(engine: TicksEngine, question: StepsQuestion): Promise<ReadonlyMap<string, readonly StepFigures[]>> {
  try {
    return await readFigures(engine, stepsParts(question, rollupPart(question)));
  } catch (error) {
    if (!(error instanceof DaysOfOtherZones)) throw error;
    // The member has lived in several zones, and days of one zone say nothing exact about days of another.
    return readFigures(engine, stepsParts(question, hourRollupPart(question)));
  }
}

/** The parts that together hold every counted value of the question's metrics in its interval once. */
function stepsParts(question: StepsQuestion, rollup: RollupPart | null): StepsParts {
  const mediansRoll = rollup?.table === 'day' && question.granularity === 'DAILY';
  const daysRoll = rollup?.table === 'day';
  const rolls = (metric: string) =>
    rollup !== null && (mediansRoll || !question.medians.includes(metric)) && (daysRoll || !question.days.includes(metric));
  const [rolled, raw] = [question.metrics.filter(rolls), question.metrics.filter((metric) => !rolls(metric))];
  return { question, granularity: question.granularity, fromMs: question.fromMs, rollup, rolled, raw };
}

/** The hours of moving averages: whole ones before the first step, too. */
function hoursParts(question: StepsQuestion, metrics: readonly string[]): StepsParts {
  // A whole hour: near a change of clocks by half an hour, the hours are others than those of twelve hours later.
  const fromMs = startOfStep(question.fromMs / 1000 - movingAverageHours * 3_600, 'HOURLY', question.timeZone) * 1000;
  const rollup = rollupPart({ ...question, granularity: 'HOURLY', fromMs, days: [] });
  const [rolled, raw] = rollup === null ? [[], metrics] : [metrics, []];
  const plain = { ...question, extremes: false, medians: [], days: [] };
  return { question: plain, granularity: 'HOURLY', fromMs, rollup, rolled, raw };
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

/** Each hour with the step that it falls in; hours before the first step fall in earlier ones. */
function inSteps(found: ReadonlyMap<string, readonly StepFigures[]>, { granularity, timeZone }: StepsQuestion): Map<string, HourFigures[]> {
  const hours = new Map<string, HourFigures[]>();
  for (const [metric, figures] of found) {
    let [start, end] = [Number.NaN, Number.NEGATIVE_INFINITY];
    const ofMetric = figures.map((hour) => {
      if (granularity === 'HOURLY') return { hour: hour.start, start: hour.start, end: hour.end, n: hour.n, total: hour.total };
      if (hour.start >= end) {
        start = startOfStep(hour.start, granularity, timeZone);
        end = nextStep(start, granularity, timeZone);
      }
      return { hour: hour.start, start, end, n: hour.n, total: hour.total };
    });
    hours.set(metric, ofMetric);
  }
  return hours;
}
