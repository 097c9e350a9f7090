import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withConnection } from '#platform/postgres/connection.ts';
import { useHarness } from '#testing/harness.ts';
import { writeArchive } from './archive.ts';
import type { Manifest } from './archive-contents.ts';
import { backup } from './backup.ts';
import { loadStores } from './restore-load.ts';

const harness = await useHarness();
const { tenantId } = await harness.createUser(await harness.createTenant());
const workplace = mkdtempSync(join(tmpdir(), 'vigil-load-'));
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

const table = { name: 'tenants', columns: ['id', 'code'], rows: 1 };

/** An archive of these columns of one table, in as many parts as are asked for. */
async function archiveOf(columns: readonly string[], parts: number): Promise<{ manifest: Manifest; file: string }> {
  const manifest = { format: 1, createdAt: '', migrations: [], tables: [{ ...table, columns }], sequences: [], ticks: 0 } as const;
  const file = join(workplace, `${parts}.tar.zst`);
  await writeArchive(file, async (archive) => {
    await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)));
    for (let part = 0; part < parts; part += 1)
      await archive.add(
        `postgres/${table.name}/${String(part).padStart(6, '0')}.copy`,
        Buffer.from(Array.from({ length: 500 }, (_, row) => `${crypto.randomUUID()}\tc${part}-${row}\n`).join('')),
      );
  });
  return { manifest, file };
}

/** Ends the connection whose latest question begins so, as soon as PostgreSQL has been asked it. */
async function terminate(query: string): Promise<void> {
  const end = () =>
    harness.asOwner<{ done: boolean }>(
      `select pg_terminate_backend(pid, 5000) as done from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '${query}%'`,
    );
  await expect.poll(end, { timeout: 20_000 }).toEqual([{ done: true }]);
}

async function expectUntouched(): Promise<void> {
  expect(await harness.asOwner(`select 1 as here from vigil.tenants where id = '${tenantId}'`)).toEqual([{ here: 1 }]);
}

test('a part of the database that PostgreSQL refuses at once ends the restore with what it said', async () => {
  const { manifest, file } = await archiveOf(['nosuch'], 1);
  const loading = loadStores(harness, manifest, { file, onEntry: () => {}, beforeCommit: async () => {} });
  await expect(loading).rejects.toThrow('column "nosuch" of relation "tenants" does not exist');
  await expectUntouched();
});

test('a connection that ends in the middle of a part ends the restore with one sentence, and the database is as it was', async () => {
  const { manifest, file } = await archiveOf(table.columns, 60);
  let ending: Promise<void> | undefined;
  const onEntry = () => {
    ending ??= terminate('copy vigil."tenants"');
  };
  // Should the machine have been quicker than the ending, it is waited for: the restore must not be told done.
  const loading = loadStores(harness, manifest, { file, onEntry, beforeCommit: async () => ending });
  await expect(loading).rejects.toThrow(/^The connection to PostgreSQL was lost \(.+\)\.$/);
  await ending;
  await expectUntouched();
});

test('a connection that ends between two questions ends the work with the same sentence', async () => {
  const asking = withConnection(harness.ownerUrl, async (client) => {
    await client.query('select 1 as idle_by_now');
    await terminate('select 1 as idle_by_now');
    await client.query('select 2');
  });
  await expect(asking).rejects.toThrow(/^The connection to PostgreSQL was lost \(.+\)\.$/);
});

test('a backup whose connection ends says so and leaves no file', async () => {
  writeFileSync(join(workplace, 'secrets.json'), '{}', { mode: 0o600 });
  const file = join(workplace, 'backup.tar.zst');
  let ending: Promise<void> | undefined;
  const engine: typeof harness.engine = {
    ...harness.engine,
    // While the ticks are counted, the connection to the database is open and waits.
    query: async (...asked) => {
      ending ??= terminate('select sequencename');
      await ending;
      return harness.engine.query(...asked);
    },
  };
  const making = backup({ ...harness, engine }, { dataDir: workplace, file, now: new Date(), onProgress: () => {}, reserveBytes: 0 });
  await expect(making).rejects.toThrow(/^The connection to PostgreSQL was lost \(.+\)\.$/);
  expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
});
