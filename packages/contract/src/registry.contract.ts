import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { longestSearchText, sortOrders } from './paging.values.ts';
import { accountEdit, emergencyContact } from './registry.forms.ts';
import {
  accountSortFields,
  accountStatuses,
  chartAxes,
  colorModes,
  dataOrigins,
  glucoseUnitSettings,
  noPrimaryClinician,
  portalLanguages,
  sexes,
  teamTypes,
  unitSystems,
} from './registry.values.ts';
import { commaList, id, pageNumber, roleName } from './shapes.ts';

export const accountStatus = z.enum(accountStatuses);
export const unitSystem = z.enum(unitSystems);
export const glucoseUnit = z.enum(glucoseUnitSettings);
export const colorMode = z.enum(colorModes);
export const chartAxis = z.enum(chartAxes);
export const portalLanguage = z.enum(portalLanguages);
/** Milliseconds since 1970, as the registry writes its dates. */
const milliseconds = z.number().int();

export const userAccount = z
  .object({
    id,
    personalInfo: z.object({
      firstName: z.string(),
      middleName: z.string().nullable(),
      lastName: z.string(),
      title: z.string().nullable(),
      photoUrl: z.string().nullable(),
      signUrl: z.string().nullable(),
      birthday: z.iso.date().nullable(),
      sex: z.enum(sexes).nullable(),
      gender: z.string().nullable(),
      mrn: z.string().nullable(),
      employeeId: z.string().nullable(),
    }),
    contactInfo: z.object({
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      /** Of a member, whom to call first in front. */
      emergencyContacts: z.array(emergencyContact),
    }),
    languageRegion: z.object({
      timezone: z.string(),
      /** Nobody has said where the person lives: days and times are read in `timezone`, the zone of whoever has none. */
      timezoneIsAssumed: z.boolean(),
      /** ISO 3166-1 alpha-2: of the address, else of the time zone, else of the phone number; null where none of them says. */
      country: z.string().nullable(),
    }),
    bioInfo: z.object({ heightInMeters: z.number().nullable(), weightInKilograms: z.number().nullable() }),
    sendbirdInfo: z.object({ userId: z.string() }).nullable(),
    roles: z.array(roleName),
    tenantId: id,
    portalSettings: z.object({
      unitSystem: unitSystem.nullable(),
      /** The person has not chosen: `unitSystem` is the one that is specified for such accounts. */
      unitSystemIsAssumed: z.boolean(),
      /** Where nobody has chosen, the country decides. */
      glucoseUnit: glucoseUnit.nullable(),
      language: portalLanguage.nullable(),
      colorMode: colorMode.nullable(),
      chartAxes: chartAxis.nullable(),
    }),
    preferences: z.record(z.string(), z.unknown()),
    isInTheTenant: z.boolean().nullable(),
    isOnHold: z.boolean(),
    createdAt: milliseconds,
    memberSince: milliseconds.nullable(),
    accountStatus: accountStatus.nullable(),
    /** Since when the status is what it is. */
    lastStatusDate: milliseconds.nullable(),
    /** Until when a removal can be undone; null unless the account was removed. */
    removalFinalAt: milliseconds.nullable(),
    /** Counts the changes of the account, so that of two people who edit it the second is told. */
    version: z.number().int(),
    /** Made by the simulator, or a published data set: shown beside the name so that nobody takes it for a patient. */
    dataOrigin: z.enum(dataOrigins),
    dataAttribution: z.string().nullable(),
  })
  .meta({ id: 'UserAccount' });
export type UserAccount = z.output<typeof userAccount>;
/** What a person has chosen; null where nothing was. */
export type PortalSettings = Omit<UserAccount['portalSettings'], 'unitSystemIsAssumed'>;

/** The account as it is after a change. */
export const changedAccount = userAccount
  .extend({
    /** False where all of it was so already, as after somebody else's same change or one's own whose answer was lost. */
    changed: z.boolean(),
  })
  .meta({ id: 'ChangedAccount' });
export type ChangedAccount = z.output<typeof changedAccount>;

export const accountRow = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    roles: z.array(roleName),
    isInTheTenant: z.boolean().nullable(),
    isOnHold: z.boolean(),
    createdAt: milliseconds,
    memberSince: milliseconds.nullable(),
    lastStatusDate: milliseconds.nullable(),
    contactInfo: z.object({ email: z.string().nullable() }),
    /** Of a member. */
    mrn: z.string().nullable(),
    /** Who of the member’s primary team has been there longest; null for a member without one, and for staff. */
    primaryClinician: z.object({ id, firstName: z.string(), lastName: z.string(), title: z.string().nullable() }).nullable(),
    accountStatus: accountStatus.nullable(),
    /** Until when a removal can be undone; null unless the account was removed. */
    removalFinalAt: milliseconds.nullable(),
    version: z.number().int(),
  })
  .meta({ id: 'AccountRow' });
export type AccountRow = z.output<typeof accountRow>;

export const listUsers = endpoint({
  id: 'registry.listUsers',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users',
  summary:
    'Members (teamType PATIENT) or staff (CLINICIAN) of the tenant, a page at a time. Removed accounts are listed where userStatus or userIds asks for them. partOfName is looked for in names, record numbers and e-mail addresses; a name that nobody has is searched for with typing errors.',
  access: access.staffListMembers(),
  query: z.object({
    teamType: z.enum(teamTypes).optional(),
    page: pageNumber,
    /** As many as a list of ids names, so not only the sizes of the page menu. */
    size: z.coerce.number().int().min(1).max(1000).default(20),
    sortingField: z.enum(accountSortFields).default('lastName'),
    sortOrder: z.enum(sortOrders).default('ASC'),
    partOfName: z.string().trim().max(longestSearchText).optional(),
    userStatus: commaList(accountStatus).optional(),
    userIds: commaList(id).optional(),
    roles: commaList(roleName).optional(),
    /** Ids of teams: whoever is in one of them, staff and members. */
    careTeams: commaList(id).optional(),
    /** Members whose primary clinician is one of these, or who have none. */
    primaryClinicians: commaList(z.union([id, z.literal(noPrimaryClinician)])).optional(),
  }),
  figures: { counts: ['totalElements'], membersSeenBy: 'staff' },
  response: z.object({ content: z.array(accountRow), totalElements: z.number().int(), page: z.number().int(), size: z.number().int() }),
});

export const getUser = endpoint({
  id: 'registry.getUser',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/{id}',
  summary:
    'One user account of the tenant: the caller’s own, a member in the caller’s scope, or a colleague (name, contact, roles). The ETag is the version.',
  access: access.readAccount('id'),
  params: z.object({ id }),
  response: userAccount,
  errors: ['not_found', 'no_access_to_user'],
});

/** RFC 6902 operations: `add` and `replace` change, `test` on `/version` says on which version. */
export const jsonPatch = z
  .array(z.object({ op: z.enum(['add', 'replace', 'test']), path: z.string().max(200), value: z.unknown() }))
  .min(1)
  .max(20);

export const patchUser = endpoint({
  id: 'registry.patchUser',
  service: 'registry',
  method: 'PATCH',
  path: '/registry/api/v1/users/{id}',
  summary:
    'The caller’s own settings (`/colorMode`, `/unitSystem`, `/language`, `/chartAxes`, with or without `/portalSettings`); by administrators `/isInTheTenant`, `/isOnHold`, `/isDeactivated`, `/isRemoved` (false undoes a removal) and roles: `/isMd`, `/isCoach`, `/isNurse`, `/isSpecialist`, `/isSupport`, `/isAdmin`, `/isObserver`, `/isPatient`. All or none; refused where somebody else changed the same since the version that If-Match or a `test` of `/version` names.',
  access: access.changeAccount('id'),
  whileOnHold: true,
  params: z.object({ id }),
  /** The operations; or, as portals send preferences, beside the id of the account that the path names. */
  body: z.union([jsonPatch, z.object({ userId: id, operations: jsonPatch })]),
  response: changedAccount,
  errors: ['conflict', 'account_on_hold'],
});

export const putUser = endpoint({
  id: 'registry.putUser',
  service: 'registry',
  method: 'PUT',
  path: '/registry/api/v1/users/{id}',
  summary:
    'Edit an account: administrators anybody’s, everybody the own name, pictures, phone number, time zone and measures, members their emergency contacts. The version that was read is named in `version` or If-Match; refused where somebody else changed one of the same fields since',
  access: access.changeAccount('id'),
  params: z.object({ id }),
  body: accountEdit,
  response: changedAccount,
  errors: ['conflict'],
});

export const removeUser = endpoint({
  id: 'registry.removeUser',
  service: 'registry',
  method: 'DELETE',
  path: '/registry/api/v1/users/{id}',
  summary:
    'Take somebody out of the tenant (status REMOVED): no sign-in, devices refused, the record kept. Until `removalFinalAt` a patch of /isRemoved to false undoes it',
  access: access.administerAccount('id'),
  params: z.object({ id }),
  response: changedAccount,
  errors: ['conflict'],
});

export const invalidateAllRefreshTokens = endpoint({
  id: 'registry.invalidateAllRefreshTokens',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/users/{id}/invalidate-all-refresh-tokens',
  summary:
    'End every session of the caller, or for administrators of anybody in the tenant: refresh tokens and running sessions stop working at once, the identity provider asks for the password again',
  access: access.signedInSelfOrAdministered('id'),
  whileOnHold: true,
  params: z.object({ id }),
  response: z.object({ invalidated: z.boolean() }),
});
