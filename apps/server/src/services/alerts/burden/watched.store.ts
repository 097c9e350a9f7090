import type { Database } from '#platform/postgres/database.ts';

export interface WatchedStore {
  /** How many members were watched, and for how many weeks, each from their first sign of life on. Of these, or with null of the whole tenant. */
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
          `select count(*)::int as members, coalesce(sum(extract(epoch from $4::timestamptz - greatest($3::timestamptz, m.since))), 0)::float8 as seconds
           from (
             select vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at) as since from vigil.users u
             where u.tenant_id = $1 and u.roles @> '{patient}' and ($2::uuid[] is null or u.id = any($2))
               and u.is_in_the_tenant and not u.is_on_hold and u.removed_at is null and u.deactivated_at is null
           ) m
           where m.since < $4`,
          [tenantId, userIds, new Date(fromMs), new Date(toMs)],
        );
        return { members: row?.members ?? 0, memberWeeks: (row?.seconds ?? 0) / weekSeconds };
      }),
  };
}
