import type { Database } from '../../postgres/database.ts';
import type { BrokenAudit } from '../verify-audit.ts';
import { headsNotFound, readPlaces } from './anchor.store.ts';
import { judgeAnchorFile } from './anchor.ts';
import type { Anchor, AnchorFinding } from './anchor-entry.ts';
import { readAnchorFile } from './anchor-file.ts';

export interface AnchorVerdict {
  /** Undefined when none has been begun in this data directory. */
  readonly anchor: Anchor | undefined;
  /** What is wrong with the anchor itself, now or when the server went on from it. */
  readonly anchorFound: readonly { readonly what: AnchorFinding; readonly at: string | null }[];
  /** Entries that the anchor names and the log does not have any more. */
  readonly broken: readonly BrokenAudit[];
  /** Other data directories that keep an anchor of the same database. */
  readonly elsewhere: number;
}

interface Examined {
  readonly database: Pick<Database, 'global'>;
  readonly key: string;
  readonly dataDir: string;
  readonly place: string;
}

/** Compares the audit log with the anchor of this data directory. It may run while servers write. */
export async function verifyAnchor({ database, key, dataDir, place }: Examined): Promise<AnchorVerdict> {
  // First what the database knows, then the file, then the log: each may only be ahead of the one before it.
  const places = await database.global(readPlaces);
  const file = await readAnchorFile(dataDir, key);
  const what = judgeAnchorFile(file, place, places.find((one) => one.place === place)?.writes ?? 0);
  const anchor = file === 'changed' ? undefined : file;
  const now = what ? [{ what, at: null }] : [];
  return {
    anchor,
    anchorFound: [...(anchor?.found ?? []), ...now],
    broken: anchor ? await compareWithAnchor(database, anchor) : [],
    elsewhere: places.filter((one) => one.place !== place).length,
  };
}

/** Which entries that an anchor names are no longer in the log as they were. */
export async function compareWithAnchor(database: Pick<Database, 'global'>, anchor: Anchor): Promise<BrokenAudit[]> {
  const wrong = await database.global((sql) => headsNotFound(sql, anchor.tenants));
  return Object.entries(anchor.tenants).flatMap(([tenant, head]) => {
    const found = wrong.get(tenant);
    if (found === 'gone')
      return [{ tenant, sequence: head.sequence, what: 'the log ends before this entry, which was anchored outside the database' }];
    if (found === 'changed' || head.broken)
      return [{ tenant, sequence: head.sequence, what: 'is not the entry that was anchored outside the database' }];
    return [];
  });
}
