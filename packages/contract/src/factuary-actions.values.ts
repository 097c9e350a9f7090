export { type ActionCategoryId, actionCategories, actionCategoryIds, categoryOf, mayHandle } from '@vigil/domain/actions/categories';
export {
  endsAction,
  type InterventionOutcome,
  type InterventionType,
  interventionOutcomes,
  interventionTypes,
  outcomeMeaning,
} from '@vigil/domain/actions/interventions';
export { type ActionRole, type AssignmentOp, actionRoles, actionRolesOf, assignmentOp, assignmentOps } from '@vigil/domain/actions/moves';
export {
  type ActionStatus,
  type AskedStatus,
  actionStatuses,
  askedStatuses,
  classOf,
  completedStatuses,
  isLive,
  liveStatuses,
  type Priority,
  priorities,
  shownStatus,
  statusesAsked,
} from '@vigil/domain/actions/statuses';

/** What becomes of an action. Each is one event; what an action is, is what its last event says. */
export const actionEventKinds = [
  'OPENED',
  // The alert of another rule that belongs to it.
  'JOINED',
  'ASSIGNED',
  'ESCALATED',
  'DEESCALATED',
  'REASSIGNED',
  'CHANGED',
  'ATTEMPTED',
  'INTERVENED',
  'CONFIRMED',
  'CLOSED',
  'EXPIRED',
  // The event before it was undone by whoever did it.
  'UNDONE',
] as const;
export type ActionEventKind = (typeof actionEventKinds)[number];

/** What whoever did it can undo. */
export const undoableKinds = [
  ...(['ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'ATTEMPTED', 'INTERVENED', 'CONFIRMED', 'CLOSED'] as const),
] satisfies readonly ActionEventKind[];

/** What undoing an intervention did to its follow-up: closed, as withdrawn, or left, since somebody has worked on it. */
export const withdrawnFollowUps = ['withdrawn', 'left'] as const;
export type WithdrawnFollowUp = (typeof withdrawnFollowUps)[number];

/** Longest title of an action, in characters. */
export const longestActionTitle = 200;

/** Longest note of an intervention, a move or a closing, in characters. */
export const longestActionNote = 2_000;

/** Minutes that one intervention can take. */
export const longestInterventionMinutes = 480;

/** Actions that can be intervened on at once. */
export const mostActionsAtOnce = 100;

/** Days ahead that a follow-up can be planned. */
export const longestFollowUpDays = 365;

/** Actions of a page of the list: without a word about it, and at most. */
export const actionsOfPage = { usual: 20, most: 200 } as const;

/** The counters of the action report, in its order (specification, entities). */
export const actionCounters = ['remain_opened', 'closed', 'completed', 'expired', 'escalated', 'deescalated', 'reassigned'] as const;
export type ActionCounter = (typeof actionCounters)[number];

/** Days that the action report can cover, both ends included. */
export const longestReportDays = 400;

/** Entries of one answer of the action report; `complete` is false where there are more. */
export const mostReportEntries = 20_000;
