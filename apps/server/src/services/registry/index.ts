import type { Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import { registryRoutes } from './registry.routes.ts';
import { createRegistryService, type RegistryOptions } from './registry.service.ts';

export interface RegistryDeps {
  readonly config: Pick<Config, 'removalUndoMs'>;
  readonly people: Pick<People, 'accounts' | 'membershipsOf'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly post: Pick<TenantPost, 'send'>;
  /** Ends every session of a person: refresh tokens stop working and the identity provider asks for the password again. */
  readonly endSessions: (userId: string) => Promise<unknown>;
  readonly inCareTeams: RegistryOptions['inCareTeams'];
  readonly primaryCliniciansOf: RegistryOptions['primaryCliniciansOf'];
}

/** Accounts of the tenant's members and staff. */
export function createRegistry({ config, people, post, endSessions, ...deps }: RegistryDeps): { readonly routes: Route[] } {
  const service = createRegistryService({ ...deps, people, removalUndoMs: config.removalUndoMs });
  return { routes: registryRoutes({ service, people, post, endSessions }) };
}
