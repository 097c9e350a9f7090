import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModules } from '#server/modules.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { enginesOf, openStores } from '#server/platform/stores.ts';
import { startEmbeddedTicks } from '#server/platform/ticks/embedded.ts';
import { startRedis } from '#server/testing/redis-server.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { freePort, newDataDir, type RunningServer, removeDataDir, startServer } from '../server.ts';
import { startBalancer } from './balancer.ts';

/** Several servers over one PostgreSQL, one ticks store, one Redis and one folder of files, with a balancer in front. */
export interface Nodes {
  /** Where browsers reach them: whichever node a connection comes to. */
  readonly url: string;
  /** The address of one node; tokens name `url` as their issuer. */
  nodeUrl(index: number): string;
  readonly databaseUrl: string;
  readonly redis: Awaited<ReturnType<typeof startRedis>>;
  readonly postgres: PostgresServer;
  /** Connections go to these alone from now on, and those that are open are cut. Default: to all. */
  handTo(indexes?: readonly number[]): void;
  /** SIGKILL. */
  kill(index: number): Promise<void>;
  /** In the place of one that was killed, over its folder and at its port. */
  startAgain(index: number): Promise<void>;
  server(index: number): RunningServer;
  /** The same with the servers' modules, as the operator's tool has them. */
  atWork<T>(work: (place: Workplace) => Promise<T>): Promise<T>;
  /** What a further node needs to start, but for its folder and its port. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const ticksSecret = 'only-for-tests';

/** `each`: settings of its own for each node; `through`: the way to each store. Throws with what the server said where one does not start. */
export async function startNodes({
  each = [{}, {}] as readonly Readonly<Record<string, string>>[],
  env = {} as Readonly<Record<string, string>>,
  through = async (url: string): Promise<string> => url,
} = {}): Promise<Nodes> {
  const undo: (() => Promise<unknown>)[] = [];
  const kept = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    undo.push(() => one.stop());
    return one;
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-nodes-'));
    undo.push(async () => rmSync(folder, { recursive: true, force: true }));
    const [postgres, ticks, redis, balancer] = await Promise.all([
      startPostgres('newest').then(kept),
      startTicks().then(kept),
      startRedis().then(kept),
      startBalancer().then(kept),
    ]);
    const databaseUrl = await postgres.createDatabase('nodes');
    const url = `http://localhost:${balancer.port}`;
    const shared = {
      ...{ DATABASE_URL: await through(databaseUrl), TICKS_URL: await through(ticks.url), REDIS_URL: await through(redis.url) },
      ...{ PUBLIC_URL: url, BLOB_URL: `file://${folder}`, LOG_LEVEL: 'warn' },
      ...env,
    };
    const servers: RunningServer[] = [];
    const ports: number[] = [];
    for (const [index, own] of each.entries()) {
      const dataDir = newDataDir();
      undo.push(async () => removeDataDir(dataDir));
      if (servers[0]) copyFileSync(join(servers[0].dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
      const port = await freePort();
      ports.push(port);
      servers.push(await startServer({ dataDir, port, env: { ...shared, ...own } }));
      undo.push(async () => servers[index]?.stop());
    }
    balancer.handTo(ports);
    const server = (index: number) => servers[index] as RunningServer;
    return {
      ...{ url, databaseUrl, redis, postgres, server, env: shared },
      nodeUrl: (index) => `http://127.0.0.1:${ports[index]}`,
      handTo: (indexes = ports.map((_, index) => index)) => balancer.handTo(indexes.map((index) => ports[index] ?? 0)),
      kill: (index) => server(index).kill(),
      async startAgain(index) {
        const { dataDir, port } = server(index);
        servers[index] = await startServer({ dataDir, port, env: { ...shared, ...each[index] } });
      },
      async atWork(work) {
        const log = createLog('error');
        const config = readConfig({ ...shared, DATA_DIR: server(0).dataDir });
        const stores = await openStores({ config, log, mode: 'attach', onFatal: () => {} });
        const modules = await createModules({ config, stores, log });
        try {
          return await work({ config, log, stores, modules });
        } finally {
          await modules.stop();
          await stores.close();
        }
      },
      stop: () => undoAll(undo),
    };
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step();
}

/** A ticks store beside the servers, at an address with user and password, as a ClickHouse server of the operator's would be. */
async function startTicks() {
  const dataDir = newDataDir();
  const engine = await startEmbeddedTicks({
    ...{ ...enginesOf(dataDir), dataDir, secret: ticksSecret, log: createLog('silent'), hangSeconds: 30, stopSeconds: 5 },
  });
  const { host } = new URL(engine.url);
  return {
    url: `http://default:${ticksSecret}@${host}`,
    async stop() {
      await engine.stop();
      removeDataDir(dataDir);
    },
  };
}
