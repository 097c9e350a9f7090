import type { Annotation } from './annotations.ts';
import { pointsWithin, type Series, type TimeSpan } from './series.ts';

/** Where the keys stop: every reading of every series on screen and every annotation, ascending, each moment once. Unix seconds. */
export function stopsOf(series: readonly Series[], annotations: readonly Annotation[], span: TimeSpan): readonly number[] {
  const clamped = (at: number) => Math.max(span.from, Math.min(span.to, at));
  const readings = series.flatMap(({ points }) => pointsWithin(points, span).map(({ at }) => clamped(at)));
  const marked = annotations.filter(({ at }) => at >= span.from && at < span.to).map(({ at }) => at);
  return [...new Set([...readings, ...marked])].sort((a, b) => a - b);
}

/** Index of the stop nearest to a moment, the later of two; -1 without stops. */
export function nearestStop(stops: readonly number[], at: number): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [stops[low - 1], stops[low]];
  if (after === undefined) return stops.length - 1;
  return before !== undefined && at - before < after - at ? low - 1 : low;
}

/** What a key means: steps from where the cursor is, or one of the ends. Null: not a key of ours. */
export function stopAfter(key: string, shift: boolean, stops: readonly number[], at: number | null): number | null {
  const last = stops.length - 1;
  if (last < 0) return null;
  const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
  const end = ends[key];
  if (end !== undefined) return stops[end] ?? null;
  const stride = shift ? 10 : 1;
  const page = Math.max(1, Math.round(stops.length / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -stride,
    ArrowDown: -stride,
    ArrowRight: stride,
    ArrowUp: stride,
    PageDown: -page,
    PageUp: page,
  };
  const step = steps[key];
  if (step === undefined) return null;
  // The first press shows the latest reading, which is the one that is mostly wanted.
  if (at === null) return stops[last] ?? null;
  return stops[Math.max(0, Math.min(last, nearestStop(stops, at) + step))] ?? null;
}
