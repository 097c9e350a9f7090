import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { openStores } from '#platform/stores.ts';

/** One embedded PostgreSQL and one embedded ticks engine for a whole test run; test files attach to them. */
export default async function startStores(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigil-test-'));
  const stores = await openStores({
    config: readConfig({ DATA_DIR: dataDir }),
    log: createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    mode: 'own',
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  project.provide('dataDir', dataDir);
  return async () => {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    dataDir: string;
  }
}
