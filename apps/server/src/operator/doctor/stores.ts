import { VigilError } from '@vigil/contract/errors';
import { knownMigrations, unknownMigrations } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';
import { whereUnreachable } from '#platform/ticks/failures.ts';
import { asOwner, Fault, type Finding, withOwner } from './finding.ts';

export async function describePostgres(stores: Stores): Promise<string> {
  const [row] = await asOwner<{ version: string; checksums: string; failures: string }>(
    stores,
    `select current_setting('server_version') as version, current_setting('data_checksums') as checksums,
            (select coalesce(sum(checksum_failures), 0) from pg_stat_database) as failures`,
  );
  if (Number(row?.failures) > 0)
    throw new Fault(`${row?.failures} pages fail their checksum: the disk is damaged. Restore the latest backup to another disk.`);
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

export async function examineSchema(stores: Pick<Stores, 'ownerUrl'>): Promise<Finding> {
  const name = 'Schema';
  const broken = (detail: string, mend: string): Finding => ({ check: name, state: 'broken', detail, mend });
  const applied = await asOwner<{ store: string; name: string; sha256: string }>(
    stores,
    'select store, name, sha256 from public.vigil_migrations',
  );
  const known = new Map((await knownMigrations()).map((migration) => [`${migration.store}/${migration.name}`, migration.sha256]));
  const state = new Map(applied.map((row) => [`${row.store}/${row.name}`, row.sha256]));
  const unknown = await withOwner(stores, unknownMigrations);
  if (unknown.length > 0)
    return broken(
      `this version does not know the applied migrations ${unknown.join(', ')}: they are a newer Vigil’s, or somebody’s own`,
      'Don’t start this version on this data. Start the newer version again, or restore a backup from before the upgrade into an empty DATA_DIR. If nobody has upgraded, somebody changed the record: compare with a backup.',
    );
  const missing = [...known.keys()].filter((migration) => !state.has(migration));
  if (missing.length > 0)
    return broken(
      `${missing.length} migrations are not applied yet: ${missing.join(', ')}`,
      'Start the server once with this version; it migrates by itself.',
    );
  const changed = [...known].filter(([migration, sha256]) => state.get(migration) !== sha256).map(([migration]) => migration);
  if (changed.length > 0)
    return broken(
      `what is recorded of the migrations ${changed.join(', ')} was changed`,
      'Somebody changed the record, or the files in db/. Compare both with a backup and with the release.',
    );
  return { check: name, state: 'ok', detail: `${applied.length} migrations applied` };
}
