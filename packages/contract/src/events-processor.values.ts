import { assignmentTypes } from './registry-relations.values.ts';

/** Measures that the list of members can show and sort by. */
export const panelMeasures = [
  'heart_rate',
  'rhr',
  'rmssd',
  'resp_rate',
  'spo2',
  'skin_temp',
  'body_temp',
  'weight',
  'systolic',
  'diastolic',
  'glucose',
  'battery',
  'steps',
] as const;

/**
 * What the list of members can be sorted by; members without a value, or with one that is too old to say anything about
 * now, come last in either order. `attention`: how urgently a member should be looked at.
 */
export const memberSortFields = ['lastName', 'attention', 'lastSync', 'status', 'age', ...panelMeasures] as const;

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
