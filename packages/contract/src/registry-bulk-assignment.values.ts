/** Members that one call can assign. */
export const mostBulkMembers = 1_000;

/** How long whoever assigned many members at once can undo it. Seconds. */
export const bulkUndoSeconds = 600;

/**
 * What a bulk assignment comes to for one member. REPLACED: assigned, and whoever was in that team before is not any more. UNCHANGED: is
 * assigned so already.
 */
export const bulkOutcomes = ['ASSIGNED', 'REPLACED', 'UNCHANGED', 'REFUSED'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Why a member cannot be assigned. SELF: the clinician is this member. */
export const bulkRefusals = ['NOT_FOUND', 'DISCHARGED', 'REMOVED', 'SELF', 'TEAM_FULL'] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

/** CHANGED_SINCE: somebody has changed who looks after the member since, so that stays. */
export const bulkUndoOutcomes = ['UNDONE', 'CHANGED_SINCE'] as const;
export type BulkUndoOutcome = (typeof bulkUndoOutcomes)[number];
