import type { LatestChanges } from './latest.ts';
import { type LatestStoreDeps, recheckLatest } from './latest-recheck.ts';
import { storeLatest, storeSyncs } from './latest-rows.ts';

/** Rows of one statement at most. */
const chunk = 2_000;

/**
 * Brings the tables that keep the newest at hand up to date, but for what is counted by the day. An older change changes
 * nothing, in whatever order it comes.
 */
export async function storeLatestChanges(deps: LatestStoreDeps, changes: LatestChanges): Promise<void> {
  const { database, people } = deps;
  const all = [changes.latest, changes.syncs, changes.rechecks].flatMap((some) => [...some.values()].map(({ tenantId }) => tenantId));
  for (const tenantId of new Set([...all, ...changes.uncounted.map((one) => one.tenantId)])) {
    // In one order everywhere, so that two servers writing about the same members never wait for each other in a circle.
    const latest = ofTenant(changes.latest, tenantId, (tick) => `${tick.userId}/${tick.metric}`);
    const syncs = ofTenant(changes.syncs, tenantId, (sync) => sync.userId);
    for (let start = 0; start < Math.max(latest.length, syncs.length); start += chunk)
      await database.tenant(tenantId, async (sql) => {
        const ticks = latest.slice(start, start + chunk);
        const some = syncs.slice(start, start + chunk);
        if (ticks.length > 0) await storeLatest(sql, tenantId, ticks);
        if (some.length === 0) return;
        await storeSyncs(sql, tenantId, some);
        await people.noteFirstBandSyncs(
          sql,
          tenantId,
          some.map(({ userId, firstReceivedMs }) => ({ userId, atMs: firstReceivedMs })),
        );
      });
    await recheckLatest(deps, tenantId, changes);
  }
}

function ofTenant<Item extends { tenantId: string }>(items: Map<string, Item>, tenantId: string, key: (item: Item) => string): Item[] {
  const keyed = [...items.values()].filter((item) => item.tenantId === tenantId).map((item) => ({ item, key: key(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
