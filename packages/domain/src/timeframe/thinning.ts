const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Steps that an interval is divided into at least, where one can be: more than a chart has pixels. */
export const leastThinnedSteps = 2_000;

/** Lengths that divide a minute or are made of whole ones, so that whatever is told by the minute is made of whole steps. Milliseconds. */
const stepsMs: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 3_000, 5_000, 6_000, 10_000, 15_000, 20_000, 30_000],
  ...[1, 2, 3, 5, 6, 10, 15, 20, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12, 24].map((hours) => hours * hourMs),
];

/** How long the steps are, in milliseconds, that readings of an interval are thinned to. They begin at whole multiples of it since 1970. */
export function thinningStepMs(intervalMs: number): number {
  return stepsMs.findLast((step) => step * leastThinnedSteps <= intervalMs) ?? 1;
}
