import { median } from '../statistics/robust.ts';
import { bandStateCodes } from '../status/band-state.ts';
import type { StateInterval } from '../timeframe/state-runs.ts';

const hourSeconds = 3_600;

/** A reading. Unix seconds. */
export interface WornReading {
  readonly seconds: number;
  readonly value: number;
}

/**
 * The last hour for which the band is known to have been worn, in pieces where it was taken off in between; less than an hour
 * where there is no more. Nothing where it was never worn: an unknown band is no worn one. Unix seconds, the newest first.
 */
export function lastWornHour(band: readonly StateInterval[]): readonly { readonly start: number; readonly end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let left = hourSeconds;
  const worn = band.filter(({ value }) => value === bandStateCodes.wearing).sort((a, b) => b.end - a.end);
  for (const { start, end } of worn) {
    if (left <= 0) break;
    const piece = { start: Math.max(start, end - left), end };
    pieces.push(piece);
    left -= piece.end - piece.start;
  }
  return pieces;
}

/** Readings that count, column by column, in order of time. Unix seconds. */
export interface TimedReadings {
  readonly seconds: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** The same as `medianOfWorn` tells of readings in order of time, for many moments: the median alone. */
export function wornMedian({ seconds, values }: TimedReadings, pieces: ReturnType<typeof lastWornHour>): number | null {
  const inside: number[] = [];
  for (const { start, end } of pieces)
    for (let at = firstNotBefore(seconds, start); at < seconds.length && (seconds[at] ?? end) < end; at++) inside.push(values[at] ?? 0);
  return inside.length === 0 ? null : median(inside);
}

/** The place of the first that is not before a moment; their number where all are. */
export function firstNotBefore(ordered: ArrayLike<number>, moment: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The median of the readings in those pieces, the newest of them, and how many there were; null without any. */
export function medianOfWorn(readings: readonly WornReading[], pieces: ReturnType<typeof lastWornHour>) {
  const inside = readings.filter(({ seconds }) => pieces.some(({ start, end }) => seconds >= start && seconds < end));
  if (inside.length === 0) return null;
  return {
    value: median(inside.map(({ value }) => value)),
    measuredAt: Math.max(...inside.map(({ seconds }) => seconds)),
    readings: inside.length,
  };
}
