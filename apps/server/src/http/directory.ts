import type { Role } from '@vigil/domain/roles';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createShortCache } from './short-cache.ts';

export interface Membership {
  readonly tenantId: string;
  readonly code: string;
  readonly roles: readonly Role[];
  /** False after a discharge. */
  readonly isInTheTenant: boolean | null;
}

export interface DeviceState {
  readonly tenantId: string;
  readonly userId: string;
  readonly revoked: boolean;
}

export interface TenantState {
  readonly id: string;
  readonly code: string;
  /** The tenant setting access.patients: whether staff see every member or only those assigned to them. */
  readonly patients: 'tenant' | 'assigned';
}

/** What access has to know about people, devices and tenants. Answers may be a few seconds old, never older. */
export interface Directory {
  membershipsOf(userId: string): Promise<readonly Membership[]>;
  deviceState(deviceId: string): Promise<DeviceState | null>;
  tenantById(id: string): Promise<TenantState | null>;
  /** The tenant whose host it is; null for hosts that belong to none. */
  tenantOfHost(host: string): Promise<{ readonly id: string } | null>;
  /** Whether the user is a member (role patient) of the tenant, discharged ones included. */
  isMember(tenantId: string, userId: string): Promise<boolean>;
  close(): void;
}

export interface DirectoryDependencies {
  readonly database: Database;
  readonly bus: Bus;
  /** Which tenant a Host header belongs to. */
  readonly tenantOfHost: (host: string) => Promise<{ readonly id: string } | null>;
  readonly monotonicMs?: () => number;
}

/** How long another server process may go on with what it knew; in this process the bus forgets at once. */
const keepMs = 3_000;

export function createDirectory({ database, bus, tenantOfHost, monotonicMs }: DirectoryDependencies): Directory {
  const timing = { keepMs, entries: 20_000, ...(monotonicMs && { monotonicMs }) };
  const found = <T>(value: T | null) => value !== null;
  const memberships = createShortCache<readonly Membership[]>({ ...timing, keep: (list) => list.length > 0 });
  const devices = createShortCache<DeviceState | null>({ ...timing, keep: found });
  const tenants = createShortCache<TenantState | null>({ ...timing, keep: found });
  const hosts = createShortCache<{ readonly id: string } | null>(timing);
  const members = createShortCache<boolean>({ ...timing, keep: (is) => is });
  const subscriptions = [
    bus.subscribe('user.changed', ({ tenantId, userId }) => {
      memberships.forget(userId);
      members.forget(`${tenantId}/${userId}`);
    }),
    bus.subscribe('device.revoked', ({ deviceId }) => devices.forget(deviceId)),
  ];

  return {
    membershipsOf: (userId) =>
      memberships.get(userId, async () => {
        const rows = await database.global((sql) =>
          sql.query<{ tenant_id: string; code: string; roles: Role[]; is_in_the_tenant: boolean | null }>(
            'select tenant_id, code, roles, is_in_the_tenant from vigil.memberships_of($1)',
            [userId],
          ),
        );
        return rows.map((row) => ({ tenantId: row.tenant_id, code: row.code, roles: row.roles, isInTheTenant: row.is_in_the_tenant }));
      }),
    deviceState: (deviceId) =>
      devices.get(deviceId, async () => {
        const [row] = await database.global((sql) =>
          sql.query<{ tenant_id: string; user_id: string; revoked_at: Date | null }>(
            'select tenant_id, user_id, revoked_at from vigil.device_credentials($1)',
            [deviceId],
          ),
        );
        return row ? { tenantId: row.tenant_id, userId: row.user_id, revoked: row.revoked_at !== null } : null;
      }),
    tenantById: (id) => tenants.get(id, () => readTenant(database, id)),
    tenantOfHost: (host) => hosts.get(host, () => tenantOfHost(host)),
    isMember: (tenantId, userId) =>
      members.get(`${tenantId}/${userId}`, async () => {
        const rows = await database.tenant(tenantId, (sql) =>
          sql.query("select 1 from vigil.users where tenant_id = $1 and id = $2 and 'patient' = any(roles)", [tenantId, userId]),
        );
        return rows.length > 0;
      }),
    close() {
      for (const end of subscriptions) end();
    },
  };
}

async function readTenant(database: Database, id: string): Promise<TenantState | null> {
  const [row] = await database.global((sql) =>
    sql.query<{ id: string; code: string; patients: string | null }>(
      `select id, code, settings #>> '{access,patients}' as patients from vigil.tenants where id = $1`,
      [id],
    ),
  );
  // A setting that nobody has given means the whole tenant; one that is misspelt must not open anything.
  return row ? { id: row.id, code: row.code, patients: row.patients === null || row.patients === 'tenant' ? 'tenant' : 'assigned' } : null;
}
