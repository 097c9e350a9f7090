import type { Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService, type DevicesService } from './devices.service.ts';
import { createDevicesStore, type DevicesStore } from './devices.store.ts';
import { createLastSeen } from './last-seen.ts';
import { devicesPersonalData } from './personal-data.ts';

export type { DevicesService, IssuedCredential } from './devices.service.ts';
export type { DeviceCredential } from './devices.store.ts';

export interface DevicesDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'isMember'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Address of the embedded provider's token endpoint, told to whoever sets the device up. */
  readonly tokenEndpoint: string;
}

export interface Devices extends DevicesService, Pick<DevicesStore, 'stateOf' | 'typesOf'> {
  /** `registry.listDevices`, `registry.createDevice`, `registry.revokeDevice`. */
  readonly routes: readonly Route[];
  readonly personalData: PersonalData;
  /** Notes that a device has sent something; cheap enough for every call. */
  noteSeen(tenantId: string, deviceId: string): void;
  /** Writes the last-seen times that are still in memory. */
  stop(): Promise<void>;
}

/** Device credentials: issued, listed and revoked by a tenant's administrators and by the operator. */
export function createDevices(deps: DevicesDependencies): Devices {
  const store = createDevicesStore(deps.database);
  const service = createDevicesService({ ...deps, store });
  const lastSeen = createLastSeen({ ...deps, store });
  return {
    ...service,
    stateOf: store.stateOf,
    typesOf: store.typesOf,
    routes: devicesRoutes(service),
    personalData: devicesPersonalData(deps.database, store, deps.bus),
    noteSeen: lastSeen.note,
    stop: lastSeen.flush,
  };
}
