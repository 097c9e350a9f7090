import type { StateRun } from '../timeframe/state-runs.ts';
import { awake, type DepthTick, depthRuns, type SleepStage, smooth, stagesOfRuns } from './stages.ts';

/** One sleep. Times in Unix seconds, `end` exclusive; durations in seconds; every figure is of the smoothed stages, so that it agrees with the hypnogram. */
export interface Sleep {
  readonly start: number;
  readonly end: number;
  readonly stages: readonly SleepStage[];
  readonly awakeSeconds: number;
  readonly lightSeconds: number;
  readonly remSeconds: number;
  readonly deepSeconds: number;
  /** Light, REM and deep together. */
  readonly totalSleepSeconds: number;
  /** Percent of the time from start to end that was slept. */
  readonly efficiency: number;
  /** Times awake between falling asleep and the last waking. */
  readonly awakenings: number;
  /** When sleep began: start of the first stage that is not awake. */
  readonly onset: number;
  /** Seconds awake before falling asleep; null when the record begins asleep, for then nobody saw how long it took. */
  readonly latencySeconds: number | null;
}

/**
 * Being awake for longer than this ends a sleep: what follows is another one (a nap, a second sleep), and a waking of
 * that length belongs to neither. It is also the upper end of the specification's range of sleep latency. Seconds.
 */
export const longestAwakeSeconds = 3_600;

/**
 * The sleeps in a member's sleep_depth ticks, in order of time. Ticks become stages, stages are smoothed, and the series
 * is split where the band was silent for over two hours (`longestStageSeconds`) and where the member was awake for over
 * an hour. A stretch without any sleep is not a sleep.
 */
export function sleepsOf(ticks: readonly DepthTick[]): readonly Sleep[] {
  return sleepsOfRuns(depthRuns(ticks));
}

/** The same from runs of sleep_depth, as the ticks store answers them. */
export function sleepsOfRuns(runs: readonly StateRun[]): readonly Sleep[] {
  return stagesOfRuns(runs)
    .flatMap((series) => split(smooth(series)))
    .map(describe)
    .filter((sleep) => sleep !== null);
}

function split(stages: readonly SleepStage[]): SleepStage[][] {
  const parts: SleepStage[][] = [[]];
  for (const stage of stages) {
    if (stage[2] === awake && stage[1] - stage[0] > longestAwakeSeconds) parts.push([]);
    else parts.at(-1)?.push(stage);
  }
  return parts;
}

function describe(stages: readonly SleepStage[]): Sleep | null {
  const asleep = stages.filter((stage) => stage[2] !== awake);
  const [first, last] = [stages[0], stages.at(-1)];
  const [firstAsleep, lastAsleep] = [asleep[0], asleep.at(-1)];
  if (!first || !last || !firstAsleep || !lastAsleep) return null;
  const seconds = (depth: number) => stages.reduce((sum, stage) => (stage[2] === depth ? sum + stage[1] - stage[0] : sum), 0);
  const [awakeSeconds, lightSeconds, remSeconds, deepSeconds] = [seconds(1), seconds(2), seconds(3), seconds(4)];
  const totalSleepSeconds = lightSeconds + remSeconds + deepSeconds;
  return {
    start: first[0],
    end: last[1],
    stages,
    awakeSeconds,
    lightSeconds,
    remSeconds,
    deepSeconds,
    totalSleepSeconds,
    efficiency: (100 * totalSleepSeconds) / (last[1] - first[0]),
    awakenings: stages.filter((stage) => stage[2] === awake && stage[0] > firstAsleep[0] && stage[1] <= lastAsleep[0]).length,
    onset: firstAsleep[0],
    latencySeconds: first[2] === awake ? firstAsleep[0] - first[0] : null,
  };
}

const noonSeconds = 43_200;

/**
 * Time of day of falling asleep, made fit for averaging: before 12:00 it counts as the next day (01:00 is 25:00), so that
 * 23:00 and 01:00 average to midnight. Takes seconds since local midnight (0 to 86399), gives 43200 to 129599.
 */
export function onsetForAveraging(secondsOfDay: number): number {
  return secondsOfDay < noonSeconds ? secondsOfDay + 86_400 : secondsOfDay;
}
