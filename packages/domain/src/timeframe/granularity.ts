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
