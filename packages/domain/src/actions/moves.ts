import { careTeamRole, type Role } from '../roles.ts';
import type { MovedStatus } from './statuses.ts';

/** Roles that an action can wait for. Whoever is only a clinician counts as md, as everywhere. */
export const actionRoles = ['md', 'nurse', 'coach', 'specialist', 'support'] as const satisfies readonly Role[];
export type ActionRole = (typeof actionRoles)[number];

/**
 * What a move from one role to another is (specification, reassignment between roles). A pair that is not in the table, those of
 * one role and all with specialist and support among them, is a reassignment.
 */
const table: Readonly<Partial<Record<ActionRole, Readonly<Partial<Record<ActionRole, MovedStatus>>>>>> = {
  md: { nurse: 'DEESCALATED', coach: 'DEESCALATED' },
  nurse: { coach: 'DEESCALATED', md: 'ESCALATED' },
  coach: { md: 'ESCALATED', nurse: 'ESCALATED' },
};

export const moveBetween = (from: ActionRole, to: ActionRole): MovedStatus => table[from]?.[to] ?? 'REASSIGNED';

/** What an assignment is: a move, or, where nobody had the action and its role stays, that somebody takes it. */
export const assignmentOps = ['ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED'] as const;
export type AssignmentOp = (typeof assignmentOps)[number];

/** `holder`: who has the action; null where it waits for whoever of the role takes it. */
export function assignmentOp(before: { readonly holder: string | null; readonly role: ActionRole }, to: ActionRole): AssignmentOp {
  return before.holder === null && before.role === to ? 'ASSIGNED' : moveBetween(before.role, to);
}

/** The roles of actions that somebody holds, in the order in which they hold them; a clinician without another is an md. */
export function actionRolesOf(held: readonly Role[]): ActionRole[] {
  const own = held.filter((role): role is ActionRole => (actionRoles as readonly Role[]).includes(role));
  return own.length === 0 && held.includes('clinician') && careTeamRole(held) === 'md' ? ['md'] : own;
}
