import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// The servers and tools that tests start, a hundred of them, find what Node has read and compiled before: half of their start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// The same number everywhere: projects of different numbers, and those of one, run after each other. A test that waits leaves the
// machine to another one; the servers and the browser that it speaks to are processes of their own.
const maxWorkers = 2;

const browserless = {
  maxWorkers,
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A failure shows what was there, not how many of them.
  chaiConfig: { truncateThreshold: 2_000 },
  // On two busy cores what happens soon happens within seconds.
  expect: { poll: { timeout: 10_000 } },
} as const;

const journeys = {
  ...browserless,
  include: ['e2e/**/*.test.ts'],
  globalSetup: ['e2e/browser.ts', 'e2e/prepared-demo.ts'],
  testTimeout: 120_000,
  hookTimeout: 360_000,
};
const timed = ['e2e/clinician.test.ts'];
// Files that share a process load their modules once. What they could leave to each other ends with each: see the setup file.
const shared = { isolate: false };
const server = { ...browserless, globalSetup: ['apps/server/src/testing/global-setup.ts'], pool: 'forks' as const };
const timedServer = ['apps/server/src/services/large-reads.test.ts', 'apps/server/src/intake/large-bodies/large-bodies.test.ts'];

const portalSetup = 'apps/portal/src/testing';
const portal = { maxWorkers, testTimeout: 30_000, environment: 'jsdom', setupFiles: [`${portalSetup}/busy-machine.ts`] };
const portalFiles = 'apps/portal/src/**/*.test.{ts,tsx}';
// Who puts another module in the place of one needs it not to be there yet.
const replacing = globSync(portalFiles, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|hoisted|resetModules)\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

export default defineConfig({
  test: {
    projects: [
      { test: { ...browserless, ...shared, name: 'rules', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          ...{ ...server, name: 'server', include: ['apps/server/src/**/*.test.ts'] },
          exclude: [...configDefaults.exclude, ...timedServer],
        },
      },
      {
        extends: './apps/portal/vite.config.ts',
        test: {
          ...{ ...portal, name: 'portal', include: [portalFiles], exclude: [...configDefaults.exclude, ...replacing] },
          ...{ ...shared, setupFiles: [...portal.setupFiles, `${portalSetup}/between-files.ts`] },
        },
      },
      { extends: './apps/portal/vite.config.ts', test: { ...portal, name: 'portal apart', include: replacing } },
      { test: { ...journeys, name: 'journeys', exclude: [...configDefaults.exclude, ...timed] } },
      // What holds a screen or an answer to a time has the machine to itself.
      { test: { ...journeys, name: 'timed journeys', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { test: { ...server, name: 'timed answers', include: timedServer, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
