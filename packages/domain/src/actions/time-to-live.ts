import type { Priority } from './statuses.ts';

const hour = 3_600;
const day = 24 * hour;

/** How long an action stays open by itself, by its priority. Seconds. */
export const timeToLiveSeconds: Readonly<Record<Priority, number>> = {
  CRITICAL: 24 * hour,
  HIGH: 72 * hour,
  MEDIUM: 7 * day,
  LOW: 14 * day,
};

/** How long a follow-up waits after its date. Seconds. */
export const followUpGraceSeconds = 7 * day;

/** Bounds of a time to live that somebody or a rule sets. Seconds. */
export const timeToLiveBounds = { least: 60, most: 365 * day } as const;

/**
 * When an action that nobody works on ends by itself, in Unix seconds: its date and a week where it has a date, else what was set
 * for it, else what holds for its priority.
 */
export function expiresAt(action: {
  readonly priority: Priority;
  readonly createdAt: number;
  readonly dueAt: number | null;
  readonly timeToLive: number | null;
}): number {
  if (action.dueAt !== null) return Math.max(action.createdAt, action.dueAt) + followUpGraceSeconds;
  return action.createdAt + (action.timeToLive ?? timeToLiveSeconds[action.priority]);
}
