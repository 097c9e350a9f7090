import { createRegistry, type RegistryDeps } from '#services/registry/index.ts';
import type { Harness } from './harness.ts';

/** The registry on the stores of the test run; nothing is mailed and no session ends unless a test hands over who does that. */
export function registryOn(harness: Harness, over: Partial<RegistryDeps> = {}) {
  return createRegistry({
    ...harness,
    post: { send: async () => {} },
    endSessions: async () => {},
    inCareTeams: async () => [],
    primaryCliniciansOf: async () => new Map(),
    ...over,
  });
}
