import type { Sql } from '#platform/postgres/database.ts';
import type { BandSync, LatestTick } from './latest.ts';

/** The newer of what is known and what is given stays; what was taken back does not come in again, through whatever process. */
export async function storeLatest(sql: Sql, tenantId: string, ticks: readonly LatestTick[]): Promise<void> {
  await sql.query(
    `insert into vigil.latest_ticks as known (tenant_id, user_id, metric, ts, value, source, received_at)
     select $1, given.* from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::float8[], $6::text[], $7::timestamptz[]) as given (user_id, metric, ts, value, source, received_at)
     where not exists (
       select from vigil.ticks_taken_back t
       where t.tenant_id = $1 and t.user_id = given.user_id and t.metric = given.metric and t.ts = given.ts and t.source = given.source and t.value = given.value)
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

/** The first tick of a band stays the first, its last sync the last. */
export async function storeSyncs(sql: Sql, tenantId: string, syncs: readonly BandSync[]): Promise<void> {
  const userIds = syncs.map((sync) => sync.userId);
  await sql.query(
    `insert into vigil.band_syncs as known (tenant_id, user_id, first_tick_at, last_received_at)
     select $1, * from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[])
     on conflict (tenant_id, user_id) do update
       set first_tick_at = least(known.first_tick_at, excluded.first_tick_at), last_received_at = greatest(known.last_received_at, excluded.last_received_at)`,
    [tenantId, userIds, syncs.map((sync) => new Date(sync.firstTickMs)), syncs.map((sync) => new Date(sync.lastReceivedMs))],
  );
}
