import type { Limits } from './limits.ts';

/** A stretch of time in Unix seconds, start inclusive, end exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Which colour of the palette a series wears; one hue per metric family and one per stage of sleep, the same on every screen. */
export type Tone =
  | ('heart' | 'oxygen' | 'movement' | 'sleep' | 'temperature' | 'body' | 'metabolic' | 'device')
  | ('sleep-awake' | 'sleep-light' | 'sleep-rem' | 'sleep-deep')
  | ('text' | 'muted');

/**
 * One value of a series, in the unit people read.
 * A reading covers a moment (`from` = `to` = `at`); a step of an aggregate covers [from, to) and is drawn at its middle,
 * which for hours is the specification's offset of 30 minutes.
 */
export interface SeriesPoint {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Lowest and highest reading behind an aggregated value. */
  readonly low?: number;
  readonly high?: number;
  /** Readings behind an aggregated value, or that a thinned one stands for: none where its neighbour stands for them. */
  readonly count?: number;
  /** The mean of those readings, where the value itself is the lowest or the highest of them. */
  readonly mean?: number;
  /** The step is not over: its value counts so far and is drawn hollow. */
  readonly soFar?: true;
  /** What was logged, in words: of a meal, a dose, a workout. */
  readonly note?: string;
  /** It was planned for this moment and not done: drawn hollow and crossed. */
  readonly missed?: true;
}

/** What charts, legends, tables, summaries and exports all read, so that none can show something the others do not. */
export interface Series {
  /** Stable name, as in `heart_rate_mean`. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly tone: Tone;
  /** Words that stand for values, where the values are codes of states. */
  readonly words?: ReadonlyMap<number, string>;
  /** Values from 1,000 on are written in thousands, as specified for steps and calories on the yearly view. */
  readonly thousands?: boolean;
  /** How values that are seconds are written: of a day as its time (from 86,400 on that of the next day), or as hours and minutes. */
  readonly form?: 'clock' | 'duration';
  /** The normal range of its values; one beyond it is marked, and said to be. */
  readonly limits?: Limits;
  /** They are what a rule goes by rather than what is normal, and are called so. */
  readonly limitsOfRule?: true;
  /** How strongly bars of it are filled, above 0 to 1: parts of one hue are told apart by it. */
  readonly strength?: number;
  /** When the band that measures it was off or charging: no line runs across. */
  readonly unworn?: readonly TimeSpan[];
  /** Ascending by time, without empty values. */
  readonly points: readonly SeriesPoint[];
}

/** `behind`: what a thinned reading stands for. */
export function readingPoint(at: number, value: number, behind: Pick<SeriesPoint, 'count' | 'mean'> = {}): SeriesPoint {
  return { at, from: at, to: at, value, ...behind };
}

/** `behind` is what is known of the readings behind the value. */
export function stepPoint(from: number, to: number, value: number, behind: Pick<SeriesPoint, 'low' | 'high' | 'count'> = {}): SeriesPoint {
  return { at: (from + to) / 2, from, to, value, ...behind };
}

export function isStep(point: SeriesPoint): boolean {
  return point.to > point.from;
}

/** Points that show within the span: a step counts as soon as a part of it does. */
export function pointsWithin(points: readonly SeriesPoint[], span: TimeSpan): readonly SeriesPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  // Mostly everything is on screen, and what is known of these very points need not be worked out again.
  if (first !== undefined && last !== undefined && first.from >= span.from && last.at < span.to) return points;
  return points.filter((point) =>
    isStep(point) ? point.to > span.from && point.from < span.to : point.at >= span.from && point.at < span.to,
  );
}

/** The steps that are over, of which a mean can be taken: the one that is still running would lower it. All of them while none is over. */
export function finishedOf(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const finished = points.filter((point) => !point.soFar);
  return finished.length > 0 ? finished : points;
}

/** Mean of the values; of none it is not a number. */
export function meanValue(points: readonly Pick<SeriesPoint, 'value'>[]): number {
  return points.reduce((sum, { value }) => sum + value, 0) / points.length;
}

/**
 * The mean of the readings behind the points, where their numbers are all known, so that a month of one day weighs a day and the lowest
 * and highest of many readings are not taken for their middle; else of the points as drawn. Of none it is not a number.
 */
export function meanOfReadings(points: readonly Pick<SeriesPoint, 'value' | 'count' | 'mean'>[]): number {
  const readings = points.reduce((sum, { count = Number.NaN }) => sum + count, 0);
  const isWeighted = readings > 0;
  const total = points.reduce((sum, { value, count = 1, mean = value }) => sum + (isWeighted ? mean * count : value), 0);
  return total / (isWeighted ? readings : points.length);
}

export interface Extremes {
  readonly low: number;
  readonly high: number;
}

/** The lowest and highest value of all points, the readings behind aggregates included; null without points. */
export function extremesOf(points: Iterable<SeriesPoint>): Extremes | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    low = Math.min(low, point.low ?? point.value);
    high = Math.max(high, point.high ?? point.value);
  }
  return low > high ? null : { low, high };
}
