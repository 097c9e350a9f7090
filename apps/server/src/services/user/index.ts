import type { Route } from '#http/route.ts';
import { userRoutes } from './user.routes.ts';
import { createUserService, type UserDependencies } from './user.service.ts';

export type { UserDependencies };

/** Who a signed-in person is: roles, account from an invitation, tenants to choose from. */
export function createUser(dependencies: UserDependencies): { readonly routes: readonly Route[] } {
  return { routes: userRoutes(createUserService(dependencies)) };
}
