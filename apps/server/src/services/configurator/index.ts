import type { Route } from '#http/route.ts';
import { configuratorRoutes } from './configurator.routes.ts';
import { type ConfiguratorDependencies, type ConfiguratorService, createConfiguratorService } from './configurator.service.ts';

export type { ConfiguratorDependencies };

export interface Configurator extends Pick<ConfiguratorService, 'tenantOfHost'> {
  readonly routes: readonly Route[];
}

/** What the portal has to know before anybody has signed in: flags, texts, tenant, identity provider. */
export function createConfigurator(dependencies: ConfiguratorDependencies): Configurator {
  const service = createConfiguratorService(dependencies);
  return { routes: configuratorRoutes(service), tenantOfHost: service.tenantOfHost };
}
