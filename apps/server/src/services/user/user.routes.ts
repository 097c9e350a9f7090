import { createAccount, getRoles, getTenants } from '@vigil/contract/user.contract';
import { type Route, route } from '#http/route.ts';
import type { UserService } from './user.service.ts';

export function userRoutes(service: UserService): readonly Route[] {
  return [
    route(getRoles, async (_input, { caller }) => service.rolesOf(caller)),
    route(createAccount, async (_input, { caller }) => service.createAccount(caller)),
    route(getTenants, async ({ params }) => service.tenantsOf(params.userId, params.type)),
  ];
}
