import { zoneOffsets } from './zone-offsets.ts';

const dayMs = 86_400_000;

/**
 * Turns wall-clock times of one zone into moments, in the order of a file.
 *
 * - A time that the clock showed twice (the hour after summer time ends) is read so that the file stays in order: in a
 *   file that runs forward, the first of the two moments that is not before the row above; the earlier one at its start.
 * - A time that the clock skipped is read with the offset from before the gap (RFC 5545, 3.3.5): a recorder that did not
 *   switch showed it.
 */
export interface WallClock {
  /** `wallMs` is the wall clock's reading as if it were UTC; the answer is milliseconds since 1970. Exact from 2000 on. */
  momentOf(wallMs: number): number;
}

/** Throws RangeError for a zone that the IANA database does not know. */
export function createWallClock(timeZone: string): WallClock {
  const offsetAt = zoneOffsets(timeZone);
  let previous: number | null = null;
  let runsBackward = false;

  function choose(earlier: number, later: number): number {
    if (previous === null) return earlier;
    if (runsBackward) return later <= previous ? later : earlier;
    return earlier >= previous ? earlier : later;
  }

  return {
    momentOf(wallMs) {
      const before = wallMs - offsetAt(wallMs - dayMs);
      const after = wallMs - offsetAt(wallMs + dayMs);
      let moment = before;
      if (before !== after) {
        const beforeHolds = wallMs - offsetAt(before) === before;
        const afterHolds = wallMs - offsetAt(after) === after;
        if (beforeHolds && afterHolds) moment = choose(Math.min(before, after), Math.max(before, after));
        else if (afterHolds) moment = after;
      }
      if (previous !== null && moment !== previous) runsBackward = moment < previous;
      previous = moment;
      return moment;
    },
  };
}
