import { thinningStepMs } from '@vigil/domain/timeframe/thinning';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countedValues, type MemberRange, rangeParameters } from './member-range.ts';

/** Readings of a step, of which the lowest and the highest are given at their own moments. */
type Step = readonly [lowMs: number, low: number, highMs: number, high: number, n: number, mean: number];

/**
 * A value with its moment, and of how many readings it is the lowest or the highest: 0 where all readings are given. The lowest has
 * the mean of those readings beside it.
 */
export type ThinnedValue = readonly [
  ...value: [ms: number, value: number, ...nothingElse: [undefined, undefined, undefined]],
  of: number,
  mean?: number,
];

/**
 * What counts of some metrics, thinned so that no extreme is lost: the interval is divided into steps of `thinningStepMs`, and
 * of each the lowest and the highest reading are given, the first of equals. A step of one or two readings is whole. No step
 * reaches over the end of a minute, or all are whole minutes, so that a mean by the minute is that of all its readings.
 */
export async function thinnedParts(engine: TicksEngine, range: MemberRange): Promise<{ metric: string; values: ThinnedValue[] }[]> {
  const rows = await engine.query<{ metric: string; steps: Step[] }>(
    `select metric, arraySort(groupArray((low.2, low.1, high.2, high.1, n, mean))) as steps
     from (
       select metric, intDiv(toUnixTimestamp64Milli(ts), {stepMs:Int64}) as step, count() as n, avg(value) as mean,
         min((value, toUnixTimestamp64Milli(ts))) as low, argMax((value, toUnixTimestamp64Milli(ts)), (value, -toUnixTimestamp64Milli(ts))) as high
       from (${countedValues(range.metrics)})
       group by metric, step
     )
     group by metric`,
    { ...rangeParameters(range), stepMs: stepMsOf(range) },
  );
  return rows.map(({ metric, steps }) => ({ metric, values: steps.flatMap(valuesOf) }));
}

function valuesOf([lowMs, low, highMs, high, n, mean]: Step): ThinnedValue[] {
  // Of two equal readings one is given, which stands for both.
  const isWhole = n === 1 || (n === 2 && lowMs !== highMs);
  const of = isWhole ? 0 : n;
  const value = (ms: number, reading: number, ...beside: [mean?: number]): ThinnedValue => [
    ...([ms, reading, undefined, undefined, undefined, of] as const),
    ...beside,
  ];
  const lowest = of > 0 ? value(lowMs, low, mean) : value(lowMs, low);
  return lowMs === highMs ? [lowest] : [lowest, value(highMs, high)];
}

/**
 * Which of some metrics have more readings than thinning would leave of them. The others are given whole: readings that belong
 * together, as both numbers of a blood pressure, stay together.
 */
export async function denseMetrics(engine: TicksEngine, range: MemberRange): Promise<readonly string[]> {
  const rows = await engine.query<{ metric: string; n: number }>(
    `select metric, count() as n from (${countedValues(range.metrics)}) group by metric`,
    rangeParameters(range),
  );
  const steps = Math.ceil((range.toMs - range.fromMs) / stepMsOf(range)) + 1;
  return rows.filter(({ n }) => Number(n) > 2 * steps).map(({ metric }) => metric);
}

const stepMsOf = ({ fromMs, toMs }: MemberRange): number => thinningStepMs(toMs - fromMs);
