import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModules } from '#server/modules.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeDataDirectory } from '#server/platform/data-directory.ts';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { enginesOf, openStores } from '#server/platform/stores.ts';
import { startEmbeddedTicks } from '#server/platform/ticks/embedded.ts';
import { startRedis } from '#server/testing/redis-server.ts';
import { freePort, type ServerProcess, startServer, whenCutShort } from './server-process.ts';

/** Two servers over one PostgreSQL, one ticks store and one Redis, which all belong to the bench. */
export interface TwoServers {
  readonly servers: readonly [ServerProcess, ServerProcess];
  /** With the servers' modules, as the operator's tool has them. */
  atWork<T>(work: (place: Workplace) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const password = 'only-for-measuring';
/** Has a server's garbage collected when it is told to (SIGUSR2), so that its memory can be compared. */
const collecting = "--expose-gc --import data:text/javascript,process.on('SIGUSR2',()=>gc())";

export async function startTwoServers(): Promise<TwoServers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  makeDataDirectory(dataDir);
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    done();
  };
  const done = whenCutShort(stop);
  try {
    const log = createLog('error');
    const engines = enginesOf(dataDir);
    const postgres = await startEmbeddedPostgres({
      ...{ ...engines, folder: join(dataDir, 'postgres'), ownerPassword: password, log },
      ...{ stopSeconds: 5, hangSeconds: 60, restartMinutes: 10, onExit: () => {} },
    });
    undo.push(() => postgres.stop());
    const ticks = await startEmbeddedTicks({ ...engines, dataDir, secret: password, log, hangSeconds: 60, stopSeconds: 5 });
    undo.push(() => ticks.stop());
    const redis = await startRedis();
    undo.push(() => redis.stop());
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = {
      ...{ DATABASE_URL: postgres.ownerUrl, TICKS_URL: `http://default:${password}@${new URL(ticks.url).host}`, REDIS_URL: redis.url },
      // What tokens name, whichever server takes them.
      ...{ PUBLIC_URL: url, BLOB_URL: `file://${join(dataDir, 'blobs')}`, NODE_OPTIONS: collecting },
    };
    const start = async (secretsOf?: ServerProcess) => {
      const own = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
      if (secretsOf) copyFileSync(join(secretsOf.dataDir, 'secrets.json'), join(own, 'secrets.json'));
      const server = await startServer({ dataDir: own, url: secretsOf ? `http://127.0.0.1:${await freePort()}` : url }, env);
      undo.push(() => server.stop());
      return server;
    };
    const first = await start();
    const second = await start(first);
    return {
      servers: [first, second],
      stop,
      async atWork(work) {
        const config = readConfig({ ...env, DATA_DIR: first.dataDir });
        const stores = await openStores({ config, log, mode: 'attach', onFatal: () => {} });
        const modules = await createModules({ config, stores, log });
        try {
          return await work({ config, log, stores, modules });
        } finally {
          await modules.stop();
          await stores.close();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
