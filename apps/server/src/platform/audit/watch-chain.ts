import type { Clock } from '../clock.ts';
import type { Database } from '../postgres/database.ts';
import { createTurns } from '../turns.ts';
import { readHead, readRows } from './audit.store.ts';
import { hashOf, noHash, sealHead, sealHolds } from './audit-entry.ts';

/** How far a tenant's chain of entries has been followed, and whether it held. */
export interface ChainState {
  /** Entries that the log has. */
  readonly entries: number;
  /** The chain was followed from its first entry to this one; 0 before the first. */
  readonly checked: number;
  /** When the last followed entry was made; null while there is none. Milliseconds since 1970. */
  readonly checkedUpToMs: number | null;
  /** The entry at which it does not hold; null while it does. */
  readonly brokenAt: number | null;
  /** When this walk began at the first entry. */
  readonly begunAtMs: number;
}

interface Walk {
  readonly begunAtMs: number;
  checked: number;
  checkedUpToMs: number | null;
  hash: Buffer;
  brokenAt: number | null;
  entries: number;
  running: Promise<void> | null;
}

/** A walk that is older begins anew, so that what is changed behind it does not stay unseen. Milliseconds. */
const walkAgainMs = 24 * 3_600_000;
/** One look follows the chain for so long and leaves the rest to the next. Milliseconds. */
const lookMs = 1_500;
const pageRows = 1_000;
const mostTenants = 1_000;

/**
 * Follows the chain of a tenant's entries a stretch further each time that it is asked, by the same hashes and seal as
 * `verifyAudit`, and says how far it holds. What stands outside the database is the doctor's to compare.
 */
export function createChainWatch({ database, clock, key }: { database: Pick<Database, 'tenant'>; clock: Clock; key: string }) {
  const walks = new Map<string, Walk>();

  function walkOf(tenantId: string): Walk {
    const known = walks.get(tenantId);
    if (known && clock.now() - known.begunAtMs < walkAgainMs) return known;
    if (walks.size >= mostTenants) walks.clear();
    const walk = { begunAtMs: clock.now(), checked: 0, checkedUpToMs: null, hash: noHash, brokenAt: null, entries: 0, running: null };
    walks.set(tenantId, walk);
    return walk;
  }

  async function goOn(tenantId: string, walk: Walk): Promise<void> {
    const head = await database.tenant(tenantId, (sql) => readHead(sql, tenantId));
    walk.entries = head?.sequence ?? 0;
    if (!head || walk.brokenAt !== null) return;
    if (head.brokenAt !== null || !sealHolds(head.seal, sealHead(key, tenantId, head))) {
      walk.brokenAt = head.brokenAt ?? head.sequence;
      return;
    }
    const turn = createTurns();
    const until = performance.now() + lookMs;
    while (walk.brokenAt === null && walk.checked < head.sequence && performance.now() < until) {
      const rows = await database.tenant(tenantId, (sql) => readRows(sql, tenantId, walk.checked, pageRows));
      if (rows.length === 0) walk.brokenAt = walk.checked + 1;
      for (const row of rows) {
        const holds = row.sequence === walk.checked + 1 && row.prevHash.equals(walk.hash) && hashOf(row).equals(row.hash);
        const isHead = row.sequence !== head.sequence || row.hash.equals(head.hash);
        if (!holds || !isHead) {
          walk.brokenAt = walk.checked + 1;
          break;
        }
        walk.checked = row.sequence;
        walk.checkedUpToMs = row.atMicros / 1000;
        walk.hash = row.hash;
        await turn();
      }
    }
  }

  return {
    async look(tenantId: string): Promise<ChainState> {
      const walk = walkOf(tenantId);
      walk.running ??= goOn(tenantId, walk).finally(() => {
        walk.running = null;
      });
      await walk.running;
      const { entries, checked, checkedUpToMs, brokenAt, begunAtMs } = walk;
      return { entries: Math.max(entries, checked), checked, checkedUpToMs, brokenAt, begunAtMs };
    },
  };
}

export type ChainWatch = ReturnType<typeof createChainWatch>;
