import { serveLive } from '#http/live-connections.ts';
import { createModules } from '#modules';
import type { Harness } from './harness.ts';
import { startHttp } from './start-http.ts';

/** Every module behind the real HTTP server, contract, access rules and audit log; a token is the user's id, taken at its word. */
export async function startModules(harness: Harness) {
  const modules = await createModules({ config: harness.config, stores: harness, log: harness.log, clock: harness.clock });
  const server = await startHttp(
    { ...harness, bus: modules.bus },
    {
      routes: modules.routes,
      owners: modules.owners,
      audit: modules.audit,
      assignments: modules.care.assignments,
      verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    },
  );
  const live = modules.liveRoutes.map((route) =>
    serveLive(server.http, route, { access: server.access, bus: modules.bus, clock: modules.clock, log: harness.log }),
  );
  return {
    ...server,
    modules,
    async stop() {
      await Promise.all(live.map((one) => one.stop()));
      await server.stop();
      await modules.stop();
    },
  };
}
