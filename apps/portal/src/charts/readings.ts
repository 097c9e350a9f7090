import { isStep, readingPoint, type SeriesPoint, stepPoint } from './series.ts';

/** The part of a tick that charts read; the contract's `Tick` fits. */
export interface TickLike {
  readonly timestamp: number;
  readonly timestamp_from?: number | undefined;
  readonly timestamp_to?: number | undefined;
  readonly data: Readonly<Record<string, number>>;
  /** Of how many readings a value is the lowest or the highest, and with the lowest their mean, where not all were given. */
  readonly thinned?: Readonly<Record<string, number>> | undefined;
  readonly thinnedMeans?: Readonly<Record<string, number>> | undefined;
  /** Facts that were worked out from other metrics, with how. */
  readonly derived?: Readonly<Record<string, string>> | undefined;
}

/**
 * Whether a value is drawn at all. The specification drops points that are empty, nil, NaN or zero, and keeps zero for
 * galvanic skin response; the catalogue names the other metrics for which zero is a reading.
 */
export function isDrawn(value: number | null | undefined, zeroCounts: boolean): value is number {
  return value !== null && value !== undefined && Number.isFinite(value) && (zeroCounts || value !== 0);
}

/**
 * Readings of one metric out of ticks, ascending, converted by `convert` after empty ones were dropped. Ticks are asked for as they count
 * (`deduplicate`): what stands beside a value may be of another source, as the confidence of a weight that is not here, and says nothing of it.
 */
export function readingsOf(
  ticks: readonly TickLike[],
  metric: string,
  zeroCounts: boolean,
  convert: (value: number) => number = (value) => value,
): readonly SeriesPoint[] {
  const points: SeriesPoint[] = [];
  const isThinned = ticks.some(({ thinned }) => thinned?.[metric] !== undefined);
  for (const tick of ticks) {
    const value = tick.data[metric];
    if (!isDrawn(value, zeroCounts)) continue;
    points.push(readingPoint(tick.timestamp, convert(value), isThinned ? readingsBehind(tick, metric, convert) : {}));
  }
  return points.sort((a, b) => a.at - b.at);
}

function readingsBehind({ thinned, thinnedMeans }: TickLike, metric: string, convert: (value: number) => number) {
  const [of, mean] = [thinned?.[metric], thinnedMeans?.[metric]];
  if (of === undefined) return { count: 1 };
  return mean === undefined ? { count: 0 } : { count: of, mean: convert(mean) };
}

/** The points with every step that holds the present marked as counting so far, and drawn in the middle of what is past of it. Unix seconds. */
export function markedSoFar(points: readonly SeriesPoint[], now: number): readonly SeriesPoint[] {
  return points.map((point) =>
    isStep(point) && point.from <= now && now < point.to ? { ...point, at: (point.from + now) / 2, soFar: true as const } : point,
  );
}

interface StepFacts {
  /** The fact that becomes the value, as in `heart_rate_mean`. */
  readonly value: string;
  /** Facts with the lowest and highest reading of the step. */
  readonly low?: string;
  readonly high?: string;
  /** The fact with the number of its readings. */
  readonly count?: string;
}

/**
 * Steps of one metric out of facts over time, ascending. A step without its own start and end is given the ones that
 * `stepAt` computes from its timestamp.
 */
export function stepsOf(
  facts: readonly TickLike[],
  names: StepFacts,
  zeroCounts: boolean,
  stepAt: (timestamp: number) => { readonly from: number; readonly to: number },
  convert: (value: number) => number = (value) => value,
): readonly SeriesPoint[] {
  const points: SeriesPoint[] = [];
  for (const fact of facts) {
    const value = fact.data[names.value];
    if (!isDrawn(value, zeroCounts)) continue;
    // Working out a step in a zone is a hundred times slower than reading it, and there are thousands of steps.
    const { timestamp_from: start, timestamp_to: end } = fact;
    const { from, to } = start === undefined || end === undefined ? stepAt(fact.timestamp) : { from: start, to: end };
    const low = names.low === undefined ? undefined : fact.data[names.low];
    const high = names.high === undefined ? undefined : fact.data[names.high];
    const count = names.count === undefined ? undefined : fact.data[names.count];
    const behind = {
      ...(low !== undefined && high !== undefined && { low: convert(low), high: convert(high) }),
      ...(count !== undefined && { count }),
    };
    points.push(stepPoint(from, to, convert(value), behind));
  }
  return points.sort((a, b) => a.at - b.at);
}
