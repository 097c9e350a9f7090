import { splitAtGaps } from './gaps.ts';
import { extremesOf, pointsWithin, type Series, type SeriesPoint, type TimeSpan } from './series.ts';

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
export function summarize(series: Pick<Series, 'points'>, span: TimeSpan): SeriesSummary | null {
  const points = pointsWithin(series.points, span);
  const extremes = extremesOf(points);
  if (extremes === null) return null;
  const total = points.reduce((sum, point) => sum + point.value, 0);
  return { count: points.length, ...extremes, mean: meanOf(points), total, gaps: splitAtGaps(points).length - 1 };
}

function meanOf(points: readonly SeriesPoint[]): number {
  const isWeighted = points.every(({ count }) => count !== undefined);
  const weights = points.map(({ count = 1 }) => (isWeighted ? count : 1));
  const readings = weights.reduce((sum, weight) => sum + weight, 0);
  return points.reduce((sum, { value }, index) => sum + value * (weights[index] ?? 0), 0) / readings;
}
