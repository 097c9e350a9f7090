import { isActive, type People } from '#people/index.ts';
import type { TenantHosts } from '../tenant-hosts.ts';

/** Whether somebody must have a second factor, because a tenant requires it of its staff. */
export type SecondFactorRequirement = (userId: string | null) => Promise<boolean>;

/** One strict tenant is enough: a sign-in opens all of a person's tenants. What somebody may see as a patient asks for none. */
export function createSecondFactorRequirement(
  people: Pick<People, 'membershipsOf'>,
  hosts: Pick<TenantHosts, 'anyRequiresSecondFactor'>,
): SecondFactorRequirement {
  return async (userId) => {
    if (userId === null) return false;
    const asStaff = (await people.membershipsOf(userId)).filter((one) => isActive(one) && one.roles.some((role) => role !== 'patient'));
    return asStaff.length > 0 && hosts.anyRequiresSecondFactor(asStaff.map(({ tenantId }) => tenantId));
  };
}
