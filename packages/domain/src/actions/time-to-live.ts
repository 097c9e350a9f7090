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

/** When an action that alerts have opened ends by itself, and what bounds that. Unix seconds. */
export interface TimeOfAction {
  readonly priority: Priority;
  readonly dueAt: number | null;
  readonly expiresAt: number;
}

/** Urgent things end soon: an alert keeps an action open for no longer than its priority allows. Seconds. */
export const keptOpenFor = ({ priority }: Pick<TimeOfAction, 'priority'>, timeToLive: number): number =>
  Math.min(timeToLive, timeToLiveSeconds[priority]);

/** When an action ends by itself once an alert has joined it: `priority` is that of the action before. An action that it leads has its time from then on. */
export function expiresOnceJoined(
  action: TimeOfAction,
  { timeToLive, leads }: { timeToLive: number; leads: boolean },
  now: number,
): number {
  if (leads && action.dueAt === null) return now + timeToLive;
  return Math.max(action.expiresAt, now + keptOpenFor(action, timeToLive));
}

/**
 * When an action ends by itself of which alerts stand, or have ended just now: half of the longest time of theirs is left at least. Half, so that an alert that
 * stands for days changes the action once in a while and not with every reading.
 */
export function expiresWhileStanding(action: TimeOfAction, timesToLive: readonly number[], now: number): number {
  const time = Math.max(...timesToLive.map((one) => keptOpenFor(action, one)));
  return action.dueAt !== null || action.expiresAt - now >= time / 2 ? action.expiresAt : now + time;
}
