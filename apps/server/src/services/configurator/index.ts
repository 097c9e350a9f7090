import type { Route } from '#http/route.ts';
import type { Database } from '#platform/postgres/database.ts';
import { configuratorRoutes } from './configurator.routes.ts';
import { type ConfiguratorDependencies, type ConfiguratorService, createConfiguratorService } from './configurator.service.ts';
import { createConfiguratorStore } from './configurator.store.ts';

export type { ConfiguratorDependencies };

export interface Configurator extends Pick<ConfiguratorService, 'tenantOfHost'> {
  readonly routes: readonly Route[];
}

/** A tenant as access rules need it. */
export interface TenantState {
  readonly id: string;
  readonly code: string;
  /** Whether staff see every member or only those assigned to them. */
  readonly patients: 'tenant' | 'assigned';
}

/** The setting `access.patients` of a tenant; null when there is no such tenant. */
export async function tenantState(database: Database, id: string): Promise<TenantState | null> {
  const tenant = await createConfiguratorStore(database).tenant(id);
  if (!tenant) return null;
  const { patients } = (tenant.settings.access ?? {}) as { readonly patients?: unknown };
  // A setting that nobody has given means the whole tenant; one that is misspelt must not open anything.
  return {
    id: tenant.id,
    code: tenant.code,
    patients: patients === undefined || patients === null || patients === 'tenant' ? 'tenant' : 'assigned',
  };
}

/** What the portal has to know before anybody has signed in: flags, texts, tenant, identity provider. */
export function createConfigurator(dependencies: ConfiguratorDependencies): Configurator {
  const service = createConfiguratorService(dependencies);
  return { routes: configuratorRoutes(service), tenantOfHost: service.tenantOfHost };
}
