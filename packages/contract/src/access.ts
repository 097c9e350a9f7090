import { careTeamRoles, clinicalStaffRoles, deniedRoles, type Role, roles, staffRoles } from '@vigil/domain/roles';

/**
 * Who may call an endpoint. The rule stands beside the path and is enforced in one place (`http/access.ts`).
 * Whoever holds a denied role (system_admin, aristotle) in any tenant is refused by every rule but `ownRoles`;
 * a person whom a tenant has discharged (`isInTheTenant` false) has no role there.
 *
 * - `anyone`: no token is looked at. `why` says why that is safe.
 * - `signed-in`: any person's token, before a tenant is chosen. With `self`, the path parameter must be the caller's own
 *   user id. `idToken`: the identity provider's ID token opens it as well (before an account exists there is nothing else).
 *   `deniedToo`: holders of a denied role may call, so that the portal can tell them that they are refused.
 * - `tenant`: a person who holds one of `roles` in the tenant of the request. With `self`, only on the caller's own user id.
 *   `listsMembers`: the answer holds data of several members; the handler must ask `membersInScope` which ones the caller
 *   may see, and name those that it shows to the audit log.
 * - `member`: about one member, named by the path parameter `member`. A person needs one of `roles` (403 forbidden).
 *   Staff then need the member in their scope (403 no_access_to_user); the member passes on the own id when `roles` has
 *   patient; a device passes when `device` is true and it belongs to that member. Whoever is no member of the tenant of the
 *   request, being another tenant's or nobody, is 404. With `ownAccount`, every person of the tenant passes on the own id.
 * - `members-in-body`: like `member`, but the members are named inside the body; the handler checks each with `requireMember`.
 */
export type AccessRule =
  | { readonly kind: 'anyone'; readonly why: string }
  | { readonly kind: 'signed-in'; readonly self?: string; readonly idToken?: boolean; readonly deniedToo?: boolean }
  | { readonly kind: 'tenant'; readonly roles: readonly Role[]; readonly self?: string; readonly listsMembers?: boolean }
  | {
      readonly kind: 'member';
      readonly roles: readonly Role[];
      readonly member: string;
      readonly device: boolean;
      readonly ownAccount?: boolean;
    }
  | { readonly kind: 'members-in-body'; readonly roles: readonly Role[]; readonly device: boolean };

const everyRole = roles.filter((role) => !(deniedRoles as readonly Role[]).includes(role));

export const access = {
  anyone: (why: string): AccessRule => ({ kind: 'anyone', why }),
  /** Before an account or a tenant is chosen: opened by an ID token or an access token. */
  signedIn: (): AccessRule => ({ kind: 'signed-in', idToken: true }),
  /** The list of one's own roles: the only call that a holder of a denied role may make. */
  ownRoles: (): AccessRule => ({ kind: 'signed-in', idToken: true, deniedToo: true }),
  signedInSelf: (parameter: string): AccessRule => ({ kind: 'signed-in', self: parameter }),
  tenant: (...allowed: readonly Role[]): AccessRule => ({ kind: 'tenant', roles: allowed }),
  staff: (): AccessRule => ({ kind: 'tenant', roles: staffRoles }),
  clinicalStaff: (): AccessRule => ({ kind: 'tenant', roles: clinicalStaffRoles }),
  /** Lists of members, administrators included: names and account status. */
  staffListMembers: (): AccessRule => ({ kind: 'tenant', roles: staffRoles, listsMembers: true }),
  /** Lists of members with their clinical data. */
  clinicalStaffListMembers: (): AccessRule => ({ kind: 'tenant', roles: clinicalStaffRoles, listsMembers: true }),
  self: (parameter: string): AccessRule => ({ kind: 'tenant', roles: everyRole, self: parameter }),
  /** Read a member's data: clinical staff in scope, and the member. */
  readMember: (member: string): AccessRule => ({ kind: 'member', member, roles: [...clinicalStaffRoles, 'patient'], device: false }),
  /** Read an account: the caller's own, whatever the role; a member's for staff in scope, administrators included. */
  readAccount: (member: string): AccessRule => ({
    kind: 'member',
    member,
    roles: [...staffRoles, 'patient'],
    device: false,
    ownAccount: true,
  }),
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
