import { zoneOffsets } from './zone-offsets.ts';

const dayMs = 86_400_000;
/** Two steps of a file are alike where they differ by less than this share: a sensor of 15 minutes writes 14, 15 or 16. */
const likeShare = 0.25;

/**
 * Turns wall-clock times of one zone into moments, in the order of a file.
 *
 * - A time that the clock showed twice (the hour after summer time ends) is read so that each pass of the clock stays in order,
 *   whether a file has one pass after the other or is sorted by what the clock showed, both passes among each other: a time that
 *   comes sooner after the last one of a pass than half a step of the file is of the other pass. A row that reads like the row
 *   above is the same moment in a file without even steps, and in one that has several lines for a time elsewhere.
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
  const pace = createPace();
  /** The last time of either pass of the hour being read, as the clock showed it. */
  let passes: { first?: number; second?: number } = {};
  let skipped = 0;
  let shownTwice = 0;

  /** Whether a time that came twice is of the pass that the file comes to first; if not it is of the other one. */
  function isOfNearPass(wallMs: number, repeatMs: number): boolean {
    const last = pace.runsBackward() ? passes.second : passes.first;
    if (last === undefined) return true;
    const ahead = pace.runsBackward() ? last - wallMs : wallMs - last;
    const leastMs = pace.leastStepMs(repeatMs);
    return leastMs === null ? ahead >= 0 : ahead >= leastMs;
  }

  return {
    momentOf(wallMs) {
      const before = wallMs - offsetAt(wallMs - dayMs);
      const after = wallMs - offsetAt(wallMs + dayMs);
      const [beforeHolds, afterHolds] =
        before === after ? [true, false] : [wallMs - offsetAt(before) === before, wallMs - offsetAt(after) === after];
      if (!(beforeHolds && afterHolds)) {
        passes = {};
        pace.see(wallMs);
        if (beforeHolds) return before;
        if (!afterHolds) skipped += 1;
        return afterHolds ? after : before;
      }
      shownTwice += 1;
      const [earlier, later] = [Math.min(before, after), Math.max(before, after)];
      const isNear = isOfNearPass(wallMs, later - earlier);
      const isFirst = isNear !== pace.runsBackward();
      if (isNear) pace.see(wallMs);
      if (isFirst) passes.first = wallMs;
      else passes.second = wallMs;
      return isFirst ? earlier : later;
    },
    told: () => ({ skipped, shownTwice }),
  };
}

/** How the times of a file go on, by those that came once and those of the pass that it comes to first. */
function createPace() {
  let previous: number | null = null;
  let [forward, backward] = [0, 0];
  /** The step that most are like, and how many more are like it than not. */
  let [usualMs, like, unlike] = [0, 0, 0];
  /** The file has several lines for one time. */
  let repeatsTimes = false;

  function seeStep(stepMs: number): void {
    if (Math.abs(stepMs - usualMs) < likeShare * usualMs) like += 1;
    else unlike += 1;
    if (unlike > like) [usualMs, like, unlike] = [stepMs, 1, 0];
  }

  return {
    see(wallMs: number): void {
      if (previous !== null && wallMs === previous) repeatsTimes = true;
      else if (previous !== null) {
        if (wallMs > previous) forward += 1;
        else backward += 1;
        seeStep(Math.abs(wallMs - previous));
      }
      previous = wallMs;
    },
    /** A few steps back, as where the sensor's own readings end and others begin, do not make a file run backward. */
    runsBackward: () => backward > forward,
    /**
     * What lies less far ahead is no next reading of the same pass; null where the file says nothing of it. It says so by steps that
     * are mostly alike and no longer than what came twice; one is enough where it is just as long, as in an hourly file.
     */
    leastStepMs(repeatMs: number): number | null {
      const isUsual = like > unlike && usualMs <= repeatMs && (like > 1 || usualMs === repeatMs);
      return isUsual && !repeatsTimes ? usualMs / 2 : null;
    },
  };
}
