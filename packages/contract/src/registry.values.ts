/** Every account status of the specification; INACTIVE and REMOVED come from other systems. */
export const accountStatuses = ['ACTIVE', 'CREATED', 'HOLDING', 'INACTIVE', 'REMOVED', 'DISCHARGED'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const unitSystems = ['IMPERIAL', 'METRIC'] as const;
export const colorModes = ['LIGHT', 'DARK'] as const;
/** How the value axes of charts end: fitted to what there is to see, or the metric's standard ends. */
export const chartAxes = ['FIT', 'STANDARD'] as const;
export const sexes = ['male', 'female', 'intersex', 'unknown'] as const;

/** Whose data a member's are: a person's, made by the simulator, or a published data set. */
export const dataOrigins = ['person', 'synthetic', 'public-dataset'] as const;

/** Whether a list of accounts is of members or of staff. */
export const teamTypes = ['PATIENT', 'CLINICIAN'] as const;

/** What a list of accounts can be sorted by. */
export const accountSortFields = ['lastName', 'firstName', 'createdAt', 'email'] as const;
