import { zoneOffsets } from './zone-offsets.ts';

const dayMs = 86_400_000;

/**
 * Turns wall-clock times of one zone into moments, in the order of a file.
 *
 * - A time that the clock showed twice (the hour after summer time ends) is read so that the file stays in order: in a
 *   file that runs forward, the first of the two moments that is not before the row above; the earlier one at its start. A
 *   row that reads like the row above is the same moment, but in a file whose steps are as long as what came twice (hourly).
 * - A time that the clock skipped is read with the offset from before the gap (RFC 5545, 3.3.5): a recorder that did not
 *   switch showed it.
 */
export interface WallClock {
  /** `wallMs` is the wall clock's reading as if it were UTC; the answer is milliseconds since 1970. Exact from 2000 on. */
  momentOf(wallMs: number): number;
  /** Of the times read so far, those that the clock skipped, and those that it showed twice. */
  told(): { readonly skipped: number; readonly shownTwice: number };
}

/** Throws RangeError for a zone that the IANA database does not know. */
export function createWallClock(timeZone: string): WallClock {
  const offsetAt = zoneOffsets(timeZone);
  let previous: number | null = null;
  let runsBackward = false;
  /** From the moment before the last to the last, of those that differ. */
  let step: number | null = null;
  /** The file has several lines for one time, other than in the hour that came twice. */
  let repeatsTimes = false;
  let skipped = 0;
  let shownTwice = 0;

  function choose(earlier: number, later: number): number {
    if (previous === null) return earlier;
    // In an hourly file, the doubled hour has one line for each time that it was shown, and both lines read the same.
    const isNextStep = !repeatsTimes && step === (runsBackward ? earlier - later : later - earlier);
    if (runsBackward) return later < previous || (later === previous && !isNextStep) ? later : earlier;
    return earlier > previous || (earlier === previous && !isNextStep) ? earlier : later;
  }

  return {
    momentOf(wallMs) {
      const before = wallMs - offsetAt(wallMs - dayMs);
      const after = wallMs - offsetAt(wallMs + dayMs);
      let moment = before;
      let isDoubled = false;
      if (before !== after) {
        const beforeHolds = wallMs - offsetAt(before) === before;
        const afterHolds = wallMs - offsetAt(after) === after;
        isDoubled = beforeHolds && afterHolds;
        if (isDoubled) moment = choose(Math.min(before, after), Math.max(before, after));
        else if (afterHolds) moment = after;
        else if (!beforeHolds) skipped += 1;
        if (isDoubled) shownTwice += 1;
      }
      if (previous !== null) {
        if (moment !== previous) {
          step = moment - previous;
          runsBackward = step < 0;
        } else if (!isDoubled) repeatsTimes = true;
      }
      previous = moment;
      return moment;
    },
    told: () => ({ skipped, shownTwice }),
  };
}
