import type { AccessRule, TenantRule } from '@vigil/contract/access';
import { VigilError } from '@vigil/contract/errors';
import { isDenied, type Role } from '@vigil/domain/roles';
import { admitDevice } from './access-device.ts';
import { memberScope, noteWhose, requireNamed } from './access-scope.ts';
import {
  type Access,
  type AccessDependencies,
  type AccessRequest,
  type AccessTrace,
  type Admission,
  outOfScope,
  requireTenantInPath,
  roleForbids,
  textOf,
} from './admission.ts';
import type { Membership } from './directory.ts';
import type { PersonPrincipal } from './principal.ts';
import type { Caller, Person } from './route.ts';
import { tenantOfPerson } from './tenant-of-request.ts';

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
  return { caller, tenant: null, requireMember: none, requireOwned: none, membersInScope: none };
}
