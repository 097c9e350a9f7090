import { createHash, createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VigilError } from '@vigil/contract/errors';
import pg from 'pg';
import { ConfigError } from './config.ts';
import { isDiskFull } from './disk/disk-full.ts';
import { withConnection } from './postgres/connection.ts';
import { examineServer } from './postgres/examine-server.ts';
import { StartError } from './start-error.ts';
import type { TicksEngine } from './ticks/engine.ts';
import { isEngineWord, whereUnreachable } from './ticks/failures.ts';

const folder = join(import.meta.dirname, '../../../../db');
const advisoryLock = 7_618_344;
/** A statement that copies a table takes as long as the table is large; the client gives up after ten minutes. */
const statementSeconds = 590;

interface Migration {
  readonly store: 'postgres' | 'ticks';
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** The application's role: it may log in and nothing else; what it may touch is granted by the migrations. */
export const applicationRole = 'vigil_app';

/**
 * With an external Postgres all nodes must know the role's password: it follows from the owner's. Throws ConfigError when
 * there is none, since what follows from nothing could be worked out by anybody.
 */
export function derivedPassword(ownerUrl: string): string {
  const { password } = new URL(ownerUrl);
  if (password === '')
    throw new ConfigError(
      "Vigil cannot start: DATABASE_URL holds no password (postgres://user:password@host/database); the password of the application's own role follows from it.",
    );
  return createHmac('sha256', decodeURIComponent(password)).update(applicationRole).digest('base64url');
}

export function withCredentials(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = encodeURIComponent(password);
  return changed.toString();
}

interface MigratedStores {
  ownerUrl: string;
  appPassword: string;
  engine: TicksEngine;
  /** Where a ticks store of its own is; messages name it without user and password. */
  ticksUrl?: string | undefined;
  /** Restore loads an archive at the schema it was made with: just these, as `<store>/<name>`. */
  only?: ReadonlySet<string> | undefined;
}

/**
 * Brings both stores up to date: one list, applied in order, its state in Postgres, under an advisory lock so that
 * several servers may start at once. A migration that has been applied must never change; if one did, this throws.
 */
export function migrate(stores: MigratedStores): Promise<{ applied: string[] }> {
  return withConnection(stores.ownerUrl, (client) => migrateOver(client, stores), connect);
}

/**
 * Throws StartError, and changes nothing, where a newer Vigil has migrated the stores: this one would misread what that one writes, and
 * overwrite it.
 */
export function refuseNewerData(ownerUrl: string): Promise<void> {
  return withConnection(ownerUrl, refuseNewer, connect);
}

async function refuseNewer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('public.vigil_migrations') is not null as "isThere"`);
  if (!rows[0]?.isThere) return;
  const unknown = await unknownMigrations(client);
  if (unknown.length === 0) return;
  const named = `${unknown[0]}${unknown.length > 1 ? ` and ${unknown.length - 1} more` : ''}`;
  throw new StartError(
    `Vigil cannot start: a newer version of Vigil has migrated this data (${named}), and this version would damage it. Nothing was changed. Start the newer version again, or restore a backup from before the upgrade into an empty DATA_DIR.`,
  );
}

/** What was applied to these stores and isn't part of this version, as `<store>/<name>`. */
export async function unknownMigrations(client: pg.Client): Promise<string[]> {
  const known = new Set((await knownMigrations()).map(({ store, name }) => `${store}/${name}`));
  const applied = await client.query<{ key: string }>(
    `select concat(store, '/', name) as key from public.vigil_migrations order by store, name`,
  );
  return applied.rows.map(({ key }) => key).filter((key) => !known.has(key));
}

async function migrateOver(client: pg.Client, stores: MigratedStores): Promise<{ applied: string[] }> {
  const applied: string[] = [];
  await examineServer(client);
  await client.query('select pg_advisory_lock($1)', [advisoryLock]);
  // Again: another server, of a newer version, may have migrated while this one waited.
  await refuseNewer(client);
  await ensureApplicationRole(client, stores.appPassword);
  await client.query(
    'create table if not exists public.vigil_migrations (store text, name text, sha256 text not null, applied_at timestamptz not null default now(), primary key (store, name))',
  );
  const known = await client.query<{ store: string; name: string; sha256: string }>(
    'select store, name, sha256 from public.vigil_migrations',
  );
  const state = new Map(known.rows.map((row) => [`${row.store}/${row.name}`, row.sha256]));
  const isNewTicksStore = await hasNoTables(stores.engine);
  for (const migration of await knownMigrations()) {
    const key = `${migration.store}/${migration.name}`;
    if (stores.only && !stores.only.has(key)) continue;
    const before = state.get(key);
    if (before === migration.sha256 && !(isNewTicksStore && migration.store === 'ticks')) continue;
    if (before !== undefined && before !== migration.sha256)
      throw new Error(`The migration ${key} has changed since it was applied. Restore the released file; a change needs a new migration.`);
    await apply(client, stores, migration);
    applied.push(key);
  }
  return { applied };
}

/** Throws ConfigError with where it was looked for, never with the password. */
async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const where = `PostgreSQL at ${client.host}:${client.port}`;
    if (isDiskFull(error))
      throw new ConfigError(
        `Vigil cannot start: ${where} has no disk space left. Nothing that was stored is lost; make room on its disk and start again.`,
        { cause: error },
      );
    if (code === '28P01' || code === '28000')
      throw new ConfigError(`${where} does not let the user ${client.user} in. Are the user and the password in DATABASE_URL right?`);
    if (code === '3D000')
      throw new ConfigError(`${where} has no database ${client.database}. Create it empty, or name another in DATABASE_URL.`);
    throw new ConfigError(`${where} does not let us in (${code ?? message}). Is it running, and is DATABASE_URL right?`);
  }
}

const mayNot = '42501';

/**
 * An owner that is no superuser may give the role its password, but may not as much as name attributes that only a superuser
 * can change; those are named only where the role has what it must not have. Throws ConfigError when the role is not ours.
 */
async function ensureApplicationRole(client: pg.Client, password: string): Promise<void> {
  const known = await client.query<Record<string, boolean>>(
    'select rolsuper as superuser, rolcreatedb as createdb, rolcreaterole as createrole, rolbypassrls as bypassrls from pg_roles where rolname = $1',
    [applicationRole],
  );
  const [attributes] = known.rows;
  const excess = Object.keys(attributes ?? {}).filter((name) => attributes?.[name]);
  const without = excess.map((name) => `no${name}`).join(' ');
  try {
    await client.query(
      `${attributes ? 'alter' : 'create'} role ${applicationRole} login ${without} password ${pg.escapeLiteral(password)}`,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== mayNot) throw error;
    throw new ConfigError(
      `PostgreSQL at ${client.host}:${client.port} has a role ${applicationRole} that ${client.user} may not change: another Vigil on the same server has made it, or somebody gave it too much. Drop it if it is left over, or use a server (or the same owner) for both.`,
    );
  }
}

/** Every migration of this version, in the order in which they are applied. */
export async function knownMigrations(): Promise<Migration[]> {
  return [...(await read('postgres')), ...(await read('ticks'))];
}

async function read(store: Migration['store']): Promise<Migration[]> {
  const files = (await readdir(join(folder, store))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(folder, store, name), 'utf8');
      return { store, name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * What has been applied stands in Postgres, so a ticks store put in the place of another (TICKS_URL, a folder that was lost)
 * has to be asked itself. One that does not answer now is left as it is: the server starts and says that it is not ready.
 */
async function hasNoTables(engine: TicksEngine): Promise<boolean> {
  const found = await engine
    .query<{ n: number }>("select toUInt32(count()) as n from system.tables where database = 'vigil'")
    .catch(() => undefined);
  return found?.[0]?.n === 0;
}

async function apply(
  client: pg.Client,
  { engine, ticksUrl }: { engine: TicksEngine; ticksUrl?: string | undefined },
  migration: Migration,
): Promise<void> {
  await client.query('begin');
  try {
    if (migration.store === 'postgres') await client.query(migration.text);
    // The ticks engine has no transactions: its statements say "if not exists", and a half-applied file is applied again.
    else
      for (const statement of statements(migration.text))
        await engine.command(statement, {}, { lane: 'report', maxSeconds: statementSeconds });
    await client.query('insert into public.vigil_migrations (store, name, sha256) values ($1, $2, $3) on conflict do nothing', [
      migration.store,
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (error instanceof VigilError && error.code === 'ticks_unavailable') {
      const store = `The ticks store${ticksUrl ? ` at ${whereUnreachable(error, ticksUrl)}` : ''}`;
      throw new ConfigError(
        isEngineWord(error)
          ? `${store} answers, but does not make its tables. Is all of it running, may its user make tables, and is TICKS_URL right?`
          : `${store} cannot be reached, and its tables are not made yet. Is it running, and is TICKS_URL right?`,
      );
    }
    throw new Error(`Migration ${migration.store}/${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Statements end with a semicolon at the end of a line; comment lines are dropped. */
export function statements(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
