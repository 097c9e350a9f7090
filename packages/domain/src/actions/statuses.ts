/** Everything that an action can be (specification, states). */
export const actionStatuses = ['OPEN', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED'] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** Somebody has to do something: as it was opened, or for somebody else. */
export const liveStatuses = ['OPEN', 'ESCALATED', 'DEESCALATED', 'REASSIGNED'] as const satisfies readonly ActionStatus[];

/** Moved from one role to another: live, for somebody else. */
export const movedStatuses = ['ESCALATED', 'DEESCALATED', 'REASSIGNED'] as const satisfies readonly ActionStatus[];
export type MovedStatus = (typeof movedStatuses)[number];

/** What COMPLETED stands for: ended by what the category asks for. */
export const completedStatuses = ['INTERVENED', 'CONFIRMED'] as const satisfies readonly ActionStatus[];
export type CompletedStatus = (typeof completedStatuses)[number];

/** What a list can be asked for: each status, and COMPLETED for the two that it stands for. */
export const askedStatuses = [...actionStatuses, 'COMPLETED'] as const;
export type AskedStatus = (typeof askedStatuses)[number];

const isOneOf = (list: readonly string[], status: string) => list.includes(status);

export const isLive = (status: ActionStatus): boolean => isOneOf(liveStatuses, status);
export const isMoved = (status: ActionStatus): status is MovedStatus => isOneOf(movedStatuses, status);
export const isCompleted = (status: ActionStatus): status is CompletedStatus => isOneOf(completedStatuses, status);

/** The statuses that are meant: COMPLETED is INTERVENED and CONFIRMED. */
export function statusesAsked(asked: readonly AskedStatus[]): ActionStatus[] {
  return [...new Set(asked.flatMap((one) => (one === 'COMPLETED' ? completedStatuses : [one])))];
}

/** CRITICAL to LOW, the worst first: of alerts and of actions. */
export const priorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof priorities)[number];

/** LOW is STANDARD, any other PRIORITY (specification, states). */
export const classOf = (priority: Priority): 'STANDARD' | 'PRIORITY' => (priority === 'LOW' ? 'STANDARD' : 'PRIORITY');

/**
 * What stands on the screen for an action (specification, states): a completed one shows its category, a moved one its status and
 * the one it had before its first move; any other its status.
 */
export type ShownStatus<Category extends string> =
  | { readonly kind: 'category'; readonly category: Category }
  | { readonly kind: 'moved'; readonly status: MovedStatus; readonly original: ActionStatus }
  | { readonly kind: 'status'; readonly status: ActionStatus };

export function shownStatus<Category extends string>(action: {
  readonly category: Category;
  readonly status: ActionStatus;
  readonly statusOriginal: ActionStatus | null;
}): ShownStatus<Category> {
  const { category, status, statusOriginal } = action;
  if (isCompleted(status)) return { kind: 'category', category };
  if (isMoved(status)) return { kind: 'moved', status, original: statusOriginal ?? 'OPEN' };
  return { kind: 'status', status };
}
