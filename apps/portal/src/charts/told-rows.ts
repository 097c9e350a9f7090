import { finishedOf, pointsWithin, type Series, type SeriesPoint, type TimeSpan } from './series.ts';

/** The rows of a series of dots or states: one for each of its words, or itself where it has none. */
function partsOf({ label, words, points }: Series): readonly { readonly label: string; readonly points: readonly SeriesPoint[] }[] {
  if (words === undefined) return [{ label, points }];
  return [...words].map(([value, word]) => ({ label: word, points: points.filter((point) => point.value === value) }));
}

interface Row {
  readonly label: string;
  /** How often it was logged or planned within the span, and how often of these it was missed. */
  readonly count: number;
  readonly missed: number;
}

/** How often each row of a series was logged; rows without an entry are left out. */
export function rowsOf(series: Series, span: TimeSpan): readonly Row[] {
  return partsOf(series)
    .map(({ label, points }) => ({ label, shown: pointsWithin(points, span) }))
    .filter(({ shown }) => shown.length > 0)
    .map(({ label, shown }) => ({ label, count: shown.length, missed: shown.filter((point) => point.missed).length }));
}

interface Held {
  readonly label: string;
  readonly seconds: number;
}

/** How long each state held within the span; states that never did are left out. */
export function heldIn(series: Series, span: TimeSpan): readonly Held[] {
  const within = ({ from, to }: SeriesPoint) => Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
  return partsOf(series)
    .map(({ label, points }) => ({ label, seconds: points.reduce((sum, point) => sum + within(point), 0) }))
    .filter(({ seconds }) => seconds > 0);
}

interface Part {
  readonly of: Series;
  /** Its mean over the steps of which any part is known; one that lacks it counts nothing there. */
  readonly average: number;
}

/** What the parts of a composed bar are on average of the steps that are over. */
export function averageParts(series: readonly Series[], span: TimeSpan): readonly Part[] {
  const shown = series.map((of) => ({ of, points: finishedOf(pointsWithin(of.points, span)) }));
  const steps = new Set(shown.flatMap(({ points }) => points.map(({ from }) => from))).size;
  return shown.map(({ of, points }) => ({ of, average: points.reduce((sum, { value }) => sum + value, 0) / steps }));
}
