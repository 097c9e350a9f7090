import { splitAtGaps } from './gaps.ts';
import { extremesOf, meanOfReadings, pointsWithin, type Series, type TimeSpan } from './series.ts';

/** The figures that say in words what a chart shows. */
interface SeriesSummary {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  /** Mean of the readings where their numbers are known, so that a month of one day weighs a day; else of the points drawn. */
  readonly mean: number;
  readonly total: number;
  /** Interruptions by the rule that breaks the line. */
  readonly gaps: number;
}

/** Figures of a series within a span; null when nothing lies within it. */
export function summarize(series: Pick<Series, 'points' | 'unworn'>, span: TimeSpan): SeriesSummary | null {
  const points = pointsWithin(series.points, span);
  const extremes = extremesOf(points);
  if (extremes === null) return null;
  const total = points.reduce((sum, point) => sum + point.value, 0);
  return { count: points.length, ...extremes, mean: meanOfReadings(points), total, gaps: splitAtGaps({ ...series, points }).length - 1 };
}
