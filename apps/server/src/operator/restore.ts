import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { knownMigrations } from '#platform/migrate.ts';
import { openStores, type Stores } from '#platform/stores.ts';
import { readArchive, verifyArchive } from './archive.ts';
import { type Manifest, tickColumns } from './backup.ts';
import { suspendChecks } from './suspended-checks.ts';

export interface RestoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'ticksUrl'>;
  readonly file: string;
  readonly log: Log;
  readonly onProgress: (done: { entries: number; of: number }) => void;
  /** Makes what a backup leaves out: rollups and latest values, from the ticks. */
  readonly rebuild: (stores: Stores) => Promise<void>;
}

/**
 * Restores an archive into a data directory that is empty (and empty stores, where DATABASE_URL or TICKS_URL name
 * them). The archive is read and checked whole before anything is written. Older archives are loaded at the schema
 * they were made with and migrated afterwards; newer ones are refused.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { entries } = await verifyArchive(options.file);
  const manifest = await readManifest(options.file);
  await refuseUnknownMigrations(manifest);
  await refuseOccupied(options.config.dataDir);
  await mkdir(options.config.dataDir, { recursive: true });
  await restoreFiles(options);
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const open = { config: options.config, log: options.log, mode: 'own', onFatal } as const;
  const only = new Set(manifest.migrations.map((migration) => `${migration.store}/${migration.name}`));
  const asBefore = await openStores({ ...open, onlyMigrations: only });
  try {
    await load(asBefore, manifest, options, entries);
  } finally {
    await asBefore.close();
  }
  const asNow = await openStores(open);
  try {
    await options.rebuild(asNow);
  } finally {
    await asNow.close();
  }
  return manifest;
}

async function readManifest(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await readArchive(file, async (name, content) => {
    if (name === 'manifest.json') manifest = JSON.parse(content.toString('utf8')) as Manifest;
  });
  if (manifest?.format !== 1) throw new Error(`${file} is not a Vigil backup of a kind this version reads. Nothing was restored.`);
  return manifest;
}

async function refuseUnknownMigrations(manifest: Manifest): Promise<void> {
  const known = new Map((await knownMigrations()).map((migration) => [`${migration.store}/${migration.name}`, migration.sha256]));
  const unknown = manifest.migrations.find((migration) => known.get(`${migration.store}/${migration.name}`) !== migration.sha256);
  if (unknown)
    throw new Error(
      `The backup was made by a newer or different Vigil (its migration ${unknown.store}/${unknown.name} is not known here). Nothing was restored; use that version.`,
    );
}

async function refuseOccupied(dataDir: string): Promise<void> {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new Error(
      `${dataDir} is not empty. Nothing was restored: a restore never overwrites data. Name an empty folder in DATA_DIR, or move this one away.`,
    );
}

async function restoreFiles(options: RestoreOptions): Promise<void> {
  await readArchive(options.file, async (name, content) => {
    if (!name.startsWith('files/')) return;
    const path = join(options.config.dataDir, normalize(name.slice('files/'.length)));
    if (!path.startsWith(`${options.config.dataDir}/`)) throw new Error(`The backup names a file outside the data directory: ${name}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: 0o600, flush: true });
    await chmod(path, 0o600);
  });
}

async function load(stores: Stores, manifest: Manifest, options: RestoreOptions, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: stores.ownerUrl });
  await client.connect();
  try {
    const occupied = await client.query('select 1 from vigil.tenants limit 1');
    if (occupied.rowCount)
      throw new Error('The database named by DATABASE_URL already holds tenants. Nothing was restored: a restore never overwrites data.');
    await client.query('begin');
    const resumeChecks = await suspendChecks(client);
    const columns = new Map(
      manifest.tables.map((table) => [table.name, table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')]),
    );
    // What the migrations themselves put into tables is in the archive as well.
    for (const name of columns.keys()) await client.query(`truncate vigil.${pg.escapeIdentifier(name)} cascade`);
    let open: { table: string; stream: ReturnType<typeof copyFrom>; done: Promise<unknown> } | undefined;
    let done = 0;
    const finish = async () => {
      open?.stream.end();
      await open?.done;
      open = undefined;
    };
    await readArchive(options.file, async (name, content) => {
      const [kind, table = ''] = name.split('/');
      if (open && (kind !== 'postgres' || open.table !== table)) await finish();
      if (kind === 'postgres') {
        open ??= startCopy(client, table, columns.get(table) ?? '');
        await write(open.stream, content);
      } else if (kind === 'ticks') await stores.engine.insert('vigil.ticks', tickColumns, content);
      options.onProgress({ entries: ++done, of: entries });
    });
    await finish();
    for (const sequence of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [`vigil.${pg.escapeIdentifier(sequence.name)}`, sequence.value]);
    await resumeChecks();
    await client.query('commit');
  } finally {
    await client.end();
  }
}

function startCopy(client: pg.Client, table: string, columns: string) {
  const stream = client.query(copyFrom(`copy vigil.${pg.escapeIdentifier(table)} (${columns}) from stdin`));
  const done = new Promise((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
  });
  done.catch(() => {});
  return { table, stream, done };
}

function write(stream: NodeJS.WritableStream, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error?: Error | null) => (error ? reject(error) : resolve()));
  });
}
