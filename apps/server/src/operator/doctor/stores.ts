import { VigilError } from '@vigil/contract/errors';
import { knownMigrations } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';
import { whereUnreachable } from '#platform/ticks/failures.ts';
import { asOwner } from './finding.ts';

export async function describePostgres(stores: Stores): Promise<string> {
  const [row] = await asOwner<{ version: string; checksums: string; failures: string }>(
    stores,
    `select current_setting('server_version') as version, current_setting('data_checksums') as checksums,
            (select coalesce(sum(checksum_failures), 0) from pg_stat_database) as failures`,
  );
  if (Number(row?.failures) > 0)
    throw new Error(`${row?.failures} pages fail their checksum: the disk is damaged. Restore the latest backup to another disk.`);
  return `${row?.version}, checksums ${row?.checksums}`;
}

/** Throws with the address of a ticks store of its own (TICKS_URL) when that does not answer. */
export async function describeTicks(stores: Pick<Stores, 'engine'>, ticksUrl: string | undefined): Promise<string> {
  const [row] = await stores.engine
    .query<{ version: string; n: number; bytes: number }>(
      `select version() as version, toFloat64(sum(rows)) as n, toFloat64(sum(bytes_on_disk)) as bytes
     from system.parts where database = 'vigil' and table = 'ticks' and active`,
    )
    .catch((error: unknown) => {
      const lost = error instanceof VigilError && error.code === 'ticks_unavailable' && ticksUrl !== undefined;
      throw lost ? new Error(`${error.message} Looked for at ${whereUnreachable(error, ticksUrl)}.`, { cause: error }) : error;
    });
  const n = row?.n ?? 0;
  const each = n > 0 ? `, ${((row?.bytes ?? 0) / n).toFixed(2)} bytes each` : '';
  return `${row?.version}, ${n.toLocaleString('en')} ticks${each}`;
}

export async function describeSchema(stores: Stores): Promise<string> {
  const applied = await asOwner<{ store: string; name: string; sha256: string }>(
    stores,
    'select store, name, sha256 from public.vigil_migrations',
  );
  const known = new Map((await knownMigrations()).map((migration) => [`${migration.store}/${migration.name}`, migration.sha256]));
  const state = new Map(applied.map((row) => [`${row.store}/${row.name}`, row.sha256]));
  const missing = [...known.keys()].filter((name) => !state.has(name));
  if (missing.length > 0) throw new Error(`${missing.length} migrations are not applied yet: ${missing.join(', ')}`);
  const unknown = [...state.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`this version does not know the applied migrations ${unknown.join(', ')}: they are a newer Vigil’s, or somebody’s own`);
  const changed = [...known].filter(([name, sha256]) => state.get(name) !== sha256).map(([name]) => name);
  if (changed.length > 0) throw new Error(`what is recorded of the migrations ${changed.join(', ')} was changed`);
  return `${applied.length} migrations applied`;
}
