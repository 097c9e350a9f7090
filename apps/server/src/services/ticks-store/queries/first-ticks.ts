import type { Database } from '#platform/postgres/database.ts';

/** When was each member's first device tick measured? Unix seconds; members without one, and other tenants', are absent. */
export async function readFirstTicks(
  database: Database,
  tenantId: string,
  userIds: readonly string[],
): Promise<{ user_id: string; timestamp: number }[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ userId: string; timestamp: number }>(
      `select user_id, extract(epoch from first_tick_at)::float8 as timestamp
       from vigil.band_syncs where tenant_id = $1 and user_id = any($2::uuid[])
       order by user_id`,
      [tenantId, [...userIds]],
    ),
  );
  return rows.map(({ userId, timestamp }) => ({ user_id: userId, timestamp }));
}
