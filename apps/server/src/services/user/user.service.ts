import { VigilError } from '@vigil/contract/errors';
import { roles as knownRoles, type Role } from '@vigil/domain/roles';
import type { Caller, Person } from '#http/route.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createUserStore } from './user.store.ts';

export interface UserDependencies {
  readonly database: Database;
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
}

/** Who a signed-in person is: roles, account from an invitation, tenants to choose from. */
export function createUserService(dependencies: UserDependencies): UserService {
  const store = createUserStore(dependencies.database);

  async function rolesIn(userId: string): Promise<Role[]> {
    const held = new Set((await store.membershipsOf(userId)).flatMap((membership) => membership.roles));
    return knownRoles.filter((role) => held.has(role));
  }

  return {
    async rolesOf(caller) {
      const { userId } = personOf(caller);
      return { userId, roles: userId === null ? [] : await rolesIn(userId) };
    },

    async createAccount(caller) {
      const person = personOf(caller);
      try {
        const accepted = await dependencies.identity.acceptInvitation(person);
        return { userId: accepted.userId, roles: [...accepted.roles] };
      } catch (error) {
        const exists = person.userId !== null && (await rolesIn(person.userId)).length > 0;
        if (exists && error instanceof VigilError && error.code === 'forbidden')
          throw new VigilError('conflict', 'This account exists already. Sign in to use it.');
        throw error;
      }
    },

    async tenantsOf(userId, type) {
      const memberships = await store.membershipsOf(userId);
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
  };
}

function personOf(caller: Caller): Person {
  if (caller.kind !== 'person') throw new VigilError('forbidden', 'Only people have roles and tenants.');
  return caller;
}
