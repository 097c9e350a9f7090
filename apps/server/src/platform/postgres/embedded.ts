import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { watchChild } from '#platform/children.ts';
import { postgresFolder } from '#platform/engines/folder.ts';
import { asEngineUser } from '#platform/engines/launch.ts';
import type { EnginePrograms } from '#platform/engines/programs.ts';
import { type EngineUser, giveToEngines } from '#platform/engines/user.ts';
import type { Log } from '#platform/log.ts';
import { StartError } from '#platform/start-error.ts';
import { hasCluster, initialiseCluster, requireSoundCluster } from './cluster.ts';
import { postgresEnvironment } from './environment.ts';
import { askPostgres } from './heartbeat.ts';
import { type PostgresProcess, supervisePostgres } from './supervise.ts';
import { endSurvivors } from './survivors.ts';

export interface EmbeddedPostgres {
  /** Connection string of the owner, for migrations and back-ups only. */
  readonly ownerUrl: string;
  readonly port: number;
  /** Resolves when the store has shut down cleanly. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute folder of the cluster; made at the first start. */
  readonly folder: string;
  readonly user: EngineUser;
  readonly programs: Pick<EnginePrograms, 'postgres'>;
  readonly ownerPassword: string;
  readonly log: Log;
  /** How long shutting down cleanly may take before it is killed; it recovers at the next start. Seconds. */
  readonly stopSeconds: number;
  /** See `SupervisionOptions`. */
  readonly hangSeconds: number;
  readonly restartMinutes: number;
  /** Called when the store, once started, has died by itself and is not brought back. */
  readonly onExit: (reason: string) => void;
}

const clusterOwner = 'vigil_owner';
const database = 'vigil';
const startTimeoutMs = 60_000;
const endAfterFailureMs = 3_000;

/**
 * Starts PostgreSQL on a free loopback port, without a socket file, with checksums and scram passwords. A cluster that
 * was not shut down (power cut, kill -9) recovers from its log; one whose server outlived us is stopped first. The caller
 * holds the lock of the data directory. Throws StartError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder } = options;
  if (!hasCluster(folder)) await initialiseCluster({ ...options, owner: clusterOwner });
  requireSoundCluster(folder);
  const port = await freePort();
  const stop = supervisePostgres(await start(options, port), {
    launch: () => start(options, port),
    ask: (signal) => askPostgres(connectionUrl(clusterOwner, options.ownerPassword, port, 'postgres'), signal),
    hangSeconds: options.hangSeconds,
    log: options.log,
    restartMinutes: options.restartMinutes,
    stopSeconds: options.stopSeconds,
    onGiveUp: options.onExit,
  });
  return { ownerUrl: connectionUrl(clusterOwner, options.ownerPassword, port, database), port, stop };
}

/** Clears away what an earlier one left running, starts PostgreSQL and waits until it answers. Throws StartError. */
async function start(options: EmbeddedPostgresOptions, port: number): Promise<PostgresProcess> {
  const { folder, user, ownerPassword } = options;
  await endSurvivors(folder, options.log);
  giveToEngines(user, folder);
  const child = launch(options, port);
  watchChild(child);
  const stderr = keepTail(child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`PostgreSQL ended (${signal ?? `code ${code}`}): ${stderr()}`));
  });
  try {
    await ready(connectionUrl(clusterOwner, ownerPassword, port, 'postgres'), exited);
  } catch (error) {
    // Not left behind half-way: the process that we are ends with this.
    child.kill('SIGINT');
    const patience = setTimeout(() => child.kill('SIGKILL'), endAfterFailureMs);
    await exited;
    clearTimeout(patience);
    throw cannotStart(error, folder);
  }
  return { child, exited };
}

export function connectionUrl(user: string, password: string, port: number, name: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
}

function launch({ programs, user, folder }: EmbeddedPostgresOptions, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '128MB',
    // Acknowledged means on disk.
    fsync: 'on',
    synchronous_commit: 'on',
    log_min_messages: 'warning',
    // Statements and their values never reach a log: they hold patient data.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  };
  const args = [
    ...['-D', postgresFolder(user, folder), '-p', String(port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { command, args: all, ...as } = asEngineUser(user, join(programs.postgres, 'bin', 'postgres'), args, 'INT');
  return spawn(command, [...all], {
    ...as,
    env: postgresEnvironment(programs.postgres),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches the server only, which then stops its stores in order.
    detached: true,
  });
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-2000);
  });
  return () => tail.trim();
}

/** What PostgreSQL itself says is the reason; without its time stamps, and without the lines that only follow from it. */
function cannotStart(error: unknown, folder: string): unknown {
  const text = error instanceof Error ? error.message : String(error);
  if (/no space left on device/i.test(text)) return error;
  const reason = /(?:FATAL|PANIC|ERROR):\s+(.*)/.exec(text)?.[1] ?? text.split('\n')[0];
  return new StartError(
    `Vigil cannot start: PostgreSQL does not start on ${folder} (${reason}). Nothing there was changed; if the disk was damaged or files are missing, restore the latest backup into an empty DATA_DIR.`,
    { cause: error },
  );
}

async function ready(url: string, exited: Promise<string>): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  const death = exited.then((reason) => {
    throw new Error(reason);
  });
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    // One that is lost between two statements says so by an event, too; the next of them fails.
    client.on('error', () => {});
    try {
      await Promise.race([client.connect(), death]);
      const known = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (known.rowCount === 0) await client.query(`create database ${database}`);
      await client.end();
      death.catch(() => {});
      return;
    } catch (error) {
      await client.end().catch(() => {});
      const code = (error as { code?: string }).code;
      const starting = code === 'ECONNREFUSED' || code === '57P03' || code === 'ECONNRESET';
      if (!starting || Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
