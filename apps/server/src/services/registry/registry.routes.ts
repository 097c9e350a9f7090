import { registry } from '@vigil/contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { Registry } from './registry.service.ts';

export function registryRoutes(service: Registry, endSessions: (userId: string) => Promise<unknown>): Route[] {
  return [
    route(registry.listUsers, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const page = await service.listUsers({ ...query, tenantId: tenantOf(context).id, scope });
      context.auditMembers(page.content.filter((user) => user.roles.includes('patient')).map((user) => user.id));
      return { ...page, page: query.page, size: query.size };
    }),
    route(registry.getUser, async ({ params }, context) => service.getUser(tenantOf(context).id, params.id)),
    route(registry.patchUser, async ({ params, body }, context) => service.patchUser(tenantOf(context).id, params.id, body)),
    route(registry.invalidateAllRefreshTokens, async ({ params }) => {
      await endSessions(params.id.toLowerCase());
      return { invalidated: true };
    }),
  ];
}
