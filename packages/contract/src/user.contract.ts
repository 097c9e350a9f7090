import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, roleName } from './shapes.ts';

/** Called with the ID token. An empty list means that the account has to be created from an invitation. */
export const getRoles = endpoint({
  id: 'user.getRoles',
  service: 'user',
  method: 'GET',
  path: '/user/api/v3/roles',
  summary: 'Roles that the signed-in person holds, over all tenants',
  access: access.ownRoles(),
  response: z.object({ userId: id.nullable(), roles: z.array(roleName) }),
});

export const createAccount = endpoint({
  id: 'user.createAccount',
  service: 'user',
  method: 'POST',
  path: '/user/api/v3/accounts',
  summary: 'Create the account of a signed-in person whose e-mail address has an open invitation',
  access: access.signedIn(),
  response: z.object({ userId: id, roles: z.array(roleName) }),
  errors: ['forbidden', 'conflict'],
});

export const tenantChoice = z
  .object({ tenantName: z.string(), tenantDisplayName: z.string().nullable(), tenantUuid: id, role: z.array(roleName) })
  .meta({ id: 'TenantChoice' });

export const getTenants = endpoint({
  id: 'user.getTenants',
  service: 'user',
  method: 'GET',
  path: '/user/api/v3/users/{type}/{userId}/tenants',
  summary: 'Tenants that a person may choose from; `type` patients looks at the patient role, clinicians at every other',
  access: access.signedInSelf('userId'),
  params: z.object({ type: z.enum(['patients', 'clinicians']), userId: id }),
  response: z.array(tenantChoice),
});

export const listClinicianRoles = endpoint({
  id: 'user.listClinicianRoles',
  service: 'user',
  method: 'POST',
  storesNothing: 'It looks up roles by ids, more than an address holds.',
  path: '/user/api/v3/users/clinicians/roles',
  summary: 'Roles of the tenant’s staff by their ids; whoever is a member only, or not there, is left out',
  access: access.staff(),
  whileOnHold: true,
  body: z.object({ userIds: z.array(id).min(1).max(1000) }),
  response: z.array(z.object({ userUuid: id, roles: z.array(roleName) })),
});
