import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';

/** In which zone are the member's days counted? The default zone for a member who has none. */
export async function readMemberTimeZone(database: Database, tenantId: string, userId: string): Promise<string> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ time_zone: string | null }>('select time_zone from vigil.users where tenant_id = $1 and id = $2', [tenantId, userId]),
  );
  return memberTimeZone(rows[0]?.time_zone);
}
