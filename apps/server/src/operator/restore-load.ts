import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withConnection } from '#platform/postgres/connection.ts';
import type { Stores } from '#platform/stores.ts';
import { readArchive } from './archive.ts';
import type { Manifest } from './archive-contents.ts';
import { tickColumns } from './backup.ts';
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
  await withConnection(stores.ownerUrl, async (client) => {
    await client.query('begin');
    const resumeChecks = await suspendChecks(client);
    const columns = new Map(
      manifest.tables.map((table) => [table.name, table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')]),
    );
    // What the migrations themselves put into tables is in the archive as well.
    for (const name of columns.keys()) await client.query(`truncate vigil.${pg.escapeIdentifier(name)} cascade`);
    let open: Copy | undefined;
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
        await write(open, content);
      } else if (kind === 'ticks') await stores.engine.insert('vigil.ticks', tickColumns, content);
      onEntry();
    });
    await finish();
    for (const sequence of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [`vigil.${pg.escapeIdentifier(sequence.name)}`, sequence.value]);
    await beforeCommit();
    await resumeChecks();
    await client.query('commit');
  });
}

interface Copy {
  readonly table: string;
  readonly stream: ReturnType<typeof copyFrom>;
  readonly done: Promise<void>;
}

function startCopy(client: pg.Client, table: string, columns: string): Copy {
  const stream = client.query(copyFrom(`copy vigil.${pg.escapeIdentifier(table)} (${columns}) from stdin`));
  const done = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve);
    stream.on('error', reject);
  });
  done.catch(() => {});
  return { table, stream, done };
}

/** A COPY that PostgreSQL refuses or that ends early never calls back for what was written: only its end tells. */
async function write({ stream, done }: Copy, content: Buffer): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    stream.write(content, (error?: Error | null) => (error ? reject(error) : resolve()));
  });
  await Promise.race([done, written]);
}
