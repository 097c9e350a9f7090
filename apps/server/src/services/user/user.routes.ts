import { createAccount, getRoles, getTenants, listClinicianRoles } from '@vigil/contract/user.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { UserService } from './user.service.ts';

export function userRoutes(service: UserService): readonly Route[] {
  return [
    route(getRoles, async (_input, { caller }) => service.rolesOf(caller)),
    route(createAccount, async (_input, { caller }) => service.createAccount(caller)),
    route(getTenants, async ({ params }) => service.tenantsOf(params.userId, params.type)),
    route(listClinicianRoles, ({ body }, context) => service.rolesOfStaff(tenantOf(context).id, body.userIds)),
  ];
}
