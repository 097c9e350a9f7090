import { getConfig, listConfigs } from '@vigil/contract/configurator.contract';
import { type Route, route } from '#http/route.ts';
import type { ConfiguratorService } from './configurator.service.ts';

export function configuratorRoutes(service: ConfiguratorService): readonly Route[] {
  return [
    route(listConfigs, async ({ query }) => service.list({ global: query.global === 'true', tenantIdOrCode: query.tenant_id })),
    route(getConfig, async ({ query }, { request }) => service.read(query.file_name, request.host)),
  ];
}
