import { isTimeZone, memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';

/** Time zones of a tenant's members. A zone that is not known to the system counts as none. */
export async function timeZonesOf(database: Database, tenantId: string, userIds: readonly string[]): Promise<(userId: string) => string> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ id: string; time_zone: string }>('select id, time_zone from vigil.users where id = any($1) and time_zone is not null', [
      userIds,
    ]),
  );
  const zones = new Map(rows.filter((row) => isTimeZone(row.time_zone)).map((row) => [row.id, row.time_zone]));
  return (userId) => memberTimeZone(zones.get(userId));
}
