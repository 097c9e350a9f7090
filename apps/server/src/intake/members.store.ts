import { isTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';

/** Zone of a member who has none, as specified. */
const defaultTimeZone = 'America/Los_Angeles';

export interface MembersStore {
  /** IANA name of the zone that the member's local times are meant in; a zone the system does not know counts as none. */
  timeZoneOf(tenantId: string, userId: string): Promise<string>;
  /** Whether the id is a member (role patient) of the tenant. */
  isMember(tenantId: string, userId: string): Promise<boolean>;
}

export function createMembersStore(database: Database): MembersStore {
  return {
    async timeZoneOf(tenantId, userId) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<{ timeZone: string | null }>('select time_zone from vigil.users where tenant_id = $1 and id = $2', [tenantId, userId]),
      );
      return row?.timeZone && isTimeZone(row.timeZone) ? row.timeZone : defaultTimeZone;
    },
    async isMember(tenantId, userId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(`select 1 from vigil.users where tenant_id = $1 and id = $2 and 'patient' = any (roles)`, [tenantId, userId]),
      );
      return rows.length > 0;
    },
  };
}
