import { careTeamRoles, clinicalStaffRoles, type Role, roles, staffRoles } from '@vigil/domain/roles';

/**
 * Who may call an endpoint. The rule stands beside the path and is enforced in one place (`http/access.ts`):
 *
 * - `anyone`: no token. `why` says why that is safe.
 * - `signed-in`: any person's token, before a tenant is chosen. With `self`, the path parameter must be the caller's own user id.
 * - `tenant`: a person who holds one of `roles` in the tenant of the request. With `self`, only on the caller's own user id.
 * - `member`: about one member, named by the path parameter `member`. Staff need one of `roles`, and the member must
 *   be in their scope (403 otherwise); the member passes on the own id when `roles` has patient; a device passes
 *   when `device` is true and it belongs to that member. A member of another tenant is 404.
 * - `members-in-body`: like `member`, but the members are named inside the body; the handler checks each through `request.members`.
 */
export type AccessRule =
  | { readonly kind: 'anyone'; readonly why: string }
  | { readonly kind: 'signed-in'; readonly self?: string }
  | { readonly kind: 'tenant'; readonly roles: readonly Role[]; readonly self?: string }
  | { readonly kind: 'member'; readonly roles: readonly Role[]; readonly member: string; readonly device: boolean }
  | { readonly kind: 'members-in-body'; readonly roles: readonly Role[]; readonly device: boolean };

const everyRole = roles.filter((role) => role !== 'system_admin' && role !== 'aristotle');

export const access = {
  anyone: (why: string): AccessRule => ({ kind: 'anyone', why }),
  signedIn: (): AccessRule => ({ kind: 'signed-in' }),
  signedInSelf: (parameter: string): AccessRule => ({ kind: 'signed-in', self: parameter }),
  tenant: (...allowed: readonly Role[]): AccessRule => ({ kind: 'tenant', roles: allowed }),
  staff: (): AccessRule => ({ kind: 'tenant', roles: staffRoles }),
  clinicalStaff: (): AccessRule => ({ kind: 'tenant', roles: clinicalStaffRoles }),
  self: (parameter: string): AccessRule => ({ kind: 'tenant', roles: everyRole, self: parameter }),
  /** Read a member's data: clinical staff in scope, and the member. */
  readMember: (member: string): AccessRule => ({ kind: 'member', member, roles: [...clinicalStaffRoles, 'patient'], device: false }),
  /** Send readings for a member: the care team, tenant administrators, the member, the member's own device. */
  sendForMember: (member: string): AccessRule => ({
    kind: 'member',
    member,
    roles: [...careTeamRoles, 'tenant_admin', 'patient'],
    device: true,
  }),
  sendForMembersInBody: (): AccessRule => ({ kind: 'members-in-body', roles: [...careTeamRoles, 'tenant_admin', 'patient'], device: true }),
  /** Administer one member's account or devices. */
  administerMember: (member: string): AccessRule => ({ kind: 'member', member, roles: ['tenant_admin'], device: false }),
} as const;
