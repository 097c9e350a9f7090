import { endpoints } from '@vigil/contract';
import { createAccess } from '#http/access.ts';
import { createDirectory } from '#http/directory.ts';
import { createHttpServer, mount } from '#http/mount.ts';
import type { Route } from '#http/route.ts';
import type { Config } from '#platform/config.ts';
import type { Identity } from '#platform/identity/identity.ts';
import type { Harness } from './harness.ts';
import { startIdentity } from './start-identity.ts';

/** Some rooms' routes and the identity provider behind the real HTTP server and access rules, without the rest. */
export async function startApi(
  harness: Harness,
  overrides: Partial<Config>,
  rooms: (identity: Identity, config: Config) => readonly Route[],
) {
  const { bus, database, log } = harness;
  const { config, identity, box, stop: stopIdentity } = await startIdentity(harness, overrides);
  const directory = createDirectory({ database, bus, tenantOfHost: identity.hosts.tenantOfHost });
  const access = createAccess({
    owners: {},
    directory,
    verifyToken: identity.verifyToken,
    assignments: { isAssigned: async () => false, membersOf: async () => [] },
  });
  const http = createHttpServer({ log, publicUrl: config.publicUrl, oidcIssuer: config.oidcIssuer, trustProxy: config.trustProxy });
  identity.mount(http);
  const routes = rooms(identity, config);
  const mounted = new Set(routes.map(({ endpoint }) => endpoint.id));
  mount(http, routes, { access, audit: { record: async () => {} }, log, bus, endpoints: endpoints.filter(({ id }) => mounted.has(id)) });
  await http.ready();
  return {
    http,
    identity,
    config,
    box,
    async stop() {
      await http.close();
      directory.close();
      await stopIdentity();
    },
  };
}
