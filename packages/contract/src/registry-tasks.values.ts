/** Longest name of a task's type, in characters. */
export const longestTaskType = 64;

/** The longest task, in seconds: a day. */
export const longestTaskSeconds = 86_400;

/** How far ahead of the server's clock a task may lie, in milliseconds: clocks of browsers differ. */
export const taskClockSkewMs = 5 * 60_000;
