import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '#platform/durable-file.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Devices } from '#services/registry/devices/index.ts';
import type { DemoMember } from './people.ts';

export interface DeviceSecret {
  readonly deviceId: string;
  readonly secret: string;
}

export interface DevicesDeps {
  readonly database: Database;
  /** Where the secrets are kept: the server itself knows only their digests. */
  readonly dataDir: string;
  /** Gives a member's device credentials of its own, as an administrator would. */
  readonly devices: Pick<Devices, 'create'>;
}

const label = 'Synthetic band';

/**
 * The credentials of each member's band, by user id, made at the first start. A band that an administrator has revoked
 * stays revoked; one that the database does not know (it was restored or replaced) is made again.
 */
export async function ensureDevices(deps: DevicesDeps, members: readonly DemoMember[]): Promise<Map<string, DeviceSecret>> {
  const file = join(deps.dataDir, 'demo-devices.json');
  const kept = await readSecrets(file);
  const known = new Set<string>();
  for (const [tenantId, own] of Map.groupBy(members, (member) => member.tenantId)) {
    const ids = own.flatMap((member) => kept.get(member.userId)?.deviceId ?? []);
    const rows = await deps.database.tenant(tenantId, (sql) =>
      sql.query<{ id: string }>('select id from vigil.devices where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids]),
    );
    for (const row of rows) known.add(row.id);
  }
  const secrets = new Map<string, DeviceSecret>();
  let added = 0;
  for (const { tenantId, userId } of members) {
    const secret = kept.get(userId);
    if (secret && known.has(secret.deviceId)) {
      secrets.set(userId, secret);
      continue;
    }
    const { clientId, clientSecret } = await deps.devices.create(tenantId, userId, label, 'Simulated band');
    secrets.set(userId, { deviceId: clientId, secret: clientSecret });
    added += 1;
  }
  if (added > 0) await writeSecrets(file, secrets);
  return secrets;
}

/** A file that is absent or damaged costs new credentials, no more. */
async function readSecrets(file: string): Promise<Map<string, DeviceSecret>> {
  try {
    const held = JSON.parse(await readFile(file, 'utf8')) as Record<string, Partial<DeviceSecret> | null>;
    return new Map(
      Object.entries(held).flatMap(([userId, entry]) =>
        typeof entry?.deviceId === 'string' && typeof entry.secret === 'string'
          ? [[userId, { deviceId: entry.deviceId, secret: entry.secret }] as const]
          : [],
      ),
    );
  } catch {
    return new Map();
  }
}

async function writeSecrets(file: string, secrets: ReadonlyMap<string, DeviceSecret>): Promise<void> {
  await writeDurably(file, JSON.stringify(Object.fromEntries(secrets), null, 2));
}
