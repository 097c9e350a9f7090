import type { Route } from '#http/route.ts';
import { loginRoutes } from './login.routes.ts';
import { createLoginService, type LoginDependencies } from './login.service.ts';

export type { LoginDependencies };

/** What people do about their own sign-in: passwords, sessions, second factor. The identity module keeps all of it. */
export function createLogin(dependencies: LoginDependencies): { readonly routes: readonly Route[] } {
  return { routes: loginRoutes(dependencies.identity.own, createLoginService(dependencies)) };
}
