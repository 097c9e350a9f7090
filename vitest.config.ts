import { configDefaults, defineConfig } from 'vitest/config';

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
const server = { ...browserless, globalSetup: ['apps/server/src/testing/global-setup.ts'], pool: 'forks' as const };
const timedServer = ['apps/server/src/services/large-reads.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { ...browserless, name: 'rules', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          ...{ ...server, name: 'server', include: ['apps/server/src/**/*.test.ts'] },
          exclude: [...configDefaults.exclude, ...timedServer],
        },
      },
      {
        extends: './apps/portal/vite.config.ts',
        test: { name: 'portal', maxWorkers, testTimeout: 30_000, environment: 'jsdom', include: ['apps/portal/src/**/*.test.{ts,tsx}'] },
      },
      { test: { ...journeys, name: 'journeys', exclude: [...configDefaults.exclude, ...timed] } },
      // What holds a screen or an answer to a time has the machine to itself.
      { test: { ...journeys, name: 'timed journeys', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { test: { ...server, name: 'timed answers', include: timedServer, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
