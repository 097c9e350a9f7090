import { existsSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { requireSameSeal } from './audit/seal-digest.ts';
import type { Config } from './config.ts';
import { makeDataDirectory, refuseWithoutData } from './data-directory.ts';
import { takeDataLock } from './data-lock.ts';
import { writeDurably } from './durable-file.ts';
import { enginePrograms } from './engines/programs.ts';
import { engineUserOf } from './engines/user.ts';
import type { Log } from './log.ts';
import { applicationRole, derivedPassword, migrate, refuseNewerData, withCredentials } from './migrate.ts';
import { readOrdinaryFile } from './ordinary-file.ts';
import { createDatabase, type Database } from './postgres/database.ts';
import { connectionUrl, startEmbeddedPostgres } from './postgres/embedded.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { explainStartFailure, StartError } from './start-error.ts';
import { createTicksEngine } from './ticks/client.ts';
import { startEmbeddedTicks } from './ticks/embedded.ts';
import type { TicksEngine } from './ticks/engine.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

/** Both stores, open and migrated, and the secrets of the data directory. */
export interface Stores {
  readonly database: Database;
  readonly engine: TicksEngine;
  readonly secrets: Secrets;
  /** Connection string of the relational store's owner: migrations, doctor, backup. */
  readonly ownerUrl: string;
  /** True when a running server's stores are used instead of our own. */
  readonly attached: boolean;
  /** Where browsers reach the running server whose stores these are; undefined when they are our own. */
  readonly runningAt: string | undefined;
  /** Whether that running server is a demonstration. */
  readonly runningDemo: boolean | undefined;
  /** Process ids of embedded children, for doctor and fault tests. */
  readonly children: { readonly ticks: () => number | undefined };
  /** How often the embedded ticks engine had to be started again. */
  readonly ticksRestarts: () => number;
  close(): Promise<void>;
}

class DataDirectoryInUse extends StartError {}

/** Where a running server's embedded stores listen, for the operator's tool. Addresses only: the passwords are in secrets.json. */
interface Runtime {
  /** Null: a server of its own, which DATABASE_URL names. */
  readonly postgresPort: number | null;
  /** Null: a server of its own, which TICKS_URL names. */
  readonly ticksUrl: string | null;
  /** Its issuer and addresses follow from it, so the tool's tokens must name the same, whatever its own settings say. */
  readonly publicUrl: string | null;
  /** Which accounts are on follows from it. */
  readonly demo?: boolean;
}

export interface StoresOptions {
  readonly config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'ticksUrl' | 'stopSeconds' | 'ticksHangSeconds' | 'postgresHangSeconds' | 'postgresRestartMinutes'
  > &
    Partial<Pick<Config, 'publicUrl' | 'demo'>>;
  readonly log: Log;
  /** Called when an embedded store ends by itself and cannot be brought back. */
  readonly onFatal: (reason: string) => void;
  /** `own`: fail when another server has the data directory. `attach`: use that server's stores then. */
  readonly mode: 'own' | 'attach';
  /** Refuses a data directory without Vigil data, and writes nothing then; otherwise a new one is made. */
  readonly onlyExisting?: boolean;
  /** See `migrate`: restore opens the stores at an earlier schema first. */
  readonly onlyMigrations?: ReadonlySet<string>;
  /** Only the restore itself opens stores that are not restored to the end. */
  readonly restoring?: boolean;
  /** See `DatabaseOptions`. */
  readonly refusesSecondConnections?: boolean;
}

/** Opens what the configuration names, starting the embedded stores where it names none, and migrates both. Throws StartError. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  try {
    return await open(options);
  } catch (error) {
    throw explainStartFailure(error, options.config.dataDir);
  }
}

async function open(options: StoresOptions): Promise<Stores> {
  const { config } = options;
  if (options.onlyExisting) refuseWithoutData(config.dataDir);
  makeDataDirectory(config.dataDir);
  if (!options.restoring) await refuseUnfinishedRestore(config.dataDir);
  const lock = takeDataLock(config.dataDir);
  if (!lock && options.mode === 'own')
    throw new DataDirectoryInUse(`Another Vigil server is using ${config.dataDir}. Stop it first, or give this one its own DATA_DIR.`);
  const secrets = await loadSecrets(config.dataDir);
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    if (lock) closers.push(() => lock.release());
    const running = lock ? undefined : await readRuntime(config.dataDir);
    requireStoresNamed(options, running);
    const relational = await openRelational(options, secrets, running, closers);
    // Before the ticks engine opens its store, and beside a running server too: an older tool writes what the newer server misreads.
    await refuseNewerData(relational.ownerUrl);
    const ticks = await openTicks(options, secrets, running, closers);
    if (lock) {
      const { applied } = await migrate({
        ownerUrl: relational.ownerUrl,
        appPassword: relational.appPassword,
        engine: ticks.engine,
        ticksUrl: config.ticksUrl,
        only: options.onlyMigrations,
      });
      if (applied.length > 0) options.log.info({ applied: applied.length }, 'stores migrated');
      // A restore brings the secrets along with the seals.
      if (config.databaseUrl && !options.restoring)
        await requireSameSeal({ ownerUrl: relational.ownerUrl, key: secrets.auditSeal, dataDir: config.dataDir });
      const runtime: Runtime = {
        postgresPort: relational.port,
        ticksUrl: ticks.url,
        publicUrl: config.publicUrl ?? null,
        demo: config.demo ?? false,
      };
      await writeDurably(runtimePath(config.dataDir), JSON.stringify(runtime));
      closers.push(() => rmSync(runtimePath(config.dataDir), { force: true }));
    }
    const database = createDatabase({
      url: withCredentials(relational.ownerUrl, applicationRole, relational.appPassword),
      onError: (error) => options.log.warn({ err: error }, 'an idle database connection failed'),
      refusesSecondConnections: options.refusesSecondConnections ?? false,
    });
    closers.push(() => database.close());
    return {
      database,
      engine: ticks.engine,
      secrets,
      ownerUrl: relational.ownerUrl,
      attached: !lock,
      runningAt: running?.publicUrl ?? undefined,
      runningDemo: running?.demo,
      children: { ticks: ticks.pid },
      ticksRestarts: ticks.restarts,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * Throws StartError where the data lie in a server of its own and its variable is not set here: an empty store would be begun beside it, and
 * taken for the real one.
 */
function requireStoresNamed({ config, onlyExisting }: StoresOptions, running: Runtime | undefined): void {
  for (const { variable, isNamed, isElsewhere, folder, what } of [
    {
      ...{ variable: 'DATABASE_URL', what: 'PostgreSQL', folder: 'postgres' },
      ...{ isNamed: config.databaseUrl !== undefined, isElsewhere: running?.postgresPort === null },
    },
    {
      ...{ variable: 'TICKS_URL', what: 'ClickHouse', folder: 'ticks' },
      ...{ isNamed: config.ticksUrl !== undefined, isElsewhere: running?.ticksUrl === null },
    },
  ]) {
    if (isNamed) continue;
    if (isElsewhere)
      throw new StartError(
        `The server that runs on ${config.dataDir} keeps its data in a ${what} of its own. Nothing was changed: set ${variable} for this command as it is set for the server.`,
      );
    if (onlyExisting && !running && !existsSync(join(config.dataDir, folder)))
      throw new StartError(
        `There is no ${what} in ${config.dataDir}. If the data are on a server of its own, set ${variable} for this command as it is set for Vigil. Nothing was changed.`,
      );
  }
}

/** The part of the time for stopping that each embedded store has to end what it has begun before it is killed. */
const shareOfStop = 0.2;

type Closers = (() => Promise<void> | void)[];

async function openRelational(options: StoresOptions, secrets: Secrets, running: Runtime | undefined, closers: Closers) {
  const { databaseUrl, dataDir } = options.config;
  if (databaseUrl) return { ownerUrl: databaseUrl, appPassword: derivedPassword(databaseUrl), port: null };
  if (running?.postgresPort)
    return {
      ownerUrl: connectionUrl('vigil_owner', secrets.databaseOwner, running.postgresPort, 'vigil'),
      appPassword: secrets.databaseApp,
      port: null,
    };
  const postgres = await startEmbeddedPostgres({
    ...enginesOf(dataDir),
    folder: join(dataDir, 'postgres'),
    ownerPassword: secrets.databaseOwner,
    log: options.log,
    stopSeconds: options.config.stopSeconds * shareOfStop,
    hangSeconds: options.config.postgresHangSeconds,
    restartMinutes: options.config.postgresRestartMinutes,
    onExit: options.onFatal,
  });
  closers.push(() => postgres.stop());
  return { ownerUrl: postgres.ownerUrl, appPassword: secrets.databaseApp, port: postgres.port };
}

async function openTicks(options: StoresOptions, secrets: Secrets, running: Runtime | undefined, closers: Closers) {
  const { ticksUrl, dataDir } = options.config;
  let restarts = 0;
  const onRestart = () => {
    restarts += 1;
  };
  const embedded =
    ticksUrl || running?.ticksUrl
      ? undefined
      : await startEmbeddedTicks({
          ...enginesOf(dataDir),
          dataDir,
          secret: secrets.ticksEngine,
          log: options.log,
          onRestart,
          hangSeconds: options.config.ticksHangSeconds,
          stopSeconds: options.config.stopSeconds * shareOfStop,
        }).catch((error) => {
          throw ticksCannotStart(error, dataDir);
        });
  if (embedded) closers.push(() => embedded.stop());
  const url = ticksUrl ?? running?.ticksUrl ?? embedded?.url ?? '';
  const engine = createTicksEngine(ticksUrl ? { url, log: options.log } : { url, secret: secrets.ticksEngine, log: options.log });
  closers.push(() => engine.close());
  return { engine, url: ticksUrl ? null : url, pid: () => embedded?.pid(), restarts: () => restarts };
}

/** Free space with which an engine cannot even open its store. */
const fullDiskBytes = 8 * 1024 * 1024;

function ticksCannotStart(error: unknown, dataDir: string): unknown {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof StartError) return error;
  // The engine does not say that the disk is full; PostgreSQL, which starts before it, may just have fitted.
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < fullDiskBytes) return Object.assign(new Error(text), { code: 'ENOSPC' });
  const lines = text.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0];
  const way = reason?.includes('connection for path')
    ? 'Nothing there was changed; if files are missing or damaged, restore the latest backup into an empty DATA_DIR.'
    : 'The data are untouched; the installation is at fault: remove the folder node_modules and run "npm start" again.';
  return new StartError(`Vigil cannot start: the ticks engine does not start on ${join(dataDir, 'ticks')} (${reason}). ${way}`, {
    cause: error,
  });
}

/** As whom the embedded engines of a data directory run, and the programs that this user can get to. */
export function enginesOf(dataDir: string) {
  const user = engineUserOf(dataDir);
  return { user, programs: enginePrograms(user, dataDir) };
}

const runtimePath = (dataDir: string) => join(dataDir, 'runtime.json');

async function readRuntime(dataDir: string): Promise<Runtime> {
  try {
    return JSON.parse((await readOrdinaryFile(runtimePath(dataDir))).toString('utf8')) as Runtime;
  } catch {
    throw new DataDirectoryInUse(`The Vigil server that uses ${dataDir} is still starting, or just stopping. Try again in a few seconds.`);
  }
}
