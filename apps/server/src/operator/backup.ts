import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { anchorFileName } from '#platform/audit/anchor/anchor-file.ts';
import { isDiskFull } from '#platform/disk/disk-full.ts';
import { createDiskReserve, freeBytesOf } from '#platform/disk/disk-space.ts';
import { readOrdinaryFile } from '#platform/ordinary-file.ts';
import { withConnection } from '#platform/postgres/connection.ts';
import type { Stores } from '#platform/stores.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type Manifest, manifestName } from './archive-contents.ts';
import { filesOf, looksLikeOurs } from './backup-files.ts';

export type BackupProgress = (done: { rows: number; ticks: number; ofTicks: number }) => void;

const chunkBytes = 8 * 1024 * 1024;
const chunkTicks = 400_000;

/** The columns of vigil.ticks, in the order in which a backup holds them (RowBinary). */
export const tickColumns = ['tenant_id', 'user_id', 'metric', 'ts', 'source', 'value', 'device_id', 'received_at'] as const;

/**
 * Writes both stores and the files that belong to them into one archive, while the server may go on working.
 * Postgres is read in one snapshot; the anchor of the audit log before it, so it is never ahead of the log in the
 * archive; ticks afterwards, so every tick that the snapshot knows of is in the archive. Rollups are not kept: they
 * follow from the ticks.
 */
export async function backup(
  stores: Pick<Stores, 'ownerUrl' | 'engine'>,
  options: { dataDir: string; file: string; now: Date; onProgress: BackupProgress; reserveBytes: number },
): Promise<Manifest> {
  if (existsSync(options.file)) throw new Error(`${options.file} exists already. Name a new file; a backup never overwrites another.`);
  const folder = dirname(options.file);
  // With the slash a file is no folder either.
  if (!existsSync(join(folder, '/')))
    throw new Error(`There is no folder ${folder}. Nothing was written: make it, or name a file in another.`);
  if (looksLikeOurs(options.dataDir, options.file))
    throw new Error(
      `${options.file} is a name that the server itself uses. Give the backup another name, best outside ${options.dataDir}.`,
    );
  const anchor = await readOrdinaryFile(join(options.dataDir, anchorFileName));
  const secrets = await readOrdinaryFile(join(options.dataDir, 'secrets.json'));
  if (typeof secrets === 'string')
    throw new Error(
      `${join(options.dataDir, 'secrets.json')} is not an ordinary file. Nothing was written: put the file itself there, not a link to it; without it a backup cannot be restored.`,
    );
  return withConnection(stores.ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const manifest = await describe(client, stores, options.now);
    await writeArchive(options.file, async (written) => {
      const archive = withinReserve(written, options);
      await archive.add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
      for (const path of await filesOf(options.dataDir)) {
        const content = path === anchorFileName ? anchor : await readOrdinaryFile(join(options.dataDir, path));
        if (typeof content !== 'string') await archive.add(`files/${path}`, content);
      }
      const progress = { rows: 0, ticks: 0, ofTicks: manifest.ticks };
      for (const table of manifest.tables) {
        await copyTable(client, archive, table);
        progress.rows += table.rows;
        options.onProgress(progress);
      }
      for await (const { name, content, count } of tickChunks(stores)) {
        await archive.add(name, content);
        progress.ticks += count;
        options.onProgress(progress);
      }
    });
    return manifest;
  });
}

/** On the disk of the data, a backup leaves alone what is kept for readings; its size is not known before it is written. */
function withinReserve(
  archive: ArchiveWriter,
  { dataDir, file, reserveBytes }: { dataDir: string; file: string; reserveBytes: number },
): ArchiveWriter {
  if (statSync(dirname(file)).dev !== statSync(dataDir).dev) return archive;
  const reserve = createDiskReserve({ reserveBytes, freeBytes: freeBytesOf(dataDir) });
  return {
    async add(name, content) {
      await reserve.require(content.length).catch((error: unknown) => {
        throw isDiskFull(error)
          ? new Error(
              `The disk of ${dataDir} is almost full, and what is left is kept for readings. No backup was written; name a file on another disk.`,
            )
          : error;
      });
      await archive.add(name, content);
    },
  };
}

async function describe(client: pg.Client, stores: Pick<Stores, 'engine'>, now: Date): Promise<Manifest> {
  const migrations = await client.query<{ store: string; name: string; sha256: string }>(
    'select store, name, sha256 from public.vigil_migrations order by store, name',
  );
  const names = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'vigil'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  );
  const tables: Manifest['tables'][number][] = [];
  for (const { name, columns } of names.rows) {
    const counted = await client.query<{ n: string }>(`select count(*) as n from vigil.${pg.escapeIdentifier(name)}`);
    tables.push({ name, columns, rows: Number(counted.rows[0]?.n) });
  }
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'vigil' and last_value is not null`,
  );
  const [ticks] = await stores.engine.query<{ n: number }>('select toFloat64(count()) as n from vigil.ticks final', {}, { lane: 'report' });
  return {
    format: 1,
    createdAt: now.toISOString(),
    migrations: migrations.rows,
    tables,
    sequences: sequences.rows.map((row) => ({ name: row.name, value: Number(row.value) })),
    ticks: ticks?.n ?? 0,
  };
}

async function copyTable(client: pg.Client, archive: ArchiveWriter, table: Manifest['tables'][number]): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy vigil.${pg.escapeIdentifier(table.name)} (${columns}) to stdout`));
  let part = 0;
  let held: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes === 0) return;
    await archive.add(`postgres/${table.name}/${String(part++).padStart(6, '0')}.copy`, Buffer.concat(held));
    held = [];
    bytes = 0;
  };
  for await (const chunk of stream) {
    held.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= chunkBytes) await flush();
  }
  await flush();
}

/** Ticks by month and by members, each chunk a few hundred thousand rows. */
async function* tickChunks(stores: Pick<Stores, 'engine'>): AsyncGenerator<{ name: string; content: Uint8Array; count: number }> {
  const groups = await stores.engine.query<{ tenant: string; month: number; user: string; n: number }>(
    `select toString(tenant_id) as tenant, toYYYYMM(ts) as month, toString(user_id) as user, toFloat64(count()) as n
     from vigil.ticks group by tenant, month, user order by month, tenant, user`,
    {},
    { lane: 'report', maxSeconds: 600 },
  );
  let part = 0;
  let chunk: typeof groups = [];
  let held = 0;
  const read = async () => {
    const [first] = chunk;
    if (!first) return undefined;
    const content = await stores.engine.rowBinary(
      `select ${tickColumns.join(', ')} from vigil.ticks final
       where tenant_id = {tenant:UUID} and toYYYYMM(ts) = {month:UInt32} and user_id in {users:Array(UUID)}
       order by user_id, metric, ts, source`,
      { tenant: first.tenant, month: first.month, users: chunk.map((group) => group.user) },
      { lane: 'report', maxSeconds: 600 },
    );
    const count = chunk.reduce((sum, group) => sum + group.n, 0);
    chunk = [];
    held = 0;
    return { name: `ticks/${String(part++).padStart(6, '0')}.rowbinary`, content, count };
  };
  for (const group of groups) {
    const [first] = chunk;
    if (first && (first.tenant !== group.tenant || first.month !== group.month || held + group.n > chunkTicks)) {
      const done = await read();
      if (done) yield done;
    }
    chunk.push(group);
    held += group.n;
  }
  const last = await read();
  if (last) yield last;
}
