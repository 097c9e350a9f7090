import type { Database } from '#platform/postgres/database.ts';

/** A device's credentials as an administrator sees them. Times in milliseconds since 1970. */
export interface DeviceCredential {
  readonly id: string;
  readonly userId: string;
  readonly label: string;
  /** Maker and model; null where nobody has said. */
  readonly type: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly revokedAt: number | null;
}

export interface NewDevice {
  readonly userId: string;
  readonly label: string;
  readonly type: string | null;
  readonly secretSha256: Buffer;
  readonly createdAtMs: number;
}

export interface DeviceState {
  readonly tenantId: string;
  readonly userId: string;
  readonly revoked: boolean;
}

const columns = 'id, user_id, label, type, created_at, last_seen_at, revoked_at';
/** More credentials than one member ever had; newest first, so that the ones in use are among them. */
const maxListed = 500;

export function createDevicesStore(database: Database) {
  return {
    /** A member's devices, revoked ones too, newest first. */
    async list(tenantId: string, userId: string): Promise<DeviceCredential[]> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<DeviceCredential>(
          `select ${columns} from vigil.devices where tenant_id = $1 and user_id = $2 order by created_at desc, id limit ${maxListed}`,
          [tenantId, userId],
        ),
      );
      return rows;
    },

    async insert(tenantId: string, device: NewDevice): Promise<DeviceCredential> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<DeviceCredential>(
          `insert into vigil.devices (tenant_id, user_id, label, type, secret_sha256, created_at) values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
          [tenantId, device.userId, device.label, device.type, device.secretSha256, new Date(device.createdAtMs)],
        ),
      );
      return rows[0] as DeviceCredential;
    },

    /** What kind each of a member's devices is, revoked ones too, by id; null where nobody has said. */
    async typesOf(tenantId: string, userId: string): Promise<ReadonlyMap<string, string | null>> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string; type: string | null }>(
          `select id, type from vigil.devices where tenant_id = $1 and user_id = $2 order by created_at desc, id limit ${maxListed}`,
          [tenantId, userId],
        ),
      );
      return new Map(rows.map(({ id, type }) => [id, type]));
    },

    /** Marks as revoked, once: the time of the first revocation stays. Null when the member has no such device. */
    async revoke(tenantId: string, userId: string, deviceId: string, atMs: number): Promise<DeviceCredential | null> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<DeviceCredential>(
          `update vigil.devices set revoked_at = coalesce(revoked_at, $4) where tenant_id = $1 and user_id = $2 and id = $3 returning ${columns}`,
          [tenantId, userId, deviceId, new Date(atMs)],
        ),
      );
      return rows[0] ?? null;
    },

    /** Whose a device is, in whatever tenant; null when there is none. */
    async stateOf(deviceId: string): Promise<DeviceState | null> {
      const [row] = await database.ask<{ tenantId: string; userId: string; revokedAt: number | null }>(
        'select tenant_id, user_id, revoked_at from vigil.device_credentials($1)',
        [deviceId],
      );
      return row ? { tenantId: row.tenantId, userId: row.userId, revoked: row.revokedAt !== null } : null;
    },

    /** Moves last_seen_at of several devices on; never back. */
    async seen(tenantId: string, seenAtMs: ReadonlyMap<string, number>): Promise<void> {
      const times = [...seenAtMs.values()].map((time) => new Date(time));
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.devices d set last_seen_at = greatest(d.last_seen_at, s.at)
           from unnest($2::uuid[], $3::timestamptz[]) as s (id, at) where d.tenant_id = $1 and d.id = s.id`,
          [tenantId, [...seenAtMs.keys()], times],
        ),
      );
    },
  };
}

export type DevicesStore = ReturnType<typeof createDevicesStore>;
