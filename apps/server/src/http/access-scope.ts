import type { TenantRule } from '@vigil/contract/access';
import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import {
  type AccessDependencies,
  type AccessRequest,
  type AccessTrace,
  type Admission,
  noSuchMember,
  outOfScope,
  roleForbids,
  textOf,
} from './admission.ts';
import type { Person, TenantRef } from './route.ts';

/** Whose a resource is that a role may not see: the refusal is told to that member, and nothing of it to the caller. */
export async function noteWhose(
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

interface Judged extends Pick<AccessDependencies, 'directory'> {
  readonly caller: Person;
  readonly tenant: TenantRef;
  readonly scope: Pick<Admission, 'requireMember' | 'requireOwned'>;
  readonly trace: AccessTrace;
}

/** Whom or what the path names, by the kind of the rule. */
export async function requireNamed(rule: TenantRule, request: AccessRequest, judged: Judged): Promise<void> {
  const { caller, directory, scope, tenant, trace } = judged;
  switch (rule.kind) {
    case 'member':
      return scope.requireMember(textOf(request, rule.member));
    case 'resource':
      return scope.requireOwned(rule.owner, textOf(request, rule.id));
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
      if (rule.holds !== undefined) requireRole(textOf(request, rule.holds), caller);
      if (rule.self !== undefined) requireSelf(textOf(request, rule.self), caller.userId);
  }
}

export function memberScope(
  { directory, assignments, owners }: AccessDependencies,
  caller: Person,
  tenant: TenantRef,
  allowed: readonly Role[],
  trace: AccessTrace,
): Pick<Admission, 'requireMember' | 'requireOwned' | 'membersInScope'> {
  const held = caller.roles.filter((role) => allowed.includes(role));
  const asStaff = held.some((role) => role !== 'patient');
  const assignedOnly = async () => {
    // Administrators are the ones who assign: an assignment cannot be what lets them in.
    if (held.includes('tenant_admin')) return false;
    return (await directory.tenantById(tenant.id))?.patients !== 'tenant';
  };
  const staffId = caller.userId ?? '';
  const requireMember = async (memberId: string) => {
    trace.members.add(memberId);
    const own = memberId.toLowerCase() === caller.userId;
    if (own && held.includes('patient')) return;
    if (!(await directory.isMember(tenant.id, memberId))) throw noSuchMember();
    if (!asStaff) throw outOfScope();
    if ((await assignedOnly()) && !(await assignments.isAssigned(tenant.id, staffId, memberId))) throw outOfScope();
  };
  return {
    requireMember,
    async requireOwned(owner, id) {
      const memberOf = owners[owner];
      if (!memberOf) throw new Error(`Nobody knows whose a ${owner} is`);
      const member = await memberOf(tenant.id, id);
      if (!member) throw new VigilError('not_found', `There is no such ${owner}.`);
      return requireMember(member);
    },
    async membersInScope() {
      if (!asStaff) return caller.userId ? [caller.userId] : [];
      return (await assignedOnly()) ? assignments.membersOf(tenant.id, staffId) : 'tenant';
    },
  };
}

function requireRole(role: string, caller: Person): void {
  if (!caller.roles.some((held) => held === role.toLowerCase())) throw roleForbids();
}

function requireSelf(id: string, userId: string | null): void {
  if (userId === null || id.toLowerCase() !== userId) throw outOfScope();
}
