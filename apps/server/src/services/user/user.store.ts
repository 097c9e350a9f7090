import { roles as knownRoles, type Role } from '@vigil/domain/roles';
import type { Database } from '#platform/postgres/database.ts';

export interface UserMembership {
  readonly tenantId: string;
  readonly code: string;
  readonly displayName: string | null;
  readonly roles: readonly Role[];
}

interface Row {
  readonly tenant_id: string;
  readonly code: string;
  readonly display_name: string | null;
  readonly roles: readonly string[];
}

export interface UserStore {
  /** Tenants that the user belongs to now, in the order of their codes. Those that discharged the user are left out. */
  membershipsOf(userId: string): Promise<UserMembership[]>;
}

export function createUserStore(database: Database): UserStore {
  return {
    async membershipsOf(userId) {
      const rows = await database.global((sql) =>
        sql.query<Row>(
          'select tenant_id, code, display_name, roles from vigil.memberships_of($1) where is_in_the_tenant is distinct from false order by code',
          [userId],
        ),
      );
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        code: row.code,
        displayName: row.display_name,
        roles: knownRoles.filter((role) => row.roles.includes(role)),
      }));
    },
  };
}
