/** A stretch of time in Unix seconds, start inclusive, end exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Which colour of the palette a series wears; one hue per metric family, the same on every screen. */
export type Tone = 'heart' | 'oxygen' | 'movement' | 'sleep' | 'temperature' | 'body' | 'metabolic' | 'device' | 'text' | 'muted';

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
  /** Readings behind an aggregated value. */
  readonly count?: number;
  /** The step is not over: its value counts so far and is drawn hollow. */
  readonly soFar?: true;
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
  /** Ascending by time, without empty values. */
  readonly points: readonly SeriesPoint[];
}

export function readingPoint(at: number, value: number): SeriesPoint {
  return { at, from: at, to: at, value };
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
  return points.filter((point) =>
    isStep(point) ? point.to > span.from && point.from < span.to : point.at >= span.from && point.at < span.to,
  );
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
