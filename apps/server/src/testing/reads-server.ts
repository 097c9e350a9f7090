import { endpoints } from '@vigil/contract';
import { afterAll } from 'vitest';
import { createAccess } from '#http/access.ts';
import { createDirectory } from '#http/directory.ts';
import { createHttpServer, mount } from '#http/mount.ts';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { createRegistry } from '#services/registry/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import type { Harness } from './harness.ts';

/** The reading rooms behind the real HTTP server, contract and access rules; a token is the user's id, taken at its word. */
export async function startReads(harness: Harness) {
  const { database, bus, log } = harness;
  const writer = createTickWriter(harness);
  const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
  const directory = createDirectory({ database, bus, tenantOfHost: async () => null });
  const access = createAccess({
    owners: {},
    directory,
    assignments: { isAssigned: async () => false, membersOf: async () => [] },
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  });
  const app = createHttpServer({ log, publicUrl: 'http://test.example' });
  const routes = [
    ...ticks.routes,
    ...createEventsProcessor({ ...harness, ticks }).routes,
    ...createRegistry({ database, endSessions: async () => {} }).routes,
  ];
  const mounted = new Set(routes.map(({ endpoint }) => endpoint.id));
  mount(app, routes, { access, audit: { record: async () => {} }, log, endpoints: endpoints.filter(({ id }) => mounted.has(id)) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await writer.stop();
    directory.close();
  });
  return { url, writer };
}
