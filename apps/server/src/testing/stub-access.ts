import { VigilError } from '@vigil/contract/errors';
import { createAccess } from '#http/access.ts';
import type { Access } from '#http/admission.ts';
import type { Directory, Membership, TenantState } from '#http/directory.ts';
import type { Principal } from '#http/principal.ts';
import type { ResourceOwners } from '#http/route.ts';

export interface StubWorld {
  /** Who each token speaks for; any other token is worthless. */
  readonly tokens: Readonly<Record<string, Principal>>;
  readonly memberships?: Readonly<Record<string, readonly Membership[]>>;
  readonly tenants?: readonly TenantState[];
  /** Members by tenant id. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  /** Which tenant id a host belongs to. */
  readonly hosts?: Readonly<Record<string, string>>;
  readonly revokedDevices?: readonly string[];
  readonly assigned?: readonly string[];
  readonly owners?: ResourceOwners;
}

/** The real access rules over a world that is told in a few lines, for tests that need no stores. */
export function stubAccess(world: StubWorld): Access {
  const directory: Directory = {
    membershipsOf: async (userId) => world.memberships?.[userId] ?? [],
    deviceState: async (deviceId) => {
      const principal = Object.values(world.tokens).find((one) => one.kind === 'device' && one.deviceId === deviceId);
      if (principal?.kind !== 'device') return null;
      return { tenantId: principal.tenantId, userId: principal.userId, revoked: world.revokedDevices?.includes(deviceId) ?? false };
    },
    tenantById: async (id) => world.tenants?.find((tenant) => tenant.id === id) ?? null,
    tenantOfHost: async (host) => (world.hosts?.[host] ? { id: world.hosts[host] } : null),
    isMember: async (tenantId, userId) => world.members?.[tenantId]?.includes(userId) ?? false,
    close: () => {},
  };
  return createAccess({
    directory,
    owners: world.owners ?? {},
    assignments: {
      isAssigned: async (_tenant, _staff, member) => world.assigned?.includes(member) ?? false,
      membersOf: async () => world.assigned ?? [],
    },
    verifyToken: async (token) => {
      const principal = world.tokens[token];
      if (!principal) throw new VigilError('unauthenticated', 'Sign in to go on.');
      return principal;
    },
  });
}
