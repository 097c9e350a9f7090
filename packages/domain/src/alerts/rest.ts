import { bandStateCodes } from '../status/band-state.ts';
import type { StateInterval } from '../timeframe/state-runs.ts';
import { slotSeconds } from './rule.ts';

/** Whether the band was worn all through a slot, by its own word (intervals in order of time): worn is never taken for granted. */
export function wornSlots(band: readonly StateInterval[]): (slot: number) => boolean {
  const worn = band.filter(({ value }) => value === bandStateCodes.wearing);
  const joined = touching(worn);
  const starts = joined.map(({ start }) => start);
  return (slot) => {
    const from = slot * slotSeconds;
    const interval = joined[lastAtMost(starts, from)];
    return interval !== undefined && interval.end >= from + slotSeconds;
  };
}

/** Whether the member was still with the band on all through a slot: worn, and without a step. A slot of which either is not so is not read. */
export function restingSlots(isWorn: (slot: number) => boolean, stepped: ReadonlySet<number>): (slot: number) => boolean {
  return (slot) => !stepped.has(slot) && isWorn(slot);
}

/** Intervals that follow each other without a break as one. */
function touching(intervals: readonly StateInterval[]): readonly { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of intervals) {
    const before = joined.at(-1);
    if (before && before.end >= start) before.end = Math.max(before.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** The place of the last number that is at most `value`; −1 where all are greater. */
function lastAtMost(ordered: readonly number[], value: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
