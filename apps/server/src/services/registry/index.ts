import type { Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import { registryRoutes } from './registry.routes.ts';
import { createRegistryService } from './registry.service.ts';

export interface RegistryDeps {
  readonly people: Pick<People, 'accounts'>;
  /** Ends every session of a person: refresh tokens stop working and the identity provider asks for the password again. */
  readonly endSessions: (userId: string) => Promise<unknown>;
}

/** Accounts of the tenant's members and staff. */
export function createRegistry({ people, endSessions }: RegistryDeps): { readonly routes: Route[] } {
  return { routes: registryRoutes(createRegistryService(people.accounts), endSessions) };
}
