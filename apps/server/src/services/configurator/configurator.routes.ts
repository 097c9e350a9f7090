import { getConfig, getRevision, listConfigs } from '@vigil/contract/configurator.contract';
import { type Route, route } from '#http/route.ts';
import type { ConfiguratorService } from './configurator.service.ts';

export function configuratorRoutes(service: ConfiguratorService, refreshMs: number): readonly Route[] {
  return [
    route(listConfigs, async ({ query }) => service.list({ global: query.global === 'true', tenantIdOrCode: query.tenant_id })),
    route(getRevision, async ({ query }) => ({ revision: await service.revisionOf(query.file_name), askAgainAfterMs: refreshMs })),
    route(getConfig, async ({ query }, { request }) => service.read(query.file_name, request.host)),
  ];
}
