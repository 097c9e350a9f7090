import { defineConfig } from 'vitest/config';

const browserless = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...browserless, name: 'rules', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          ...browserless,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        extends: './apps/portal/vite.config.ts',
        test: { name: 'portal', environment: 'jsdom', include: ['apps/portal/src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...browserless,
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/browser.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
