import { careTeamRoles, clinicalStaffRoles, deniedRoles, type Role, roles, staffRoles } from '@vigil/domain/roles';
import { memberAdapterRoles, ruleAuthorRoles } from './alerts.values.ts';

/**
 * Who may call an endpoint. The rule stands beside the path and is enforced in one place (`http/access.ts`).
 * Whoever holds a denied role (system_admin, aristotle) in any tenant is refused by every rule but `ownRoles`;
 * a person whom a tenant has discharged (`isInTheTenant` false) has no role there.
 *
 * - `anyone`: no token is looked at. `why` says why that is safe.
 * - `signed-in`: any person's token, before a tenant is chosen. With `self`, the path parameter must be the caller's own
 *   user id; anybody else's falls to the rule `others`, if there is one. `idToken`: the identity provider's ID token opens it
 *   as well (before an account exists there is nothing else).
 *   `deniedToo`: holders of a denied role may call, so that the portal can tell them that they are refused.
 * - `tenant`: a person who holds one of `roles` in the tenant of the request. With `self`, only on the caller's own user id.
 *   With `holds`, the path parameter names a role, whatever its case, that the caller must hold there.
 *   With `onRecord`, every call stands in the audit log, refused or not. `ownDoings`: it takes what the caller did and tells
 *   nothing of anybody, so that members may call as well.
 * - `members-list`: the same, and the answer holds data of several members; the handler must ask `membersInScope` which ones
 *   the caller may see, before it writes anything, and name those that it shows to the audit log, if there are any. With `own`,
 *   it holds only what the caller takes part in, of a member the own: so members may call as well. `eachAlone`: as there.
 * - `member`: about one member, named by the path parameter `member`. A person needs one of `roles` (403 forbidden).
 *   Staff then need the member in their scope (403 no_access_to_user); the member passes on the own id when `roles` has
 *   patient; a device passes when `device` is true and it belongs to that member. Whoever is no member of the tenant of the
 *   request, being another tenant's or nobody, is 404.
 * - `members-in-body`: like `member`, but the members are named inside the body, or by a query parameter. Where the rule says at
 *   which place (`MembersNamed`), each is checked before the handler runs; otherwise the handler must check each with
 *   `requireMember`, and can write nothing before it has.
 * - `resource`: about something of a member's, named by the path parameter `id`. Whose it is, is looked up by `owner`
 *   before the handler runs; what the tenant of the request does not have is 404, else as for that member.
 * - `account`: about the account of anybody in the tenant, member or staff, named by the path parameter `account`; anybody
 *   else's, or nobody's, is 404. With `ownAccount`, every person of the tenant passes on the own id. With `scoped`, a member's
 *   is judged like `member`, and staff's is open to the roles.
 *
 * Whoever is on hold in the tenant reads there and does not write: calls that are not GET are refused, unless the endpoint
 * says `whileOnHold`. A device goes on sending for a member on hold, and is refused once its member has left the tenant.
 *
 * A rule with `tenant` names the path parameter that holds a tenant: it must be the tenant of the request, else 404.
 */
export type AccessRule =
  | { readonly kind: 'anyone'; readonly why: string }
  | {
      readonly kind: 'signed-in';
      readonly self?: string;
      readonly others?: TenantRule;
      readonly idToken?: boolean;
      readonly deniedToo?: boolean;
    }
  | TenantRule;

/** Whom a call names that does not name them in its path. */
export interface MembersNamed {
  /**
   * Places in the body that hold the id of a member, alone or as Patient/{id}, or a list of them: `user`, `subject.reference`,
   * `rows.memberId` (of each row). All of them are checked before the handler runs.
   */
  readonly at?: readonly string[];
  /** The places hold ids of such things instead, whose owner is looked up as that of a `resource`. */
  readonly owner?: string;
  /** Query parameters that name a member in the same way, checked likewise. */
  readonly inQuery?: readonly string[];
  /** Why no place says who they are, so that the handler has to find out and check each. */
  readonly found?: string;
  /** The call may be about nobody. Otherwise one that names nobody is refused. */
  readonly orNobody?: boolean;
  /** Each member is answered for alone: that one is refused is a part of the answer, and not the refusal of the call. */
  readonly eachAlone?: boolean;
}

/** As an endpoint says it: the places, or why there are none. */
type Named = Omit<MembersNamed, 'at' | 'found'> & ({ readonly at: readonly string[] } | { readonly found: string });

/** The rules that hold within a tenant. */
export type TenantRule = { readonly roles: readonly Role[]; readonly tenant?: string } & (
  | { readonly kind: 'tenant'; readonly self?: string; readonly holds?: string; readonly onRecord?: boolean; readonly ownDoings?: boolean }
  | { readonly kind: 'members-list'; readonly own?: boolean; readonly eachAlone?: boolean }
  | { readonly kind: 'member'; readonly member: string; readonly device: boolean }
  | ({ readonly kind: 'members-in-body'; readonly device: boolean } & MembersNamed)
  | { readonly kind: 'resource'; readonly id: string; readonly owner: string }
  | { readonly kind: 'account'; readonly account: string; readonly ownAccount?: boolean; readonly scoped?: boolean }
);

const everyRole = roles.filter((role) => !(deniedRoles as readonly Role[]).includes(role));

export const access = {
  anyone: (why: string): AccessRule => ({ kind: 'anyone', why }),
  /** Before an account or a tenant is chosen: opened by an ID token or an access token. */
  signedIn: (): AccessRule => ({ kind: 'signed-in', idToken: true }),
  /** One's own account, its sessions and what proves who one is: by an access token, whichever the tenant. */
  ownSignIn: (): AccessRule => ({ kind: 'signed-in' }),
  /** The list of one's own roles: the only call that a holder of a denied role may make. */
  ownRoles: (): AccessRule => ({ kind: 'signed-in', idToken: true, deniedToo: true }),
  signedInSelf: (parameter: string): AccessRule => ({ kind: 'signed-in', self: parameter }),
  /** The caller's own account, whatever the tenant; the account of anybody in the tenant for its administrators. */
  signedInSelfOrAdministered: (parameter: string): AccessRule => ({
    kind: 'signed-in',
    self: parameter,
    others: { kind: 'account', account: parameter, roles: ['tenant_admin'] },
  }),
  tenant: (...allowed: readonly Role[]): TenantRule => ({ kind: 'tenant', roles: allowed }),
  staff: (): TenantRule => ({ kind: 'tenant', roles: staffRoles }),
  clinicalStaff: (): TenantRule => ({ kind: 'tenant', roles: clinicalStaffRoles }),
  /** Lists of members, administrators included: names and account status. */
  staffListMembers: (): TenantRule => ({ kind: 'members-list', roles: staffRoles }),
  /** Make, list or write to people of the tenant, for administrators alone: those on their way in, who has seen what, who asked to be erased. */
  administerMembers: (): TenantRule => ({ kind: 'members-list', roles: ['tenant_admin'] }),
  /** The same of many at a time, each judged and answered for alone. */
  administerMembersEachAlone: (): TenantRule => ({ kind: 'members-list', roles: ['tenant_admin'], eachAlone: true }),
  /** Lists of members with their clinical data. */
  clinicalStaffListMembers: (): TenantRule => ({ kind: 'members-list', roles: clinicalStaffRoles }),
  self: (parameter: string): TenantRule => ({ kind: 'tenant', roles: everyRole, self: parameter }),
  /** What is told to those who hold a role of the staff, which the path names. */
  holdersOf: (parameter: string): TenantRule => ({ kind: 'tenant', roles: staffRoles, holds: parameter }),
  /** What somebody of the clinical staff keeps for themselves: nobody else's, whatever the role. */
  selfOfClinicalStaff: (parameter: string): TenantRule => ({ kind: 'tenant', roles: clinicalStaffRoles, self: parameter }),
  /** What somebody of the care team, or an administrator, writes for themselves: nobody else's, whatever the role. */
  selfOfCareTeamAndAdministrators: (parameter: string): TenantRule => ({
    kind: 'tenant',
    roles: [...careTeamRoles, 'tenant_admin'],
    self: parameter,
  }),
  /** Take in what the caller did: everybody of the tenant, about nobody else. */
  ownDoings: (): TenantRule => ({ kind: 'tenant', roles: everyRole, ownDoings: true }),
  /** Read a member's data: clinical staff in scope, and the member. */
  readMember: (member: string): TenantRule => ({ kind: 'member', member, roles: [...clinicalStaffRoles, 'patient'], device: false }),
  /** Read an account: the caller's own, whatever the role; for staff, administrators included, a member's in scope and a colleague's. */
  readAccount: (account: string): TenantRule => ({ kind: 'account', account, roles: staffRoles, ownAccount: true, scoped: true }),
  /** Read what everybody may know of a person they meet here: members of the staff as well. */
  readProfile: (account: string): TenantRule => ({ kind: 'account', account, roles: [...staffRoles, 'patient'], scoped: true }),
  /** Read what surrounds a member's care and is no clinical data: every member of staff in scope, administrators included. */
  staffReadMember: (member: string): TenantRule => ({ kind: 'member', member, roles: staffRoles, device: false }),
  /** The same where a query parameter names the member, as searches of FHIR do: an id, alone or as Patient/{id}. */
  readMemberInQuery: (...parameters: string[]): TenantRule => ({
    kind: 'members-in-body',
    inQuery: parameters,
    found: 'Whether an address that names a member is one of this server, the search has to ask.',
    roles: [...clinicalStaffRoles, 'patient'],
    device: false,
  }),
  /** Read who looks after a member: staff in scope, and the member. */
  readCareTeam: (member: string): TenantRule => ({ kind: 'member', member, roles: [...staffRoles, 'patient'], device: false }),
  /** Note what somebody did for a member whom the body names: the care team and administrators. Observers do nothing for members. */
  staffWriteForMembersInBody: (named: Named): TenantRule => ({
    kind: 'members-in-body',
    roles: [...careTeamRoles, 'tenant_admin'],
    device: false,
    ...named,
  }),
  /** What nobody does for a member: the member alone. */
  asMember: (member: string): TenantRule => ({ kind: 'member', member, roles: ['patient'], device: false }),
  /** Write what the care team uses for every member of the tenant, as programs: the care team. About nobody, and always on record. */
  writeForTenant: (): TenantRule => ({ kind: 'tenant', roles: careTeamRoles, onRecord: true }),
  /** Take part in a conversation: the care team, and the member. Whose it is, the handler looks up and has checked. */
  talk: (): TenantRule => access.talkWith({ found: 'A conversation is a member’s, or the staff’s among themselves.', orNobody: true }),
  /** The same with somebody whom the body names. */
  talkWith: (named: Named): TenantRule => ({ kind: 'members-in-body', roles: [...careTeamRoles, 'patient'], device: false, ...named }),
  /** The same where an answer tells of several conversations. */
  talkWithSeveral: (): TenantRule => ({ kind: 'members-list', own: true, roles: [...careTeamRoles, 'patient'] }),
  /** Take part in conversations that are about no member: the care team among themselves. */
  talkAmongStaff: (): TenantRule => ({ kind: 'members-list', own: true, roles: careTeamRoles }),
  /** What a device on a call does for that call alone: those who may talk. It tells nothing of anybody, and comes every few seconds. */
  ownPartOfCall: (): TenantRule => ({ kind: 'tenant', roles: [...careTeamRoles, 'patient'], ownDoings: true }),
  /** Send readings for a member: the care team, tenant administrators, the member, the member's own device. */
  sendForMember: (member: string): TenantRule => ({
    kind: 'member',
    member,
    roles: [...careTeamRoles, 'tenant_admin', 'patient'],
    device: true,
  }),
  /** Log what a member did or measured by hand: the member, and the care team. Observers look, and a device sends readings only. */
  logForMember: (member: string): TenantRule => ({ kind: 'member', member, roles: [...careTeamRoles, 'patient'], device: false }),
  /** Answer for a member whom the body names: the member, and the care team. */
  answerForMemberInBody: (named: Named): TenantRule => ({
    kind: 'members-in-body',
    roles: [...careTeamRoles, 'patient'],
    device: false,
    ...named,
  }),
  sendForMembersInBody: (named: Named): TenantRule => ({
    kind: 'members-in-body',
    roles: [...careTeamRoles, 'tenant_admin', 'patient'],
    device: true,
    ...named,
  }),
  /** Write into a member's record: the care team. Observers look, and a device sends readings only. */
  writeAboutMember: (member: string): TenantRule => ({ kind: 'member', member, roles: careTeamRoles, device: false }),
  /** The same where the body names the member. */
  writeAboutMemberInBody: (named: Named): TenantRule => ({ kind: 'members-in-body', roles: careTeamRoles, device: false, ...named }),
  /** Read, or with `write` change, something that belongs to a member who has to be looked up first. */
  resource: ({ param, owner, write = false }: { param: string; owner: string; write?: boolean }): TenantRule => ({
    kind: 'resource',
    id: param,
    owner,
    roles: write ? careTeamRoles : [...clinicalStaffRoles, 'patient'],
  }),
  /** The same of the care team's own work about a member: clinical staff in scope read it, the member does not. */
  careWork: ({ param, owner, write = false }: { param: string; owner: string; write?: boolean }): TenantRule => ({
    kind: 'resource',
    id: param,
    owner,
    roles: write ? careTeamRoles : clinicalStaffRoles,
  }),
  /** Administer the account of anybody in the tenant. */
  administerAccount: (account: string): TenantRule => ({ kind: 'account', account, roles: ['tenant_admin'] }),
  /** Change an account: the caller's own, or for administrators anybody's in the tenant. What each may change, the service decides. */
  changeAccount: (account: string): TenantRule => ({ kind: 'account', account, roles: ['tenant_admin'], ownAccount: true }),
  /** Change what holds for everybody in the tenant: always on record. */
  changeTenant: (): TenantRule => ({ kind: 'tenant', roles: ['tenant_admin'], onRecord: true }),
  /** Decide by which rules members are watched: physicians and administrators, always on record. */
  authorRules: (): TenantRule => ({ kind: 'tenant', roles: ruleAuthorRoles, onRecord: true }),
  /** Hand one's time on call over, and see what stands: the care team. */
  handOver: (): TenantRule => ({ kind: 'members-list', roles: careTeamRoles }),
  /** Read what a member's care goes by: clinical staff in scope, not the member. */
  clinicalStaffReadMember: (member: string): TenantRule => ({ kind: 'member', member, roles: clinicalStaffRoles, device: false }),
  /** Decide for one member what rules and scores go by: physicians and nurses. */
  adaptForMember: (member: string): TenantRule => ({ kind: 'member', member, roles: memberAdapterRoles, device: false }),
  /** The same rule for a path that names the tenant as well. */
  inTenant: (parameter: string, rule: TenantRule): TenantRule => ({ ...rule, tenant: parameter }),
  /** What a member has a right to, and an administrator does for them on request. */
  ownOrAdministered: (member: string): TenantRule => ({ kind: 'member', member, roles: ['tenant_admin', 'patient'], device: false }),
  /** Administer one member's account or devices. */
  administerMember: (member: string): TenantRule => ({ kind: 'member', member, roles: ['tenant_admin'], device: false }),
  /** The same where the body names the members. */
  administerMembersInBody: (named: Named): TenantRule => ({ kind: 'members-in-body', roles: ['tenant_admin'], device: false, ...named }),
} as const;
