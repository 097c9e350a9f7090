import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { Database } from '#platform/postgres/database.ts';

/** Somebody as care teams name them. */
export interface CareUserRow {
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly title: string | null;
  readonly photoUrl: string | null;
  readonly roles: Role[];
  readonly isInTheTenant: boolean | null;
}

/** Who can look after members, and who is looked after: names and roles only. */
export interface CareStore {
  /** Everybody who holds a role of the care team and has not been discharged, by last then first name. */
  careTeam(tenantId: string): Promise<CareUserRow[]>;
  /** Those of the given people whom the tenant has, discharged ones included, by last then first name. */
  named(tenantId: string, userIds: readonly string[]): Promise<CareUserRow[]>;
}

const columns = 'id, given_name, family_name, title, photo_url, roles, is_in_the_tenant';
const byName = 'order by lower(family_name), lower(given_name), id';

export function createCareStore(database: Database): CareStore {
  return {
    careTeam: (tenantId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<CareUserRow>(
          `select ${columns} from vigil.users where tenant_id = $1 and roles && $2::text[] and is_in_the_tenant is distinct from false ${byName}`,
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
  };
}
