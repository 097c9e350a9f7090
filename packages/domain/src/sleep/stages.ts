import { type StateRun, stateRuns } from '../timeframe/state-runs.ts';

/** 1 awake, 2 light, 3 REM, 4 deep. */
export type SleepDepth = 1 | 2 | 3 | 4;

/** A stretch of one stage: start and end (exclusive) in Unix seconds, and the depth: the specification's triple. */
export type SleepStage = readonly [start: number, end: number, depth: SleepDepth];

/** One sleep_depth tick. */
export interface DepthTick {
  /** Unix seconds. */
  readonly seconds: number;
  readonly depth: number;
}

export const awake: SleepDepth = 1;

/** The specification's cap: depth above 4 is treated as 4 (other scales run to 8). Below 1 there is no stage: 1. */
export function sleepDepth(depth: number): SleepDepth {
  return Math.max(1, Math.min(4, Math.round(depth))) as SleepDepth;
}

/**
 * A silence longer than this ends a series of stages. A band may report every half minute or only changes of stage; a
 * sleep cycle takes about 90 minutes and changes stage within itself, so two hours without a tick mean that nobody
 * looked, not that one stage held. Seconds.
 */
export const longestStageSeconds = 2 * 3_600;

/** The last tick of a series has no next one: it lasts as long as the step before it, at most this. Seconds. */
export const lastStageSeconds = 300;

/** Turns ticks into stages, one list per series without a silence; see `stagesOfRuns`. */
export function stagesOf(ticks: readonly DepthTick[]): readonly (readonly SleepStage[])[] {
  return stagesOfRuns(depthRuns(ticks));
}

/** Ticks of one depth in a row. */
export function depthRuns(ticks: readonly DepthTick[]): readonly StateRun[] {
  return stateRuns(
    ticks.map((tick) => ({ seconds: tick.seconds, value: tick.depth })),
    longestStageSeconds,
  );
}

/**
 * Turns runs of sleep_depth (gathered with `longestStageSeconds`) into stages, one list per series without a silence.
 * Each tick is a stage from its time until the next tick; neighbouring stages of the same depth are one.
 */
export function stagesOfRuns(runs: readonly StateRun[]): readonly (readonly SleepStage[])[] {
  const series: SleepStage[][] = [];
  let stages: SleepStage[] = [];
  runs.forEach((run, index) => {
    const next = runs[index + 1];
    const holds = next !== undefined && next.start - run.last <= longestStageSeconds;
    append(stages, [run.start, holds ? next.start : run.last + lastStage(run), sleepDepth(run.value)]);
    if (holds) return;
    if (stages.length > 0) series.push(stages);
    stages = [];
  });
  return series;
}

/**
 * How long the tick that ends a series lasts. A tick alone says nothing about duration, and a last tick that is awake is
 * how bands say that sleep is over.
 */
function lastStage(run: StateRun): number {
  if (sleepDepth(run.value) === awake || run.stepBeforeLast > longestStageSeconds) return 0;
  return Math.min(run.stepBeforeLast, lastStageSeconds);
}

/** Adds a stage at the end, as part of the one before when that has the same depth; a stage without duration is none. */
function append(stages: SleepStage[], stage: SleepStage): void {
  const [start, end, depth] = stage;
  if (end <= start) return;
  const last = stages.at(-1);
  if (last?.[2] === depth && last[1] === start) stages[stages.length - 1] = [last[0], end, depth];
  else stages.push(stage);
}

/**
 * A run shorter than this is absorbed by smoothing. Bands estimate a stage for every half minute or minute from movement
 * and heart rate, and the estimate flickers at the borders of stages; three minutes is the length up to which makers of
 * wrist bands themselves call a waking short and draw it apart from the stages. Seconds.
 */
export const shortestRunSeconds = 180;

/**
 * Smoothed stages: the shortest run below `shortestRunSeconds` (the earliest of equals) goes to the longer of its
 * neighbours (the earlier of equals), again and again, until no such run with a neighbour is left. The time covered does
 * not change; a run that stands alone stays, however short.
 */
export function smooth(stages: readonly SleepStage[]): readonly SleepStage[] {
  const runs = [...stages];
  while (runs.length > 1) {
    const index = shortestRun(runs);
    const run = runs[index];
    if (!run || length(run) >= shortestRunSeconds) break;
    const before = runs[index - 1];
    const after = runs[index + 1];
    const depth = before && (!after || length(before) >= length(after)) ? before[2] : (after?.[2] ?? run[2]);
    const from = before?.[2] === depth ? index - 1 : index;
    const to = after?.[2] === depth ? index + 1 : index;
    const merged: SleepStage = [runs[from]?.[0] ?? run[0], runs[to]?.[1] ?? run[1], depth];
    runs.splice(from, to - from + 1, merged);
  }
  return runs;
}

function shortestRun(runs: readonly SleepStage[]): number {
  return runs.reduce((best, run, index) => (length(run) < length(runs[best] ?? run) ? index : best), 0);
}

function length(stage: SleepStage): number {
  return stage[1] - stage[0];
}
