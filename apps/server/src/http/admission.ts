import type { AccessRule, TenantRule } from '@vigil/contract/access';
import { noAccessToUser, VigilError } from '@vigil/contract/errors';
import type { Directory } from './directory.ts';
import type { VerifyToken } from './principal.ts';
import type { Caller, MemberScope, ResourceOwners, TenantRef } from './route.ts';
import type { TenantHints } from './tenant-of-request.ts';

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

export interface Admission {
  readonly caller: Caller;
  readonly tenant: TenantRef | null;
  /** Throws not_found or no_access_to_user unless the caller may act for the member under the endpoint's rule. */
  requireMember(userId: string): Promise<void>;
  /** The same for the member whose such a thing is, as a rule’s `owner` calls it; not_found where the tenant has none with this id. */
  requireOwned(owner: string, id: string): Promise<void>;
  /** The members whose data may stand in a list for this caller. */
  membersInScope(): Promise<MemberScope>;
}

export interface Access {
  /** The kinds of resources whose owners can be looked up. */
  readonly owners: readonly string[];
  /** Lets the caller in or throws the VigilError that says why not. The one place where access rules are enforced. */
  admit(rule: AccessRule, request: AccessRequest, trace: AccessTrace): Promise<Admission>;
}

/** A path parameter that an access rule names. */
export function textOf(request: AccessRequest, parameter: string): string {
  const value = request.params()[parameter];
  if (typeof value !== 'string') throw new Error(`The access rule names the path parameter ${parameter}, which is no text`);
  return value;
}

export function requireTenantInPath(rule: TenantRule, request: AccessRequest, tenantId: string): void {
  if (rule.tenant !== undefined && textOf(request, rule.tenant).toLowerCase() !== tenantId)
    throw new VigilError('not_found', 'There is no such tenant.');
}

export const outOfScope = () => new VigilError('no_access_to_user', noAccessToUser);
export const roleForbids = () => new VigilError('forbidden', 'Your role in this tenant does not allow this.');
export const noSuchMember = () => new VigilError('not_found', 'There is no such member.');
export const foreignTenant = () => new VigilError('forbidden', 'You do not belong to this tenant.');
