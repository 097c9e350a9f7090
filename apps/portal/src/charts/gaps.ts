import { isStep, type Series, type SeriesPoint, type TimeSpan } from './series.ts';

/**
 * A line is broken when nothing was measured for longer than this many times the metric's own cadence (the median
 * time between its readings in view). Five lets a minute-level series jump over short artefacts that the band itself
 * discards, and shows every absence of more than five minutes as what it is.
 */
const gapMultiple = 5;

/** Readings closer together than this never break a line, however dense the rest is: seconds. */
const shortestGapSeconds = 120;

/** Readings further apart than this are never joined, however rare the metric is: a line across hours says what nobody measured. Seconds. */
const longestJoinSeconds = 3600;

/** How far apart readings of a cadence may be and still belong together. Seconds. */
export function joinSeconds(cadence: number | null): number {
  return Math.min(longestJoinSeconds, Math.max(shortestGapSeconds, (cadence ?? 0) * gapMultiple));
}

/** Readings taken now and then (a scale, a cuff, a thermometer): each is a value of its own, not a point of a line. */
export function isOccasional(points: readonly SeriesPoint[]): boolean {
  const [first] = points;
  if (first === undefined || isStep(first)) return false;
  return points.length === 1 || (cadenceSeconds(points) ?? 0) > longestJoinSeconds;
}

/** The cadences of lists of points, which never change: the median of tens of thousands is asked for several times a drawing. */
const known = new WeakMap<readonly SeriesPoint[], number | null>();

/** Median time between neighbouring readings in seconds; null with fewer than two. */
export function cadenceSeconds(points: readonly SeriesPoint[]): number | null {
  const found = known.get(points);
  if (found !== undefined) return found;
  const cadence = medianDistance(points);
  known.set(points, cadence);
  return cadence;
}

function medianDistance(points: readonly SeriesPoint[]): number | null {
  if (points.length < 2) return null;
  const distances: number[] = [];
  for (let index = 1; index < points.length; index++) {
    const [before, point] = [points[index - 1], points[index]];
    if (before !== undefined && point !== undefined) distances.push(point.at - before.at);
  }
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? null;
}

/**
 * Whether the band was off or charging between two moments in which nothing was measured: for a whole such stretch, or for longer
 * than `longestSeconds` of one. A battery that tells its charge while it is charged is measured in between, and goes on.
 */
export function isUnwornBetween(unworn: readonly TimeSpan[], from: number, to: number, longestSeconds: number): boolean {
  return unworn.some((stretch) => {
    const isWhole = stretch.from >= from && stretch.to <= to;
    return isWhole || Math.min(stretch.to, to) - Math.max(stretch.from, from) > longestSeconds;
  });
}

/**
 * The series in unbroken stretches. Steps of an aggregate belong together while each begins where the one before
 * ended (half a step's tolerance, because months and days with a clock change differ in length); readings while they
 * are no further apart than `gapMultiple` cadences and the band was worn in between, whatever their cadence.
 */
export function splitAtGaps(
  { points, unworn = [] }: Pick<Series, 'points' | 'unworn'>,
  cadence: number | null = cadenceSeconds(points),
): readonly (readonly SeriesPoint[])[] {
  const longest = joinSeconds(cadence);
  const stretches: SeriesPoint[][] = [];
  const isUnworn = (one: SeriesPoint, next: SeriesPoint) => isUnwornBetween(unworn, one.at, next.at, cadence ?? 0);
  let before: SeriesPoint | undefined;
  for (const point of points) {
    const stretch = stretches.at(-1);
    if (before === undefined || stretch === undefined || isGap(before, point, longest) || isUnworn(before, point)) stretches.push([point]);
    else stretch.push(point);
    before = point;
  }
  return stretches;
}

function isGap(before: SeriesPoint, point: SeriesPoint, longestSeconds: number): boolean {
  if (isStep(before) && isStep(point)) return point.from - before.to > (before.to - before.from) / 2;
  return point.at - before.at > longestSeconds;
}
