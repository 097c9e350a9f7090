import type { Route } from '#http/route.ts';
import type { Database } from '#platform/postgres/database.ts';
import { registryRoutes } from './registry.routes.ts';
import { createRegistryService } from './registry.service.ts';
import { createRegistryStore } from './registry.store.ts';

export interface RegistryDeps {
  readonly database: Database;
  /** Ends every session of a person: refresh tokens stop working and the identity provider asks for the password again. */
  readonly endSessions: (userId: string) => Promise<unknown>;
}

/** Accounts of the tenant's members and staff. */
export function createRegistry({ database, endSessions }: RegistryDeps): { readonly routes: Route[] } {
  return { routes: registryRoutes(createRegistryService(createRegistryStore(database)), endSessions) };
}
