import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { accountStatus } from './registry.contract.ts';
import { newEmail } from './registry.forms.ts';
import { teamTypes } from './registry.values.ts';
import { commaList, id, roleName } from './shapes.ts';

/** What everybody may know of a person they meet here: no contact, no clinical data. */
export const basicInfo = z
  .object({
    id,
    firstName: z.string(),
    middleName: z.string().nullable(),
    lastName: z.string(),
    title: z.string().nullable(),
    photoUrl: z.string().nullable(),
    roles: z.array(roleName),
    accountStatus: accountStatus.nullable(),
  })
  .meta({ id: 'BasicInfo' });
export type BasicInfo = z.output<typeof basicInfo>;

/** People named by their ids, at most as many as a list of ids holds. */
const howMany = z.coerce.number().int().min(1).max(1000).optional();

export const getBasicInfo = endpoint({
  id: 'registry.getBasicInfo',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/{id}/basic_info',
  summary: 'Name, picture and roles of one person of the tenant: for staff a member in their scope or a colleague, for a member the staff',
  access: access.readProfile('id'),
  params: z.object({ id }),
  response: basicInfo,
});

export const listBasicInfo = endpoint({
  id: 'registry.listBasicInfo',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/basic_info',
  summary: 'The same of several people, by their ids; those whom the caller may not see, or who are not there, are left out',
  access: access.staffListMembers(),
  query: z.object({ userIds: commaList(id), size: howMany, teamType: z.enum(teamTypes).optional() }),
  figures: { counts: ['totalElements'], membersSeenBy: 'staff' },
  response: z.object({ content: z.array(basicInfo), totalElements: z.number().int() }),
});

export const listStatuses = endpoint({
  id: 'registry.listStatuses',
  service: 'registry',
  method: 'POST',
  storesNothing: 'It looks up statuses by ids, more than an address holds.',
  path: '/registry/api/v1/users/status',
  summary: 'Account statuses of people by their ids; those whom the caller may not see, or who are not there, are left out',
  access: access.staffListMembers(),
  whileOnHold: true,
  body: z.array(id).min(1).max(1000),
  response: z.array(z.object({ id, accountStatus: accountStatus.nullable() })),
});

export const sendEmails = endpoint({
  id: 'registry.sendEmails',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/emails',
  summary:
    'Send an e-mail to people of the tenant, to each alone; the answer names those who got it and, with the reason, those who did not',
  access: access.administerMembers(),
  body: newEmail,
  response: z.object({
    sent: z.array(id),
    failed: z.array(z.object({ id, reason: z.enum(['unknown', 'no-address', 'not-delivered']) })),
  }),
});
