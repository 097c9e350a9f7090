/** How wide one step of facts over time is: an hour, or a calendar day, week (from Monday) or month of a zone. */
export const granularities = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Granularity = (typeof granularities)[number];

/**
 * Where a bar stands on the time axis: 30 minutes after the start of its step, which centres an hour's bar on its hour
 * (specification, business constants). Facts are answered with the start of the step; only bars add the offset. Seconds.
 */
export const barOffsetSeconds = 1_800;

/** The moving average reaches 12 hours back (specification, business constants). */
export const movingAverageHours = 12;

const daySeconds = 86_400;

/**
 * The granularity of a range that names none: what the specification gives its ranges (1 day hourly, 7 and 30 days daily, 365 days
 * monthly), and what lies nearest between them: hours for two days, of which they can still be told apart, days for a summary's
 * three months, then weeks. An hour more or less is the change of clocks. Seconds.
 */
export function granularityOfRange(seconds: number): Granularity {
  const days = seconds / daySeconds;
  if (days <= 2 + 1 / 24) return 'HOURLY';
  if (days <= 93) return 'DAILY';
  return days < 365 - 1 / 24 ? 'WEEKLY' : 'MONTHLY';
}
