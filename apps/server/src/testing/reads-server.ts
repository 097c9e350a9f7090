import { afterAll } from 'vitest';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { withoutLimits } from '#services/events-processor/testing/no-limits.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import type { Harness } from './harness.ts';
import { registryOn } from './registry-on.ts';
import { startHttp } from './start-http.ts';

/** The reading modules behind the real HTTP server, contract and access rules; a token is the user's id, taken at its word. */
export async function startReads(harness: Harness) {
  const writer = createTickWriter(harness);
  const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
  const server = await startHttp(harness, {
    routes: [
      ...ticks.routes,
      ...writer.routes,
      ...createEventsProcessor({
        ...{ ...harness, ticks, limits: withoutLimits },
        deviceTypes: async () => new Map(),
        loggedAt: async () => [],
        cohortOf: async () => ({ conditions: [] }),
      }).routes,
      ...registryOn(harness).routes,
    ],
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  });
  const url = await server.listen();
  afterAll(async () => {
    await server.stop();
    await writer.stop();
  });
  return { url, writer };
}
