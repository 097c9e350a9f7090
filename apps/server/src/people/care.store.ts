import { careTeamRoles, type Role, staffRoles } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { prepared } from '#platform/postgres/prepared.ts';

/** Somebody as care teams name them. */
export interface CareUserRow {
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly title: string | null;
  readonly photoUrl: string | null;
  readonly roles: Role[];
  /** False for whoever has left: discharged, removed or switched off. */
  readonly isInTheTenant: boolean | null;
  /** Can read, and do nothing. */
  readonly isOnHold: boolean;
}

/** Somebody of the staff, and where they can be written to. */
export interface StaffRow {
  readonly id: string;
  readonly roles: Role[];
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** Who can look after members, and who is looked after: names and roles only. */
export interface CareStore {
  /** Everybody who holds a role of the care team and has not left, by last then first name. */
  careTeam(tenantId: string): Promise<CareUserRow[]>;
  /** Those of the given people whom the tenant has, whoever has left included, by last then first name. */
  named(tenantId: string, userIds: readonly string[]): Promise<CareUserRow[]>;
  /** The same within a transaction, in no order. */
  namedWithin(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<CareUserRow[]>;
  /** The same of those who have one of these e-mail addresses, in lower case. */
  withEmailsWithin(sql: Sql, tenantId: string, emails: readonly string[]): Promise<(CareUserRow & { readonly email: string })[]>;
  /** Within a transaction: the staff who can be told something now: who has not left and is not on hold. */
  staffNow(sql: Sql, tenantId: string): Promise<StaffRow[]>;
  /** Within a transaction: those of these members who are on hold, or have left. */
  heldAmong(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Members who were taken out of the tenant: they stay in the record, and are in nobody's care. */
  removedMembers(tenantId: string): Promise<ReadonlySet<string>>;
}

/** A removal and a deactivation leave `is_in_the_tenant` as it is, so that they can be undone. */
const isInTheTenant = 'case when removed_at is null and deactivated_at is null then is_in_the_tenant else false end';
const columns = `id, given_name, family_name, title, photo_url, roles, is_on_hold, ${isInTheTenant} as is_in_the_tenant`;
const byIds = prepared(`select ${columns} from vigil.users where tenant_id = $1 and id = any($2::uuid[])`);
const byName = `order by ${nameKey('family_name')}, ${nameKey('given_name')}, id`;

export function createCareStore(database: Database): CareStore {
  return {
    careTeam: (tenantId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<CareUserRow>(
          `select ${columns} from vigil.users where tenant_id = $1 and roles && $2::text[] and ${isInTheTenant} is distinct from false ${byName}`,
          [tenantId, careTeamRoles],
        ),
      ),
    named: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<CareUserRow>(`select ${columns} from vigil.users where tenant_id = $1 and id = any($2::uuid[]) ${byName}`, [
          tenantId,
          [...new Set(userIds)],
        ]),
      ),
    namedWithin: (sql, tenantId, userIds) => sql.query<CareUserRow>(byIds, [tenantId, [...new Set(userIds)]]),
    withEmailsWithin: (sql, tenantId, emails) =>
      sql.query<CareUserRow & { email: string }>(
        `select ${columns}, lower(email) as email from vigil.users where tenant_id = $1 and lower(email) = any($2::text[])`,
        [tenantId, emails],
      ),
    staffNow: (sql, tenantId) =>
      sql.query<StaffRow>(
        `select id, roles, email, phone_number from vigil.users
         where tenant_id = $1 and roles <> '{patient}' and roles && $2::text[] and ${isInTheTenant} is distinct from false
           and not is_on_hold order by id`,
        [tenantId, staffRoles],
      ),
    async heldAmong(sql, tenantId, userIds) {
      if (userIds.length === 0) return new Set();
      const rows = await sql.query<{ id: string }>(
        `select id from vigil.users where tenant_id = $1 and id = any($2::uuid[]) and (is_on_hold or ${isInTheTenant} is false)`,
        [tenantId, userIds],
      );
      return new Set(rows.map(({ id }) => id));
    },
    removedMembers: async (tenantId) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>("select id from vigil.users where tenant_id = $1 and roles @> '{patient}' and removed_at is not null", [
          tenantId,
        ]),
      );
      return new Set(rows.map(({ id }) => id));
    },
  };
}
