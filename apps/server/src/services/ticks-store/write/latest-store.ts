import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { BandSync, LatestChanges, LatestTick } from './latest.ts';

/** Rows of one statement at most. */
const chunk = 2_000;

/** Brings the tables that keep the newest at hand up to date. An older change changes nothing, in whatever order it comes. */
export async function storeLatestChanges(
  database: Database,
  people: Pick<People, 'noteFirstBandSyncs'>,
  changes: LatestChanges,
): Promise<void> {
  const tenants = new Set([...changes.latest.values(), ...changes.syncs.values()].map((item) => item.tenantId));
  for (const tenantId of tenants) {
    // In one order everywhere, so that two servers writing about the same members never wait for each other in a circle.
    const latest = ofTenant(changes.latest, tenantId, (tick) => `${tick.userId}/${tick.metric}`);
    const syncs = ofTenant(changes.syncs, tenantId, (sync) => sync.userId);
    for (let start = 0; start < latest.length; start += chunk)
      await database.tenant(tenantId, (sql) => storeLatest(sql, tenantId, latest.slice(start, start + chunk)));
    for (let start = 0; start < syncs.length; start += chunk)
      await database.tenant(tenantId, async (sql) => {
        const some = syncs.slice(start, start + chunk);
        await storeSyncs(sql, tenantId, some);
        await people.noteFirstBandSyncs(
          sql,
          tenantId,
          some.map(({ userId, firstReceivedMs }) => ({ userId, atMs: firstReceivedMs })),
        );
      });
  }
}

function ofTenant<Item extends { tenantId: string }>(items: Map<string, Item>, tenantId: string, key: (item: Item) => string): Item[] {
  const keyed = [...items.values()].filter((item) => item.tenantId === tenantId).map((item) => ({ item, key: key(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

async function storeLatest(sql: Sql, tenantId: string, ticks: readonly LatestTick[]): Promise<void> {
  await sql.query(
    `insert into vigil.latest_ticks as known (tenant_id, user_id, metric, ts, value, source, received_at)
     select $1, * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::float8[], $6::text[], $7::timestamptz[])
     on conflict (tenant_id, user_id, metric) do update
       set ts = excluded.ts, value = excluded.value, source = excluded.source, received_at = excluded.received_at
       where excluded.ts > known.ts
          or (excluded.ts = known.ts and array_position(array['device', 'manual', 'imported'], excluded.source) < array_position(array['device', 'manual', 'imported'], known.source))
          or (excluded.ts = known.ts and excluded.source = known.source and excluded.received_at >= known.received_at)`,
    [
      tenantId,
      ticks.map((tick) => tick.userId),
      ticks.map((tick) => tick.metric),
      ticks.map((tick) => new Date(tick.timestampMs)),
      ticks.map((tick) => tick.value),
      ticks.map((tick) => tick.source),
      ticks.map((tick) => new Date(tick.receivedAtMs)),
    ],
  );
}

async function storeSyncs(sql: Sql, tenantId: string, syncs: readonly BandSync[]): Promise<void> {
  const userIds = syncs.map((sync) => sync.userId);
  await sql.query(
    `insert into vigil.band_syncs as known (tenant_id, user_id, first_tick_at, last_received_at)
     select $1, * from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[])
     on conflict (tenant_id, user_id) do update
       set first_tick_at = least(known.first_tick_at, excluded.first_tick_at), last_received_at = greatest(known.last_received_at, excluded.last_received_at)`,
    [tenantId, userIds, syncs.map((sync) => new Date(sync.firstTickMs)), syncs.map((sync) => new Date(sync.lastReceivedMs))],
  );
}
