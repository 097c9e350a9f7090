import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { giveToUnprivileged, unprivileged } from '#platform/unprivileged.ts';
import { postgresBinaries } from './binaries.ts';

const run = promisify(execFile);

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
  readonly ownerPassword: string;
  readonly log: Log;
  /** Called when the store dies by itself. */
  readonly onExit: (reason: string) => void;
}

const owner = 'vigil_owner';
const database = 'vigil';
const startTimeoutMs = 60_000;

/**
 * Starts PostgreSQL on a free loopback port, without a socket file, with checksums and scram passwords. A cluster that
 * was not shut down (power cut, kill -9) recovers from its log; one whose server outlived us is stopped first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const native = postgresBinaries();
  if (!existsSync(join(options.folder, 'PG_VERSION'))) await initialise(native, options);
  await stopOrphan(options.folder, options.log);
  const port = await freePort();
  const child = launch(native, options.folder, port);
  const stderr = keepTail(child);
  let stopping = false;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`PostgreSQL ended (${signal ?? `code ${code}`}): ${stderr()}`));
  });
  void exited.then((reason) => {
    if (!stopping) options.onExit(reason);
  });
  const ownerUrl = connectionUrl(owner, options.ownerPassword, port, database);
  await ready(connectionUrl(owner, options.ownerPassword, port, 'postgres'), exited);
  return {
    ownerUrl,
    port,
    async stop() {
      stopping = true;
      child.kill('SIGINT');
      await exited;
    },
  };
}

export function connectionUrl(user: string, password: string, port: number, name: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
}

async function initialise(native: string, options: EmbeddedPostgresOptions): Promise<void> {
  // Into a folder beside it and then renamed, so that a start cut short never leaves half a cluster.
  const making = `${options.folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${making}.password`;
  writeFileSync(passwordFile, options.ownerPassword, { mode: 0o600 });
  giveToUnprivileged(making);
  giveToUnprivileged(passwordFile);
  try {
    const args = [
      '-D',
      making,
      '-U',
      owner,
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ];
    const invocation = unprivileged({ command: join(native, 'bin', 'initdb'), args }, [native, making]);
    await run(invocation.command, [...invocation.args], { env: environment(native), cwd: '/' });
    renameSync(making, options.folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function launch(native: string, folder: string, port: number): ChildProcess {
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
  const args = ['-D', folder, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const invocation = unprivileged({ command: join(native, 'bin', 'postgres'), args }, [native, folder]);
  // A group of its own: Ctrl-C in the terminal reaches the server only, which then stops its stores in order.
  return spawn(invocation.command, [...invocation.args], {
    env: environment(native),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
}

function environment(native: string): NodeJS.ProcessEnv {
  return { LD_LIBRARY_PATH: join(native, 'lib'), PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' };
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-2000);
  });
  return () => tail.trim();
}

/** A server that survived its parent still holds the cluster: it is asked to stop and waited for. */
async function stopOrphan(folder: string, log: Log): Promise<void> {
  const pid = postmasterPid(folder);
  if (pid === undefined || !isPostgres(pid)) return;
  log.warn({ pid }, 'stopping a PostgreSQL left over from an earlier run');
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + startTimeoutMs;
  while (isPostgres(pid)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) of an earlier run does not stop. End it by hand, then start again.`);
    await pause(50);
  }
}

function postmasterPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}

async function ready(url: string, exited: Promise<string>): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  const death = exited.then((reason) => {
    throw new Error(reason);
  });
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
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
