import type { Route } from '#http/route.ts';
import type { Identity } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import type { Harness } from './harness.ts';
import { type StartHttpOptions, startHttp } from './start-http.ts';
import { startIdentity } from './start-identity.ts';

/** Some modules’ routes and the identity provider behind the real HTTP server and access rules, without the rest. */
export async function startApi(
  harness: Harness,
  overrides: Partial<Config>,
  modules: (identity: Identity, config: Config) => readonly Route[],
  more: Pick<StartHttpOptions, 'audit'> = {},
) {
  const { config, identity, box, stop: stopIdentity } = await startIdentity(harness, overrides);
  const { http, stop: stopHttp } = await startHttp(harness, {
    routes: modules(identity, config),
    verifyToken: identity.verifyToken,
    tenantOfHost: identity.hosts.tenantOfHost,
    server: { publicUrl: config.publicUrl, oidcIssuer: config.oidcIssuer, trustProxy: config.trustProxy },
    beside: (server) => identity.mount(server),
    ...more,
  });
  return {
    http,
    identity,
    config,
    box,
    async stop() {
      await stopHttp();
      await stopIdentity();
    },
  };
}
