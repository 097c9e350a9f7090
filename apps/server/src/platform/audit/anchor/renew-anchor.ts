import { headsNow, lockPlace, noteWritten } from './anchor.store.ts';
import type { AnchorDependencies } from './anchor.ts';
import type { Anchor } from './anchor-entry.ts';
import { writeAnchorFile } from './anchor-file.ts';

/**
 * Begins the anchor anew from the log as it stands, and forgets what was found with the one before: after a restore, or
 * after an operator has looked into a finding and accepts the database as it is. `found` is carried into the new one.
 */
export async function renewAnchor(
  { database, clock, key, dataDir, place }: Pick<AnchorDependencies, 'database' | 'clock' | 'key' | 'dataDir' | 'place'>,
  found: Anchor['found'] = [],
): Promise<Anchor> {
  return database.global(async (sql) => {
    const writes = (await lockPlace(sql, place)) + 1;
    const at = new Date(clock.now()).toISOString();
    const anchor: Anchor = { format: 1, place, writes, at, found, tenants: await headsNow(database) };
    await writeAnchorFile(dataDir, key, anchor);
    await noteWritten(sql, place, writes);
    return anchor;
  });
}
