import { type People, takesPart } from '#people/index.ts';
import type { StoredAccount } from './accounts.ts';
import type { HostTenant, TenantHosts } from './tenant-hosts.ts';

type Owner = Pick<StoredAccount, 'userId'>;

/** Where links that are sent to the owner of an account lead, and whether one may sign in. A host says where somebody asks, and nothing about whose account it is. */
export function createLinkRules(people: Pick<People, 'membershipsOf'>, hosts: TenantHosts) {
  async function tenantsOf({ userId }: Owner): Promise<HostTenant[]> {
    const memberships = userId === null ? [] : (await people.membershipsOf(userId)).filter(takesPart);
    const tenants = await Promise.all(memberships.map(({ tenantId }) => hosts.tenantById(tenantId)));
    return tenants.filter((tenant) => tenant !== null);
  }

  return {
    /** The origin asked at where it is the portal's own or that of a tenant of theirs, else where a tenant of theirs is. */
    async originFor(owner: Owner, asked: string): Promise<string> {
      if (hosts.isHome(asked)) return asked;
      const tenants = await tenantsOf(owner);
      const [first] = tenants;
      if (first === undefined) return hosts.home;
      return tenants.some((tenant) => hosts.originsOf(tenant).includes(asked)) ? asked : hosts.homeOf(first);
    },

    /** A sign-in opens all of a person's tenants, so that each has to allow it. */
    allowsMagicLink: async (owner: Owner): Promise<boolean> => (await tenantsOf(owner)).every(({ magicLink }) => magicLink),
  };
}
export type LinkRules = ReturnType<typeof createLinkRules>;
