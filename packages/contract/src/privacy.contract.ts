import { roles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { erasureDecision, erasureRequest } from './privacy.forms.ts';
import { auditPageSizes, dataKinds, erasureStates } from './privacy.values.ts';
import { commaList, id, timeZone } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const moment = z.coerce.number().int().min(0).max(99_999_999_999_999);

const personName = z.object({ id, firstName: z.string(), lastName: z.string() });

/** Who acted. A name is that of now; null where the account is gone, or was never this tenant's. */
const actor = z.object({
  kind: z.enum(['person', 'device', 'operator']),
  id: id.nullable(),
  name: z.string().nullable(),
  roles: z.array(z.enum(roles)),
});
export type AuditActor = z.output<typeof actor>;

export const auditEntry = z
  .object({
    /** Its place in the tenant's log, from 1. */
    sequence: z.number().int(),
    at: milliseconds,
    actor,
    /** The members by name, as many as are told; `memberCount` is all of them. Null names are of people who were erased. */
    members: z.array(z.object({ id, name: z.string().nullable() })),
    memberCount: z.number().int(),
    about: z.enum(dataKinds),
    /** Whether it only read. */
    kind: z.enum(['READ', 'WRITE']),
    /** The call's id and what it does. */
    call: z.string(),
    summary: z.string(),
    /** HTTP status of the answer; from 400 on it was refused or failed. */
    status: z.number().int(),
    ip: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

const filter = {
  /** Whose data. */
  member: id.optional(),
  /** Who acted. */
  actor: id.optional(),
  /** From this moment on, in milliseconds since 1970, and before that one. */
  from: moment.optional(),
  to: moment.optional(),
  /** What people and operators did, or what devices did; absent: all of it. */
  by: z.enum(['PEOPLE', 'DEVICES']).optional(),
  kind: z.enum(['READ', 'WRITE']).optional(),
  outcome: z.enum(['DONE', 'REFUSED']).optional(),
  /** What it is about. */
  about: commaList(z.enum(dataKinds)).optional(),
};

export const searchAudit = endpoint({
  id: 'privacy.searchAudit',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/audit',
  summary: 'The audit log, newest entries first: who did what with whose data, refused attempts too',
  access: access.administerMembers(),
  query: z.object({
    ...filter,
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,16}\.\d{1,16}$/)
      .optional(),
    size: z.coerce.number().int().pipe(z.literal(auditPageSizes)).default(auditPageSizes[0]),
  }),
  response: z.object({
    content: z.array(auditEntry),
    /** Where the next page begins; null at the end. A page may be short and have one: seldom entries are searched for in steps. */
    next: z.string().nullable(),
  }),
});

export const exportAudit = endpoint({
  id: 'privacy.exportAudit',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/audit/export',
  summary: 'The entries of the audit log that a filter shows, as CSV',
  access: access.changeTenant(),
  query: z.object(filter),
  response: z.string(),
  answer: 'file',
  fileType: 'text/csv',
  errors: ['too_many_requests'],
});

export const getAuditState = endpoint({
  id: 'privacy.getAuditState',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/audit/state',
  summary: 'Whether the audit log is whole, and up to when that was checked; asked again, it is checked further',
  access: access.tenant('tenant_admin'),
  polled: true,
  response: z.object({
    entries: z.number().int(),
    checked: z.number().int(),
    checkedUpTo: milliseconds.nullable(),
    /** The entry at which the chain does not hold; null while it does. */
    brokenAt: z.number().int().nullable(),
  }),
});

/** What one person did with a member's data on one day. */
const accessByPerson = z.object({
  actor,
  /** Whether it is the one who asks. */
  own: z.boolean(),
  what: z.array(z.object({ about: z.enum(dataKinds), read: z.number().int(), written: z.number().int(), refused: z.number().int() })),
  firstAt: milliseconds,
  lastAt: milliseconds,
});
export type AccessByPerson = z.output<typeof accessByPerson>;

const accessToMember = z.object({
  timeZone,
  from: milliseconds,
  to: milliseconds,
  days: z.array(z.object({ day: z.string(), people: z.array(accessByPerson) })),
  /** What came by itself: readings that devices sent, and work at the server. */
  automatic: z.array(z.object({ kind: z.enum(['device', 'operator']), count: z.number().int(), lastAt: milliseconds })),
  /** Whether anything may be before `from`. */
  more: z.boolean(),
});
export type AccessToMember = z.output<typeof accessToMember>;

export const listAccess = endpoint({
  id: 'privacy.listAccess',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/users/{userId}/access',
  summary: 'Who has looked at a member’s data, by day and person, 30 days at a time; the member’s devices and the system apart',
  access: access.ownOrAdministered('userId'),
  params: z.object({ userId: id }),
  query: z.object({
    /** The 30 days before this moment, in milliseconds since 1970; absent: up to now. */
    before: moment.optional(),
  }),
  response: accessToMember,
});

export const exportMember = endpoint({
  id: 'privacy.exportMember',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/users/{userId}/export',
  summary: 'Everything that is stored about a member, as a zip of JSON and CSV files; README.txt in it says what each is',
  access: access.ownOrAdministered('userId'),
  params: z.object({ userId: id }),
  response: z.string(),
  answer: 'file',
  fileType: 'application/zip',
  errors: ['too_many_requests', 'ticks_unavailable'],
});

/** A request to erase somebody, and what has become of it. */
export const erasure = z
  .object({
    id,
    userId: id,
    /** Null once the person is erased. */
    member: personName.nullable(),
    state: z.enum(erasureStates),
    reason: z.string().nullable(),
    requestedBy: personName.nullable(),
    /** Whether the member asked. */
    byMember: z.boolean(),
    requestedAt: milliseconds,
    dueAt: milliseconds,
    decidedAt: milliseconds.nullable(),
    withdrawnAt: milliseconds.nullable(),
    keepRecordUntil: milliseconds.nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof erasure>;

const ofMember = { service: 'privacy', path: '/privacy/api/v1/users/{userId}/erasure', params: z.object({ userId: id }) } as const;

export const getErasure = endpoint({
  ...ofMember,
  id: 'privacy.getErasure',
  method: 'GET',
  summary: 'The request to erase a member that stands; and for how many years the record would be kept',
  access: access.ownOrAdministered('userId'),
  response: z.object({ erasure: erasure.nullable(), keepRecordYears: z.number().int(), waitDays: z.number().int() }),
});

export const requestErasure = endpoint({
  ...ofMember,
  id: 'privacy.requestErasure',
  method: 'POST',
  summary: 'Ask for a member to be erased. Nothing is erased before an administrator carries it out',
  access: access.ownOrAdministered('userId'),
  body: erasureRequest,
  response: erasure,
  errors: ['conflict'],
});

export const withdrawErasure = endpoint({
  ...ofMember,
  id: 'privacy.withdrawErasure',
  method: 'DELETE',
  summary: 'Withdraw the request to erase a member, before it is carried out',
  access: access.ownOrAdministered('userId'),
  response: erasure,
  errors: ['conflict'],
});

export const carryOutErasure = endpoint({
  ...ofMember,
  path: '/privacy/api/v1/users/{userId}/erasure/decision',
  id: 'privacy.carryOutErasure',
  method: 'POST',
  summary: 'Erase a member: contact and sign-in at once, the clinical record when the law no longer keeps it. It cannot be undone',
  access: access.administerMember('userId'),
  body: erasureDecision,
  response: erasure,
  errors: ['conflict'],
});

export const listErasures = endpoint({
  id: 'privacy.listErasures',
  service: 'privacy',
  method: 'GET',
  path: '/privacy/api/v1/erasures',
  summary: 'Requests to erase members, those still open first, 200 at most',
  access: access.administerMembers(),
  response: z.object({ content: z.array(erasure) }),
});
