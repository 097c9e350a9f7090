import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
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
  // What a migration leaves to be computed again is nothing here, and would be every other file's ticks for each writer.
  const owner = new pg.Client({ connectionString: stores.ownerUrl });
  await owner.connect();
  await owner.query('delete from vigil.ticks_follow_up');
  // No test cuts the power of these stores: a commit need not wait for the disk.
  await owner.query('alter database vigil set synchronous_commit = off');
  await owner.end();
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
