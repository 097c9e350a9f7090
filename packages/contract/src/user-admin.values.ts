import type { Role } from '@vigil/domain/roles';

/** Who is invited: members, or the people who work for the tenant. */
export const realms = ['patient', 'care'] as const;
export type Realm = (typeof realms)[number];

/** What somebody who is invited to work for the tenant can be; an administrator is one of these as well. */
export const invitableRoles = ['md', 'nurse', 'coach', 'specialist', 'support', 'clinician', 'observer'] as const satisfies readonly Role[];

export const heightDisplayUnits = ['FOOT+INCH', 'CENTIMETER'] as const;
export const weightDisplayUnits = ['POUND', 'KILOGRAM'] as const;
export const orderSource = 'ADMIN_PORTAL';

/** Bounds of an invitation, ends included. */
export const heightBoundsM = { least: 0.3, most: 2.75 } as const;
export const weightBoundsKg = { least: 3, most: 500 } as const;

/** How sex may be written short, and the word that is kept. */
export const sexCodes = { m: 'male', f: 'female', i: 'intersex', nb: 'non-binary', t: 'transgender', u: 'unknown' } as const;

/** Characters at most. */
export const longestName = 100;
export const longestLine = 200;
export const longestEmail = 254;

/** Specified text for an invitation to work for the tenant that does not say as what. */
export const roleRequired = 'Invalid account invitation: "role" is required for clinicians';

/** How a link reaches somebody. */
export const channels = ['EMAIL', 'SMS'] as const;
export type Channel = (typeof channels)[number];

/** The columns of an import, by the names and in the order of the specification. */
export const specifiedImportColumns = [
  'contact',
  'phone',
  'firstname',
  'lastname',
  'birthdate',
  'sex',
  'gender',
  'height',
  'weight',
  'address',
  'city',
  'state',
  'zip',
  'countrycode',
  'countryname',
  'qhcp',
  'role',
  'title',
] as const;
/** Whom a member is assigned to: clinicians by e-mail address, care teams by name. */
const careImportColumns = ['primaryclinician', 'supportclinician', 'careteam'] as const;
/** Those that may stand beside them. A height or weight in other units takes the place of the specified one in centimeters or kilograms. */
export const furtherImportColumns = ['mrn', 'employeeid', 'timezone', 'language', 'height_in', 'weight_lb', ...careImportColumns] as const;
export const importColumns = [...specifiedImportColumns, ...furtherImportColumns] as const;
export type ImportColumn = (typeof importColumns)[number];
/** What a file has to have. */
export const neededImportColumns = ['contact', 'firstname', 'lastname'] as const satisfies readonly ImportColumn[];

/** In `columns` of an import: the column of the file is not read. */
export const unreadColumn = '-';

/** How 04/05/1980 is read: April 5 or 4 May. */
export const dateOrders = ['MDY', 'DMY'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** CHECKED: nothing was made yet. STOPPED: by a person; it can be started again. */
export const importStates = ['CHECKED', 'RUNNING', 'STOPPED', 'DONE'] as const;
export type ImportState = (typeof importStates)[number];
/**
 * READY: an account is going to be made. UNUSUAL: it is once somebody confirms a height or weight that hardly anybody has. DUPLICATE: the
 * same person is there already, or in a line above.
 */
export const rowOutcomes = ['READY', 'UNUSUAL', 'CREATED', 'DUPLICATE', 'ERROR'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * How far somebody who was invited has come; the first band sync is members' only. WAITING: no mail server or SMS provider carries the link,
 * and an administrator has to pass it on.
 */
export const onboardingStages = ['NOT_SENT', 'WAITING', 'SENT', 'OPENED', 'ACCOUNT', 'SYNCED'] as const;
export type OnboardingStage = (typeof onboardingStages)[number];
