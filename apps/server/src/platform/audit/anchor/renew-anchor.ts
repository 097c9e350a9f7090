import { besides } from '#platform/postgres/database.ts';
import { headsNotFound, headsNow, lockPlace, noteWritten } from './anchor.store.ts';
import { type AnchorDependencies, judgeAnchorFile } from './anchor.ts';
import type { Anchor } from './anchor-entry.ts';
import { readAnchorFile, writeAnchorFile } from './anchor-file.ts';

type Place = Pick<AnchorDependencies, 'database' | 'clock' | 'key' | 'dataDir' | 'place'>;

/**
 * Begins the anchor anew from the log as it stands, and forgets what was found with the one before: for an operator who
 * has looked into a finding and accepts the database as it is. `kept` is taken into the new one.
 */
export async function renewAnchor(
  { database, clock, key, dataDir, place }: Place,
  kept: Partial<Pick<Anchor, 'found' | 'tenants'>> = {},
): Promise<Anchor> {
  return database.global(async (sql) => {
    const writes = (await lockPlace(sql, place)) + 1;
    const anchor: Anchor = {
      format: 1,
      place,
      writes,
      at: new Date(clock.now()).toISOString(),
      found: kept.found ?? [],
      tenants: { ...(await besides(() => headsNow(database, key))), ...kept.tenants },
    };
    await writeAnchorFile(dataDir, key, anchor);
    await noteWritten(sql, place, writes);
    return anchor;
  });
}

/**
 * After a restore: the database comes from a moment a little after the anchor beside it, and may have another place. The
 * anchor goes on from the restored log; what was found with it before, or does not fit now, stays found.
 */
export async function carryAnchorOver(place: Place): Promise<void> {
  const { database, key, dataDir } = place;
  const archived = await readAnchorFile(dataDir, key);
  if (archived === undefined || archived === 'changed') {
    const known = await database.global((sql) =>
      sql.query<{ writes: number }>("select writes from vigil.audit_anchors where place = 'embedded'"),
    );
    // An archive whose making met the very first write has the database's note of it and not the file.
    const writes = (known[0]?.writes ?? 0) > 1 ? 1 : 0;
    const what = judgeAnchorFile(archived, place.place, writes);
    await renewAnchor(place, { found: what ? [{ at: new Date(place.clock.now()).toISOString(), what }] : [] });
    return;
  }
  const wrong = await database.global((sql) => headsNotFound(sql, archived.tenants));
  const broken = Object.entries(archived.tenants).filter(([tenant, head]) => head.broken || wrong.has(tenant));
  const tenants = Object.fromEntries(broken.map(([tenant, head]) => [tenant, { ...head, broken: true as const }]));
  await renewAnchor(place, { found: archived.found, tenants });
}
