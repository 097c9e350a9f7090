import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, pageNumber, pageSize, roleName } from './shapes.ts';
import { newInvitation } from './user-admin.forms.ts';
import { channels, onboardingStages, realms } from './user-admin.values.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const base = '/user_admin/api/v1';
const tenantParams = z.object({ tenantId: id });
const searched = z.string().trim().max(100).optional();

/** Somebody who was invited. `link`: whether one was sent; `expiresAt` until when it opens an account, null where none was. */
export const invited = z
  .object({
    userId: id,
    accountStatus: z.literal('CREATED'),
    /** WAITING: written, and kept in the outbox for an administrator to pass on, because no mail server is set. */
    link: z.enum(['SENT', 'WAITING', 'NOT_SENT']),
    expiresAt: milliseconds.nullable(),
  })
  .meta({ id: 'Invited' });
export type Invited = z.output<typeof invited>;

export const inviteUser = endpoint({
  id: 'user_admin.inviteUser',
  service: 'user_admin',
  method: 'POST',
  path: `${base}/realms/{realm}/tenants/{tenantId}/users`,
  summary:
    'Make the account of a member (patient) or of somebody who works for the tenant (care). Staff are sent a link with which they choose a password; members when it is sent again. Sent twice with the same id it is made once',
  access: access.inTenant('tenantId', access.administerMembers()),
  params: z.object({ realm: z.enum(realms), tenantId: id }),
  body: newInvitation,
  response: invited,
  errors: ['conflict'],
});

const resent = z.object({ userId: id, channel: z.enum(channels), expiresAt: milliseconds });
const resendQuery = z.object({
  channel: z.enum(channels).default('EMAIL').meta({ description: 'By e-mail, or by SMS to the phone number of the account' }),
});
const resendParams = z.object({ tenantId: id, userId: id });

export const resendToMember = endpoint({
  id: 'user_admin.resendToMember',
  service: 'user_admin',
  method: 'POST',
  path: `${base}/realms/patient/tenants/{tenantId}/users/{userId}/resend`,
  summary: 'Send a member a new link with which they make their account; the links before it end',
  access: access.inTenant('tenantId', access.administerMember('userId')),
  params: resendParams,
  query: resendQuery,
  response: resent,
  errors: ['conflict', 'too_many_requests'],
});

export const resendToStaff = endpoint({
  id: 'user_admin.resendToStaff',
  service: 'user_admin',
  method: 'POST',
  path: `${base}/realms/care/tenants/{tenantId}/users/{userId}/resend`,
  summary: 'Send somebody who works for the tenant a new link with which they make their account; the links before it end',
  access: access.inTenant('tenantId', access.administerAccount('userId')),
  params: resendParams,
  query: resendQuery,
  response: resent,
  errors: ['conflict', 'too_many_requests'],
});

/** Somebody on the way from the invitation to the first readings. Times are null where the step is still to come. */
export const onboardingRow = z
  .object({
    userId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    roles: z.array(roleName),
    stage: z.enum(onboardingStages),
    invitedAt: milliseconds,
    sentAt: milliseconds.nullable(),
    sentCount: z.number().int(),
    openedAt: milliseconds.nullable(),
    accountAt: milliseconds.nullable(),
    syncedAt: milliseconds.nullable(),
    /** A link was sent, nobody made an account with it, and it no longer works. */
    isExpired: z.boolean(),
  })
  .meta({ id: 'OnboardingRow' });
export type OnboardingRow = z.output<typeof onboardingRow>;

export const listOnboarding = endpoint({
  id: 'user_admin.listOnboarding',
  service: 'user_admin',
  method: 'GET',
  path: `${base}/tenants/{tenantId}/onboarding`,
  summary: 'Who was invited and how far they have come, with a count for each step, the longest waiting first',
  access: access.inTenant('tenantId', access.administerMembers()),
  params: tenantParams,
  query: z.object({
    realm: z.enum(realms).default('patient'),
    stage: z.enum(onboardingStages).optional(),
    partOfName: searched,
    page: pageNumber,
    size: pageSize,
  }),
  figures: { counts: ['totalElements', 'counts.{key}', 'onboarded'], membersSeenBy: 'staff' },
  response: z.object({
    content: z.array(onboardingRow),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    counts: z.record(z.enum(onboardingStages), z.number().int()),
    /** Of members those who are ACTIVE with a member-since date; of staff those who have an account. */
    onboarded: z.number().int(),
  }),
});

export const listChannels = endpoint({
  id: 'user_admin.listChannels',
  service: 'user_admin',
  method: 'GET',
  path: `${base}/tenants/{tenantId}/channels`,
  summary: 'Which ways a link can take from this server, and whether members can be invited by phone',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: tenantParams,
  response: z.object({
    /** What is sent; messages of the other kinds wait to be passed on. */
    sends: z.array(z.enum(channels)),
    /** Whether a member without an e-mail address can be invited, and sign in with the phone number. */
    invitesByPhone: z.boolean(),
  }),
});

/** A message that nothing carries, because no server for its kind is set: an administrator passes it on. */
export const outboxMessage = z
  .object({
    id,
    channel: z.enum(channels),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    createdAt: milliseconds,
  })
  .meta({ id: 'OutboxMessage' });

export const listOutbox = endpoint({
  id: 'user_admin.listOutbox',
  service: 'user_admin',
  method: 'GET',
  path: `${base}/tenants/{tenantId}/outbox`,
  summary:
    'What was written to people of the tenant while no server for e-mail or SMS is set, the newest first. It holds links that open accounts: each reading stands in the audit log',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: tenantParams,
  query: z.object({ page: pageNumber, size: pageSize }),
  otherNumbers: { totalElements: 'Messages that wait to be sent.' },
  response: z.object({
    content: z.array(outboxMessage),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    /** The kinds of messages that wait here instead of being sent. */
    waits: z.array(z.enum(channels)),
  }),
});
