import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import type { Caller, Person } from '#http/route.ts';
import { isActive, type People } from '#people/index.ts';

export interface UserDependencies {
  readonly people: Pick<People, 'membershipsOf' | 'rolesOf' | 'rolesInTenant'>;
  readonly identity: {
    /** Throws forbidden when no invitation is open for the person's proven address. */
    acceptInvitation(person: {
      subject: string;
      verifiedEmail: string | null;
      userId: string | null;
    }): Promise<{ userId: string; roles: readonly Role[] }>;
  };
}

export interface TenantOfUser {
  readonly tenantName: string;
  readonly tenantDisplayName: string | null;
  readonly tenantUuid: string;
  readonly role: Role[];
}

export interface UserService {
  /** Roles over all tenants; none for a person who has no account yet. */
  rolesOf(caller: Caller): Promise<{ userId: string | null; roles: Role[] }>;
  /** Throws forbidden without an open invitation, conflict when the account exists already. */
  createAccount(caller: Caller): Promise<{ userId: string; roles: Role[] }>;
  /** Tenants in which the user is a patient, or holds any other role. */
  tenantsOf(userId: string, type: 'patients' | 'clinicians'): Promise<TenantOfUser[]>;
  /** Of those who work for the tenant; others are left out. */
  rolesOfStaff(tenantId: string, userIds: readonly string[]): Promise<{ userUuid: string; roles: Role[] }[]>;
}

/** Who a signed-in person is: roles, account from an invitation, tenants to choose from. */
export function createUserService({ people, identity }: UserDependencies): UserService {
  return {
    async rolesOf(caller) {
      const { userId } = personOf(caller);
      return { userId, roles: userId === null ? [] : await people.rolesOf(userId) };
    },

    async createAccount(caller) {
      const person = personOf(caller);
      try {
        const accepted = await identity.acceptInvitation(person);
        return { userId: accepted.userId, roles: [...accepted.roles] };
      } catch (error) {
        const exists = person.userId !== null && (await people.rolesOf(person.userId)).length > 0;
        if (exists && error instanceof VigilError && error.code === 'forbidden')
          throw new VigilError('conflict', 'This account exists already. Sign in to use it.');
        throw error;
      }
    },

    async tenantsOf(userId, type) {
      const memberships = (await people.membershipsOf(userId)).filter(isActive);
      const counts = (role: Role) => (type === 'patients' ? role === 'patient' : role !== 'patient');
      return memberships
        .filter((membership) => membership.roles.some(counts))
        .map(({ code, displayName, tenantId, roles }) => ({
          tenantName: code,
          tenantDisplayName: displayName,
          tenantUuid: tenantId,
          role: [...roles],
        }));
    },

    async rolesOfStaff(tenantId, userIds) {
      const held = await people.rolesInTenant(
        tenantId,
        userIds.map((id) => id.toLowerCase()),
      );
      return held
        .filter(({ roles }) => roles.some((role) => role !== 'patient'))
        .map(({ id, roles }) => ({ userUuid: id, roles: [...roles] }));
    },
  };
}

function personOf(caller: Caller): Person {
  if (caller.kind !== 'person') throw new VigilError('forbidden', 'Only people have roles and tenants.');
  return caller;
}
