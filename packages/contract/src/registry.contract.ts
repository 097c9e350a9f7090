import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { longestSearchText, sortOrders } from './paging.values.ts';
import { newDevice } from './registry.forms.ts';
import {
  accountSortFields,
  accountStatuses,
  chartAxes,
  colorModes,
  dataOrigins,
  sexes,
  teamTypes,
  unitSystems,
} from './registry.values.ts';
import { commaList, id, pageNumber, roleName } from './shapes.ts';

export const accountStatus = z.enum(accountStatuses);
export const unitSystem = z.enum(unitSystems);
export const colorMode = z.enum(colorModes);
export const chartAxis = z.enum(chartAxes);
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
    contactInfo: z.object({ email: z.string().nullable(), phoneNumber: z.string().nullable() }),
    languageRegion: z.object({ timezone: z.string() }),
    bioInfo: z.object({ heightInMeters: z.number().nullable(), weightInKilograms: z.number().nullable() }),
    sendbirdInfo: z.object({ userId: z.string() }).nullable(),
    roles: z.array(roleName),
    tenantId: id,
    portalSettings: z.object({ unitSystem: unitSystem.nullable(), colorMode: colorMode.nullable(), chartAxes: chartAxis.nullable() }),
    preferences: z.record(z.string(), z.unknown()),
    isInTheTenant: z.boolean().nullable(),
    isOnHold: z.boolean(),
    createdAt: milliseconds,
    memberSince: milliseconds.nullable(),
    accountStatus: accountStatus.nullable(),
    /** Made by the simulator, or a published data set: shown beside the name so that nobody takes it for a patient. */
    dataOrigin: z.enum(dataOrigins),
    dataAttribution: z.string().nullable(),
  })
  .meta({ id: 'UserAccount' });
export type UserAccount = z.output<typeof userAccount>;

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
    accountStatus: accountStatus.nullable(),
  })
  .meta({ id: 'AccountRow' });
export type AccountRow = z.output<typeof accountRow>;

export const listUsers = endpoint({
  id: 'registry.listUsers',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users',
  summary: 'Members (teamType PATIENT) or staff (CLINICIAN) of the tenant, a page at a time',
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
  }),
  response: z.object({ content: z.array(accountRow), totalElements: z.number().int(), page: z.number().int(), size: z.number().int() }),
});

export const getUser = endpoint({
  id: 'registry.getUser',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/{id}',
  summary: 'One user account of the tenant: the caller’s own, or a member in the caller’s scope',
  access: access.readAccount('id'),
  params: z.object({ id }),
  response: userAccount,
  errors: ['not_found', 'no_access_to_user'],
});

/** RFC 6902 operations. */
export const jsonPatch = z
  .array(z.object({ op: z.enum(['add', 'replace']), path: z.string().max(200), value: z.unknown() }))
  .min(1)
  .max(20);

export const patchUser = endpoint({
  id: 'registry.patchUser',
  service: 'registry',
  method: 'PATCH',
  path: '/registry/api/v1/users/{id}',
  summary:
    'Change the caller’s own portal settings: `/portalSettings/colorMode`, `/portalSettings/unitSystem`, `/portalSettings/chartAxes`',
  access: access.self('id'),
  params: z.object({ id }),
  body: jsonPatch,
  response: userAccount,
});

export const invalidateAllRefreshTokens = endpoint({
  id: 'registry.invalidateAllRefreshTokens',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/users/{id}/invalidate-all-refresh-tokens',
  summary: 'End every session of the caller: refresh tokens stop working, the identity provider asks for the password again',
  access: access.signedInSelf('id'),
  params: z.object({ id }),
  response: z.object({ invalidated: z.boolean() }),
});

export const device = z
  .object({
    id,
    userId: id,
    label: z.string(),
    createdAt: milliseconds,
    lastSeenAt: milliseconds.nullable(),
    revokedAt: milliseconds.nullable(),
  })
  .meta({ id: 'DeviceCredential' });

export const listDevices = endpoint({
  id: 'registry.listDevices',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/{userId}/devices',
  summary: 'A member’s device credentials, without their secrets',
  access: access.administerMember('userId'),
  params: z.object({ userId: id }),
  response: z.array(device),
  errors: ['not_found'],
});

export const createDevice = endpoint({
  id: 'registry.createDevice',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/users/{userId}/devices',
  summary: 'Give a member’s device its own client credentials; the secret is shown this once',
  access: access.administerMember('userId'),
  params: z.object({ userId: id }),
  body: newDevice,
  response: device.extend({ clientId: z.string(), clientSecret: z.string(), tokenEndpoint: z.string() }),
  errors: ['not_found'],
});

export const revokeDevice = endpoint({
  id: 'registry.revokeDevice',
  service: 'registry',
  method: 'DELETE',
  path: '/registry/api/v1/users/{userId}/devices/{deviceId}',
  summary: 'Revoke a device’s credentials: its next call is refused, what it sent before stays',
  access: access.administerMember('userId'),
  params: z.object({ userId: id, deviceId: id }),
  response: device,
  errors: ['not_found'],
});
