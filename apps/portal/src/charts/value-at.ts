import { cadenceSeconds, isUnwornBetween, joinSeconds } from './gaps.ts';
import { isStep, type Series, type SeriesPoint } from './series.ts';

/**
 * What a series shows at a moment: the step that holds it, or the nearest reading that is no further away than half a
 * gap would be, never more than 30 minutes, and with no time in between in which the band was off or charging. Null where nothing was measured, so that a cursor in a gap reads nothing rather than a neighbour's value.
 */
export function valueAt(series: Pick<Series, 'points' | 'unworn'>, at: number): SeriesPoint | null {
  const { points, unworn = [] } = series;
  const after = firstAfter(points, at);
  const before = points[after - 1];
  const next = points[after];
  if (before !== undefined && isStep(before)) return at < before.to ? before : null;
  const cadence = cadenceSeconds(points);
  const reach = joinSeconds(cadence) / 2;
  const near = [before, next].filter((point) => point !== undefined).sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
  if (near === undefined || Math.abs(near.at - at) > reach) return null;
  return isUnwornBetween(unworn, Math.min(near.at, at), Math.max(near.at, at), (cadence ?? 0) / 2) ? null : near;
}

/** Index of the first point that starts after `at`. */
function firstAfter(points: readonly SeriesPoint[], at: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.from ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
