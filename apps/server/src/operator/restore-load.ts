import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Stores } from '#platform/stores.ts';
import { readArchive } from './archive.ts';
import { type Manifest, tickColumns } from './backup.ts';
import { suspendChecks } from './suspended-checks.ts';

/**
 * Loads the stores' parts of an archive: the database in one transaction, the ticks beside it. `beforeCommit` runs when
 * everything is loaded. Cut short before that, the database is as it was and the ticks store may hold part of the ticks.
 */
export async function loadStores(
  stores: Pick<Stores, 'ownerUrl' | 'engine'>,
  manifest: Manifest,
  { file, onEntry, beforeCommit }: { file: string; onEntry: () => void; beforeCommit: () => Promise<void> },
): Promise<void> {
  const client = new pg.Client({ connectionString: stores.ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    const resumeChecks = await suspendChecks(client);
    const columns = new Map(
      manifest.tables.map((table) => [table.name, table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')]),
    );
    // What the migrations themselves put into tables is in the archive as well.
    for (const name of columns.keys()) await client.query(`truncate vigil.${pg.escapeIdentifier(name)} cascade`);
    let open: { table: string; stream: ReturnType<typeof copyFrom>; done: Promise<unknown> } | undefined;
    const finish = async () => {
      open?.stream.end();
      await open?.done;
      open = undefined;
    };
    await readArchive(file, async (name, content) => {
      const [kind, table = ''] = name.split('/');
      if (open && (kind !== 'postgres' || open.table !== table)) await finish();
      if (kind === 'postgres') {
        open ??= startCopy(client, table, columns.get(table) ?? '');
        await write(open.stream, content);
      } else if (kind === 'ticks') await stores.engine.insert('vigil.ticks', tickColumns, content);
      onEntry();
    });
    await finish();
    for (const sequence of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [`vigil.${pg.escapeIdentifier(sequence.name)}`, sequence.value]);
    await beforeCommit();
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
