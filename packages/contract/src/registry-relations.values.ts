/** Every team type of the specification: PATIENT and CLINICIAN are lists of accounts, the others say who looks after a member. */
export const everyTeamType = ['PATIENT', 'CLINICIAN', 'PRIMARY', 'SUPPORT', 'NONE'] as const;

/** The two sides of a member's own care team. */
export const relationTeamTypes = ['PRIMARY', 'SUPPORT'] as const;
export type RelationTeamType = (typeof relationTeamTypes)[number];

/** What a team of a member can be: primary, support, or a care team without either (NONE). */
export const patientTeamTypes = [...relationTeamTypes, 'NONE'] as const;

/**
 * How somebody came to look after a member: assigned directly, having taken the member over from somebody, or along with
 * somebody else. Of the primary clinicians those with DIRECT_ASSIGNMENT count as direct.
 */
export const assignmentTypes = ['DIRECT_ASSIGNMENT', 'TRANSFER_ASSIGNMENT', 'TEAM_ASSIGNMENT'] as const;
export type AssignmentType = (typeof assignmentTypes)[number];

/** What a caller may ask for: TEAM_ASSIGNMENT follows from an assignment, and is not asked for. */
export const askedAssignmentTypes = ['DIRECT_ASSIGNMENT', 'TRANSFER_ASSIGNMENT'] as const;

/** What becomes of who looks after a member. */
export const careEvents = ['ASSIGNED', 'UNASSIGNED', 'TEAM_JOINED', 'TEAM_LEFT'] as const;
export type CareEvent = (typeof careEvents)[number];
