import type { Role } from '@vigil/domain/roles';

export { type AccountStatus, accountStatuses } from '@vigil/domain/status/account-status';

export const unitSystems = ['IMPERIAL', 'METRIC'] as const;
/** Units that a person reads glucose in, in upper case like all that is kept of their settings. */
export const glucoseUnitSettings = ['MG/DL', 'MMOL/L'] as const;
/** Languages that the portal and its mails are written in. */
export const portalLanguages = ['EN', 'ES'] as const;
export const colorModes = ['LIGHT', 'DARK'] as const;
/** How the value axes of charts end: fitted to what there is to see, or the metric's standard ends. */
export const chartAxes = ['FIT', 'STANDARD'] as const;
export const sexes = ['male', 'female', 'intersex', 'non-binary', 'transgender', 'unknown'] as const;

/** Whose data a member's are: a person's, made by the simulator, or a published data set. */
export const dataOrigins = ['person', 'synthetic', 'public-dataset'] as const;

/** Whether a list of accounts is of members or of staff. */
export const teamTypes = ['PATIENT', 'CLINICIAN'] as const;

/** What a list of accounts can be sorted by. */
export const accountSortFields = ['lastName', 'firstName', 'createdAt', 'email', 'lastStatusDate', 'mrn', 'primaryClinician'] as const;

/** In a filter by primary clinician: those who have none. */
export const noPrimaryClinician = 'NONE';

/** The roles that administrators give and take away, by the fields of a JSON patch. */
export const roleFlags = {
  isMd: 'md',
  isCoach: 'coach',
  isNurse: 'nurse',
  isSpecialist: 'specialist',
  isSupport: 'support',
  isAdmin: 'tenant_admin',
  isObserver: 'observer',
  isPatient: 'patient',
} as const satisfies Readonly<Record<string, Role>>;
export type RoleFlag = keyof typeof roleFlags;

/** What else administrators patch: whether somebody is in the tenant, on hold, switched off, removed. */
export const standingFlags = ['isInTheTenant', 'isOnHold', 'isDeactivated', 'isRemoved'] as const;
export type StandingFlag = (typeof standingFlags)[number];

/** Emergency contacts of a member. */
export const mostEmergencyContacts = 5;

/** People that one call may send an e-mail to. */
export const mostEmailRecipients = 100;
/** Characters of an e-mail. */
export const longestEmailSubject = 200;
export const longestEmailText = 10_000;
