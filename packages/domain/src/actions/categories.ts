import type { ActionRole } from './moves.ts';
import type { CompletedStatus, Priority } from './statuses.ts';

/** What an action is about, and what follows from that. A further category is a further entry. */
export interface ActionCategory {
  /** Who may handle it; it waits for the first of them where nobody says otherwise. */
  readonly roles: readonly ActionRole[];
  /** What it is once it is done: worked on, or acknowledged. */
  readonly completedAs: CompletedStatus;
  /** Of an action whose priority nobody said. */
  readonly usualPriority: Priority;
  /** Whether a person may open one, rather than only what the server sees. */
  readonly byHand: boolean;
  /** It follows another action, by the id in status.parent_id. */
  readonly hasParent: boolean;
}

/**
 * The categories (specification, roles and permissions: "nurse and coach; nurse and md; nurse, md and coach"; action types map to
 * INTERVENED or CONFIRMED). DATA_GAP and SURVEY are ours: a band that is silent, and an answer that needs somebody.
 */
export const actionCategories = {
  NEW_PATIENT: { roles: ['nurse', 'coach'], completedAs: 'CONFIRMED', usualPriority: 'LOW', byHand: false, hasParent: false },
  BIOMETRICS: { roles: ['nurse', 'md'], completedAs: 'INTERVENED', usualPriority: 'MEDIUM', byHand: true, hasParent: false },
  PATIENT_FOLLOWUP: { roles: ['nurse', 'md', 'coach'], completedAs: 'INTERVENED', usualPriority: 'MEDIUM', byHand: true, hasParent: true },
  DATA_GAP: { roles: ['nurse', 'coach', 'support'], completedAs: 'INTERVENED', usualPriority: 'LOW', byHand: true, hasParent: false },
  SURVEY: { roles: ['nurse', 'md', 'coach'], completedAs: 'INTERVENED', usualPriority: 'MEDIUM', byHand: true, hasParent: false },
} as const satisfies Record<string, ActionCategory>;

export type ActionCategoryId = keyof typeof actionCategories;
export const actionCategoryIds = Object.keys(actionCategories) as [ActionCategoryId, ...ActionCategoryId[]];

/** The entry of a category, as any entry. */
export const categoryOf = (id: ActionCategoryId): ActionCategory => actionCategories[id];

/**
 * Whether somebody may work on an action and end it: who holds a role of its category, or whoever it was given to. Without the
 * second nobody could be asked who is not of those roles, as a specialist.
 */
export function mayHandle(
  action: { readonly category: ActionCategoryId; readonly assigneeId: string | null },
  who: { readonly id: string; readonly roles: readonly ActionRole[] },
): boolean {
  return action.assigneeId === who.id || who.roles.some((role) => categoryOf(action.category).roles.includes(role));
}
