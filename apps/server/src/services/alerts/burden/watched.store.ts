import type { Database } from '#platform/postgres/database.ts';

export interface WatchedStore {
  /**
   * How many members were watched, and for how many weeks: each from the first sign of life on (whatever the account's age), and who is on hold or has left up to
   * then, so that what was fired until then stands against the time in which it was. Of these, or with null of the whole tenant.
   */
  watched(
    tenantId: string,
    userIds: readonly string[] | null,
    fromMs: number,
    toMs: number,
  ): Promise<{ members: number; memberWeeks: number }>;
}

const weekSeconds = 7 * 86_400;

export function createWatchedStore(database: Database): WatchedStore {
  return {
    watched: (tenantId, userIds, fromMs, toMs) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<{ members: number; seconds: number }>(
          `select count(*)::int as members, coalesce(sum(extract(epoch from m.until - m.since)), 0)::float8 as seconds
           from (
             select greatest($3::timestamptz, least(u.onboarded_at, u.first_band_sync_at)) as since,
               least($4::timestamptz, case when vigil.account_status_of(u) = 'ACTIVE' then now() else u.last_status_at end) as until
             from vigil.users u
             where u.tenant_id = $1 and u.roles @> '{patient}' and ($2::uuid[] is null or u.id = any($2)) and u.erased_at is null
               and coalesce(u.onboarded_at, u.first_band_sync_at) is not null
           ) m
           where m.since < m.until`,
          [tenantId, userIds, new Date(fromMs), new Date(toMs)],
        );
        return { members: row?.members ?? 0, memberWeeks: (row?.seconds ?? 0) / weekSeconds };
      }),
  };
}
