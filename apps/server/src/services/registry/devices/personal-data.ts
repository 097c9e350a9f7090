import type { Bus } from '#platform/bus.ts';
import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { DevicesStore } from './devices.store.ts';

/** A person's devices; with the contact their credentials go, so that nothing can be sent any more. */
export function devicesPersonalData(database: Database, store: Pick<DevicesStore, 'list'>, bus: Pick<Bus, 'publish'>): PersonalData {
  return {
    tables: { devices: { exported: ['devices.json'], erased: 'contact' } },
    exportOf: ({ tenantId, userId }) => [
      jsonFile({ name: 'devices.json', about: 'devices that may send readings for you, and when each was last heard of.' }, async () =>
        (await store.list(tenantId, userId)).map(({ id, label, type, createdAt, lastSeenAt, revokedAt }) => ({
          id,
          label,
          type,
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTime(lastSeenAt),
          revokedAt: isoTime(revokedAt),
        })),
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'contact') return;
      const gone = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>('delete from vigil.devices where tenant_id = $1 and user_id = $2 returning id', [tenantId, userId]),
      );
      for (const { id } of gone) bus.publish('device.revoked', { deviceId: id });
    },
  };
}
