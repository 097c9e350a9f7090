import type { Database } from '#platform/postgres/database.ts';

/** A device's credentials as an administrator sees them. Times in milliseconds since 1970. */
export interface DeviceCredential {
  readonly id: string;
  readonly userId: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly revokedAt: number | null;
}

export interface NewDevice {
  readonly userId: string;
  readonly label: string;
  readonly secretSha256: Buffer;
  readonly createdAtMs: number;
}

export interface DeviceState {
  readonly tenantId: string;
  readonly userId: string;
  readonly revoked: boolean;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly label: string;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns = 'id, user_id, label, created_at, last_seen_at, revoked_at';
/** More credentials than one member ever had; newest first, so that the ones in use are among them. */
const maxListed = 500;

export function createDevicesStore(database: Database) {
  return {
    /** A member's devices, revoked ones too, newest first. */
    async list(tenantId: string, userId: string): Promise<DeviceCredential[]> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<Row>(
          `select ${columns} from vigil.devices where tenant_id = $1 and user_id = $2 order by created_at desc, id limit ${maxListed}`,
          [tenantId, userId],
        ),
      );
      return rows.map(fromRow);
    },

    async insert(tenantId: string, device: NewDevice): Promise<DeviceCredential> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<Row>(
          `insert into vigil.devices (tenant_id, user_id, label, secret_sha256, created_at) values ($1, $2, $3, $4, $5) returning ${columns}`,
          [tenantId, device.userId, device.label, device.secretSha256, new Date(device.createdAtMs)],
        ),
      );
      return fromRow(rows[0] as Row);
    },

    /** Marks as revoked, once: the time of the first revocation stays. Null when the member has no such device. */
    async revoke(tenantId: string, userId: string, deviceId: string, atMs: number): Promise<DeviceCredential | null> {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<Row>(
          `update vigil.devices set revoked_at = coalesce(revoked_at, $4) where tenant_id = $1 and user_id = $2 and id = $3 returning ${columns}`,
          [tenantId, userId, deviceId, new Date(atMs)],
        ),
      );
      return rows[0] ? fromRow(rows[0]) : null;
    },

    /** Whose a device is, in whatever tenant; null when there is none. */
    async stateOf(deviceId: string): Promise<DeviceState | null> {
      const [row] = await database.global((sql) =>
        sql.query<{ tenant_id: string; user_id: string; revoked_at: Date | null }>(
          'select tenant_id, user_id, revoked_at from vigil.device_credentials($1)',
          [deviceId],
        ),
      );
      return row ? { tenantId: row.tenant_id, userId: row.user_id, revoked: row.revoked_at !== null } : null;
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

function fromRow(row: Row): DeviceCredential {
  return {
    id: row.id,
    userId: row.user_id,
    label: row.label,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
  };
}
