import type { AccessRule } from '@vigil/contract/access';
import { VigilError } from '@vigil/contract/errors';
import {
  type AccessDependencies,
  type AccessRequest,
  type AccessTrace,
  type Admission,
  foreignTenant,
  noSuchMember,
  outOfScope,
  requireTenantInPath,
  textOf,
} from './admission.ts';
import type { DevicePrincipal } from './principal.ts';

export async function admitDevice(
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
  const requireOwned = () => Promise.reject(new Error('A device names its member and nothing else'));
  return { caller: trace.caller, tenant: trace.tenant, requireMember, requireOwned, membersInScope: async () => [userId] };
}
