/** A tick of a state metric: its value holds from its time until the next tick. Unix seconds. */
export interface StateTick {
  readonly seconds: number;
  readonly value: number;
}

/**
 * Ticks of one value in a row without a silence between them. The ticks store answers in this form, because a band that
 * repeats its state every minute says nothing new: a year of sleep is thousands of runs instead of hundreds of thousands of ticks.
 */
export interface StateRun {
  /** Time of the first tick. */
  readonly start: number;
  /** Time of the last tick. */
  readonly last: number;
  /** Seconds from the tick before the last one, of this run or the one before, to the last one; 0 when there was none. */
  readonly stepBeforeLast: number;
  readonly value: number;
}

/** An interval [start, end) in which a state is known to have held. */
export interface StateInterval {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/**
 * Gathers ticks into runs, split where the value changes and where the silence is longer than `longestGapSeconds`. Ticks
 * may come in any order; of two at the same time the last one given holds. The ticks store's query gives the same.
 */
export function stateRuns(ticks: readonly StateTick[], longestGapSeconds: number): readonly StateRun[] {
  const ordered = [...new Map(ticks.map((tick) => [tick.seconds, tick])).values()].sort((a, b) => a.seconds - b.seconds);
  const runs: StateRun[] = [];
  ordered.forEach((tick, index) => {
    const before = ordered[index - 1];
    const step = before ? tick.seconds - before.seconds : 0;
    const run = runs.at(-1);
    if (run && run.value === tick.value && step <= longestGapSeconds)
      runs[runs.length - 1] = { ...run, last: tick.seconds, stepBeforeLast: step };
    else runs.push({ start: tick.seconds, last: tick.seconds, stepBeforeLast: step, value: tick.value });
  });
  return runs;
}

/**
 * When each state is known to have held: a run lasts until the next one starts; before a silence, and at the end, it
 * lasts `holdsSeconds` beyond its last tick, but never past `nowSeconds`. Time after that is unknown and in no interval.
 */
export function stateIntervals(runs: readonly StateRun[], holdsSeconds: number, nowSeconds: number): readonly StateInterval[] {
  return runs
    .map((run, index) => {
      const next = runs[index + 1]?.start ?? Number.POSITIVE_INFINITY;
      return { start: run.start, end: Math.min(next, run.last + holdsSeconds, nowSeconds), value: run.value };
    })
    .filter((interval) => interval.end > interval.start);
}
