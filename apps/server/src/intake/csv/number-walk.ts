/**
 * Watches whether whole numbers vary as measurements do. Ids of persons do not: they come in blocks (no steps), sorted or in turns
 * (steps that seldom turn back), in no order (steps of a third of the range), or few of a wide range (codes).
 */
export interface NumberWalk {
  add(value: number): void;
  /** `different` is how many different numbers there are. */
  isOfMeasurements(different: number): boolean;
  /** Whether all are codes of one figure, 0 to 9, as of a zone or of how somebody feels. */
  areCodes(): boolean;
}

/** Fewer steps, or fewer different numbers, say nothing. */
const fewestSteps = 100;
const fewestDifferent = 20;
/** Of all steps, those that turn back, at least. */
const turningShare = 1 / 4;
/** Of the range, the mean step, at most. */
const stepShare = 1 / 10;
/** Of the whole numbers in the range, those that come, at least. */
const filledShare = 1 / 4;
const largestCode = 9;

export function createNumberWalk(): NumberWalk {
  let previous: number | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let steps = 0;
  let turns = 0;
  let walked = 0;
  let direction = 0;

  return {
    add(value) {
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
      const step = previous === undefined ? 0 : value - previous;
      previous = value;
      if (step === 0) return;
      steps += 1;
      walked += Math.abs(step);
      if (direction !== 0 && Math.sign(step) !== direction) turns += 1;
      direction = Math.sign(step);
    },
    isOfMeasurements(different) {
      const range = highest - lowest;
      return (
        steps >= fewestSteps &&
        different >= fewestDifferent &&
        turns >= steps * turningShare &&
        walked / steps <= range * stepShare &&
        different >= (range + 1) * filledShare
      );
    },
    areCodes: () => lowest >= -largestCode && highest <= largestCode,
  };
}
