import { isTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';

/** Zone of a member who has none, as specified. */
const defaultTimeZone = 'America/Los_Angeles';

/** What a file is read and checked by. */
export interface MemberDetails {
  readonly timeZone: string;
  readonly mrn: string | null;
  readonly employeeId: string | null;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
}

export interface MembersStore {
  /** A zone the system does not know counts as none, and who has none lives in the zone that is specified. */
  detailsOf(tenantId: string, userId: string): Promise<MemberDetails>;
  /** IANA name of the zone that the member's local times are meant in; a zone the system does not know counts as none. */
  timeZoneOf(tenantId: string, userId: string): Promise<string>;
  /** Members with that medical record number, two at most; case and spaces around it do not tell numbers apart. */
  idsByMrn(tenantId: string, mrn: string): Promise<readonly string[]>;
  /** Whether the id is a member (role patient) of the tenant. */
  isMember(tenantId: string, userId: string): Promise<boolean>;
}

export function createMembersStore(database: Database): MembersStore {
  async function detailsOf(tenantId: string, userId: string): Promise<MemberDetails> {
    const [row] = await database.tenant(tenantId, (sql) =>
      sql.query<{ timeZone: string | null; mrn: string | null; employeeId: string | null; birthDate: string | null }>(
        'select time_zone, mrn, employee_id, birth_date::text as birth_date from vigil.users where tenant_id = $1 and id = $2',
        [tenantId, userId],
      ),
    );
    const timeZone = row?.timeZone && isTimeZone(row.timeZone) ? row.timeZone : defaultTimeZone;
    return { timeZone, mrn: row?.mrn ?? null, employeeId: row?.employeeId ?? null, birthDate: row?.birthDate ?? null };
  }

  return {
    detailsOf,
    timeZoneOf: async (tenantId, userId) => (await detailsOf(tenantId, userId)).timeZone,
    async idsByMrn(tenantId, mrn) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `select id from vigil.users where tenant_id = $1 and lower(trim(mrn)) = lower(trim($2)) and 'patient' = any (roles) limit 2`,
          [tenantId, mrn],
        ),
      );
      return rows.map(({ id }) => id);
    },
    async isMember(tenantId, userId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(`select 1 from vigil.users where tenant_id = $1 and id = $2 and 'patient' = any (roles)`, [tenantId, userId]),
      );
      return rows.length > 0;
    },
  };
}
