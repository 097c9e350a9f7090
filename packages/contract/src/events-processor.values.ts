import { measureOf } from '@vigil/domain/facts/measures';
import { assignmentTypes } from './registry-relations.values.ts';

/**
 * What the list of members can be sorted by besides every measure of the catalogue (`measureOf`). `attention`: how urgently a
 * member should be looked at. Members without a value, or with one that is too old to say anything about now, come last in
 * either order.
 */
export const memberOrders = ['lastName', 'attention', 'lastSync', 'status'] as const;
export type MemberOrder = (typeof memberOrders)[number];

/** Whether the list of members can be sorted by this. */
export const isMemberOrder = (field: string): boolean => (memberOrders as readonly string[]).includes(field) || measureOf(field) !== null;

/** Filters by measure in one question. */
export const mostMeasureFilters = 20;

/** Measures in one question: those of a panel, and the two of a blood pressure. */
export const mostAskedMeasures = 40;

/** What a file of members has columns for besides measures. `attention`: the reasons to look at somebody, and since when. */
export const memberFileColumns = ['member', 'status', 'mrn', 'attention', 'lastSync'] as const;
export type MemberFileColumn = (typeof memberFileColumns)[number];

/** Whether a file of members has such a column: one of those, or a measure. */
export const isFileColumn = (column: string): boolean =>
  (memberFileColumns as readonly string[]).includes(column) || measureOf(column) !== null;

/** How the members of a list are assigned: in one way, or in any. */
export const panelAssignmentTypes = ['ALL', ...assignmentTypes] as const;
export type PanelAssignmentType = (typeof panelAssignmentTypes)[number];

/** What a band was last heard to do. */
export const bandStatuses = ['wearing', 'removed', 'charging', 'unknown'] as const;

/**
 * Why a fact has no value: no reading that counts, too few days to say what is usual, an account that does not say, or nobody
 * who has told it.
 */
export const missingReasons = ['no-data', 'too-few-days', 'not-in-account', 'not-told'] as const;
export type MissingReason = (typeof missingReasons)[number];

/** Facts from outside that one call may bring. */
export const mostOutsideFacts = 200;
