import type { AccessRule, TenantRule } from '@vigil/contract/access';
import { noAccessToUser, VigilError } from '@vigil/contract/errors';
import { isDenied, type Role } from '@vigil/domain/roles';
import type { Directory, Membership } from './directory.ts';
import type { DevicePrincipal, PersonPrincipal, VerifyToken } from './principal.ts';
import type { Caller, Person, ResourceOwners, TenantRef } from './route.ts';
import { type TenantHints, tenantOfPerson } from './tenant-of-request.ts';

/** Which members a staff member looks after; asked only in tenants whose setting access.patients is `assigned`. */
export interface Assignments {
  isAssigned(tenantId: string, staffUserId: string, memberId: string): Promise<boolean>;
  membersOf(tenantId: string, staffUserId: string): Promise<readonly string[]>;
}

export interface AccessDependencies {
  readonly verifyToken: VerifyToken;
  readonly directory: Directory;
  readonly assignments: Assignments;
  readonly owners: ResourceOwners;
}

/** What access reads of a request. */
export interface AccessRequest extends TenantHints {
  readonly authorization: string | undefined;
  /** The checked path parameters; throws invalid_input. Asked only once the caller's role has been accepted. */
  readonly params: () => Readonly<Record<string, unknown>>;
  /** The call changes something, which nobody on hold may. */
  readonly writes: boolean;
}

/** Filled in while a request is judged, so that a refusal can be put on record as well. */
export interface AccessTrace {
  caller: Caller;
  /** The tenant of the request; after a refused tenant, the first of the caller's own. */
  tenant: TenantRef | null;
  readonly members: Set<string>;
  /** The rule that holds, where that is not the endpoint's own but the one that it has for others. */
  rule?: AccessRule;
}

/** `tenant`: all of them. Otherwise exactly the listed ones. */
export type MemberScope = 'tenant' | readonly string[];

export interface Admission {
  readonly caller: Caller;
  readonly tenant: TenantRef | null;
  /** Throws not_found or no_access_to_user unless the caller may act for the member under the endpoint's rule. */
  requireMember(userId: string): Promise<void>;
  /** The members whose data may stand in a list for this caller. */
  membersInScope(): Promise<MemberScope>;
}

export interface Access {
  /** The kinds of resources whose owners can be looked up. */
  readonly owners: readonly string[];
  /** Lets the caller in or throws the VigilError that says why not. The one place where access rules are enforced. */
  admit(rule: AccessRule, request: AccessRequest, trace: AccessTrace): Promise<Admission>;
}

export function createAccess(dependencies: AccessDependencies): Access {
  return {
    owners: Object.keys(dependencies.owners),
    async admit(rule, request, trace) {
      if (rule.kind === 'anyone') return withoutTenant({ kind: 'anyone' });
      const idToken = rule.kind === 'signed-in' && rule.idToken === true;
      const principal = await dependencies.verifyToken(bearerToken(request.authorization), { idToken });
      if (principal.kind === 'person' && principal.tokenUse === 'id' && !idToken)
        throw new VigilError('unauthenticated', 'This call needs an access token; an ID token was sent.');
      return principal.kind === 'device'
        ? admitDevice(dependencies, principal, rule, request, trace)
        : admitPerson(dependencies, principal, rule, request, trace);
    },
  };
}

async function admitDevice(
  { directory }: AccessDependencies,
  principal: DevicePrincipal,
  rule: AccessRule,
  request: AccessRequest,
  trace: AccessTrace,
): Promise<Admission> {
  const { deviceId, userId, tenantId } = principal;
  const state = await directory.deviceState(deviceId);
  if (!state || state.tenantId !== tenantId || state.userId !== userId)
    throw new VigilError('unauthenticated', 'This device is not known here.');
  if (state.revoked) throw new VigilError('device_revoked', 'This device’s credentials have been revoked.');
  const tenant = await directory.tenantById(tenantId);
  if (!tenant) throw new VigilError('unauthenticated', 'This device is not known here.');
  trace.caller = { kind: 'device', deviceId, userId };
  trace.tenant = { id: tenant.id, code: tenant.code };
  if (request.tenantId && request.tenantId.toLowerCase() !== tenant.id) throw foreignTenant();
  if (request.tenantCode && request.tenantCode.toLowerCase() !== tenant.code) throw foreignTenant();
  if ((rule.kind !== 'member' && rule.kind !== 'members-in-body') || !rule.device)
    throw new VigilError('forbidden', 'A device may only send readings for its member.');

  const requireMember = async (memberId: string) => {
    trace.members.add(memberId);
    if (memberId.toLowerCase() === userId) return;
    throw (await directory.isMember(tenant.id, memberId)) ? outOfScope() : noSuchMember();
  };
  const memberships = await directory.membershipsOf(userId);
  if (memberships.some((one) => one.tenantId === tenantId && one.isInTheTenant === false))
    throw new VigilError(
      'forbidden',
      'This device’s member is not in the tenant at present. Keep the readings: they are taken once the member is back.',
    );
  requireTenantInPath(rule, request, tenant.id);
  if (rule.kind === 'member') await requireMember(textOf(request, rule.member));
  return { caller: trace.caller, tenant: trace.tenant, requireMember, membersInScope: async () => [userId] };
}

async function admitPerson(
  dependencies: AccessDependencies,
  principal: PersonPrincipal,
  rule: Exclude<AccessRule, { kind: 'anyone' }>,
  request: AccessRequest,
  trace: AccessTrace,
): Promise<Admission> {
  const { directory } = dependencies;
  const memberships = principal.userId ? await directory.membershipsOf(principal.userId) : [];
  const person = personOf(principal, []);
  trace.caller = person;
  const home = memberships[0];
  trace.tenant = home ? { id: home.tenantId, code: home.code } : null;
  const isOwn = rule.kind !== 'signed-in' || rule.self === undefined || textOf(request, rule.self).toLowerCase() === principal.userId;
  if (!isOwn && rule.others) trace.rule = rule.others;
  const deniedMayCall = rule.kind === 'signed-in' && rule.deniedToo === true;
  if (!deniedMayCall && memberships.some((one) => isDenied(one.roles)))
    throw new VigilError('account_denied', 'This account may not use the portal.');

  if (rule.kind === 'signed-in') {
    if (isOwn) return withoutTenant(person);
    if (!rule.others) throw outOfScope();
    return admitToTenant(dependencies, principal, rule.others, request, trace, memberships);
  }
  return admitToTenant(dependencies, principal, rule, request, trace, memberships);
}

async function admitToTenant(
  dependencies: AccessDependencies,
  principal: PersonPrincipal,
  rule: TenantRule,
  request: AccessRequest,
  trace: AccessTrace,
  memberships: readonly Membership[],
): Promise<Admission> {
  const { directory } = dependencies;
  // Where somebody was only invited they hold no role, and take no part yet.
  const active = memberships.filter((one) => one.isInTheTenant !== false && one.roles.length > 0);
  const membership = await tenantOfPerson(principal, active, request, directory);
  const tenant = { id: membership.tenantId, code: membership.code };
  const caller = personOf(principal, membership.roles, membership.isOnHold);
  trace.tenant = tenant;
  trace.caller = caller;
  if (request.writes && membership.isOnHold)
    throw new VigilError(
      'account_on_hold',
      'Your account is on hold: you can read, but nothing can be changed. Ask your care team or an administrator.',
    );
  const mayOwnAccount = rule.kind === 'account' && rule.ownAccount === true;
  if (!mayOwnAccount && !membership.roles.some((role) => rule.roles.includes(role))) {
    await noteWhose(dependencies, rule, request, tenant.id, trace);
    throw roleForbids();
  }

  const scope = memberScope(dependencies, caller, tenant, rule.roles, trace);
  requireTenantInPath(rule, request, tenant.id);
  await requireNamed(rule, request, { ...dependencies, caller, tenant, scope, trace });
  return { caller, tenant, ...scope };
}

/** Whose a resource is that a role may not see: the refusal is told to that member, and nothing of it to the caller. */
async function noteWhose(
  { owners }: AccessDependencies,
  rule: TenantRule,
  request: AccessRequest,
  tenantId: string,
  trace: AccessTrace,
): Promise<void> {
  if (rule.kind !== 'resource') return;
  let id: string;
  try {
    id = textOf(request, rule.id);
  } catch {
    // A path that cannot be read names nothing, and the role is refused all the same.
    return;
  }
  const member = await owners[rule.owner]?.(tenantId, id);
  if (member) trace.members.add(member);
}

interface Judged extends Pick<AccessDependencies, 'directory' | 'owners'> {
  readonly caller: Person;
  readonly tenant: TenantRef;
  readonly scope: Pick<Admission, 'requireMember'>;
  readonly trace: AccessTrace;
}

/** Whom or what the path names, by the kind of the rule. */
async function requireNamed(rule: TenantRule, request: AccessRequest, judged: Judged): Promise<void> {
  const { caller, directory, owners, scope, tenant, trace } = judged;
  switch (rule.kind) {
    case 'member':
      return scope.requireMember(textOf(request, rule.member));
    case 'resource': {
      const memberOf = owners[rule.owner];
      if (!memberOf) throw new Error(`Nobody knows whose a ${rule.owner} is`);
      const member = await memberOf(tenant.id, textOf(request, rule.id));
      if (!member) throw new VigilError('not_found', `There is no such ${rule.owner}.`);
      return scope.requireMember(member);
    }
    case 'account': {
      const id = textOf(request, rule.account).toLowerCase();
      trace.members.add(id);
      if (rule.ownAccount && id === caller.userId) return;
      if (!caller.roles.some((role) => rule.roles.includes(role))) throw roleForbids();
      const held = (await directory.membershipsOf(id)).find((one) => one.tenantId === tenant.id);
      if (!held) throw new VigilError('not_found', 'There is no such account.');
      return rule.scoped && held.roles.includes('patient') ? scope.requireMember(id) : undefined;
    }
    case 'tenant':
      if (rule.self !== undefined) requireSelf(textOf(request, rule.self), caller.userId);
  }
}

function memberScope(
  { directory, assignments }: AccessDependencies,
  caller: Person,
  tenant: TenantRef,
  allowed: readonly Role[],
  trace: AccessTrace,
): Pick<Admission, 'requireMember' | 'membersInScope'> {
  const held = caller.roles.filter((role) => allowed.includes(role));
  const asStaff = held.some((role) => role !== 'patient');
  const assignedOnly = async () => {
    // Administrators are the ones who assign: an assignment cannot be what lets them in.
    if (held.includes('tenant_admin')) return false;
    return (await directory.tenantById(tenant.id))?.patients !== 'tenant';
  };
  const staffId = caller.userId ?? '';
  return {
    async requireMember(memberId) {
      trace.members.add(memberId);
      const own = memberId.toLowerCase() === caller.userId;
      if (own && held.includes('patient')) return;
      if (!(await directory.isMember(tenant.id, memberId))) throw noSuchMember();
      if (!asStaff) throw outOfScope();
      if ((await assignedOnly()) && !(await assignments.isAssigned(tenant.id, staffId, memberId))) throw outOfScope();
    },
    async membersInScope() {
      if (!asStaff) return caller.userId ? [caller.userId] : [];
      return (await assignedOnly()) ? assignments.membersOf(tenant.id, staffId) : 'tenant';
    },
  };
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw new VigilError('unauthenticated', 'Please sign in: this call needs an access token.');
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1];
  if (!token) throw new VigilError('unauthenticated', 'The authorization header must hold a bearer token.');
  return token;
}

function personOf(principal: PersonPrincipal, roles: readonly Role[], onHold = false): Person {
  const { subject, verifiedEmail, userId, grantId = null } = principal;
  return { kind: 'person', subject, verifiedEmail, userId, grantId, roles, onHold };
}

function withoutTenant(caller: Caller): Admission {
  const none = () => Promise.reject(new Error('This endpoint’s access rule names no member'));
  return { caller, tenant: null, requireMember: none, membersInScope: none };
}

/** A path parameter that an access rule names. */
function textOf(request: AccessRequest, parameter: string): string {
  const value = request.params()[parameter];
  if (typeof value !== 'string') throw new Error(`The access rule names the path parameter ${parameter}, which is no text`);
  return value;
}

function requireSelf(id: string, userId: string | null): void {
  if (userId === null || id.toLowerCase() !== userId) throw outOfScope();
}

function requireTenantInPath(rule: TenantRule, request: AccessRequest, tenantId: string): void {
  if (rule.tenant !== undefined && textOf(request, rule.tenant).toLowerCase() !== tenantId)
    throw new VigilError('not_found', 'There is no such tenant.');
}

const outOfScope = () => new VigilError('no_access_to_user', noAccessToUser);
const roleForbids = () => new VigilError('forbidden', 'Your role in this tenant does not allow this.');
const noSuchMember = () => new VigilError('not_found', 'There is no such member.');
const foreignTenant = () => new VigilError('forbidden', 'You do not belong to this tenant.');
