import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { readStoredUntil, writeStoredUntil } from '../demo.store.ts';
import { type DemoTenant, tenantId } from '../people.ts';
import { publicDatasetFile, publicDatasetUser, publicDatasetZone } from './person.ts';

/** Intake's way from a CSV of readings on disk into the ticks store, as `imported`; resolves when all of it is durable. */
export type ImportCsv = (file: {
  readonly path: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly format: 'csv';
  /** Of clock times that name no zone. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
}) => Promise<{ readonly accepted: number; readonly rejectedTotal: number }>;

export interface PublicDatasetDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly importFile: ImportCsv;
}

/** Imports the published readings of one real person, once. See README.md beside the file for source, licence and changes. */
export async function importPublicDataset(deps: PublicDatasetDeps, home: DemoTenant, signal: AbortSignal): Promise<void> {
  const { clock, database, importFile, log } = deps;
  const tenant = tenantId(home);
  const userId = publicDatasetUser.id;
  // Absent where the tenant is somebody else's, a time when the import has been done.
  if ((await readStoredUntil(database, tenant)).get(userId) !== null) return;
  const { accepted, rejectedTotal } = await importFile({
    path: publicDatasetFile,
    tenantId: tenant,
    userId,
    format: 'csv',
    timeZone: publicDatasetZone,
    signal,
  });
  await writeStoredUntil(database, tenant, new Map([[userId, clock.now()]]));
  log.info({ accepted, refused: rejectedTotal }, 'demo: the public data set is imported');
}
