import { createHash, randomBytes } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { DeviceCredential, DevicesStore } from './devices.store.ts';

/** New credentials; the secret exists here and nowhere else, only its SHA-256 is kept. */
export interface IssuedCredential extends DeviceCredential {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the device trades them for an access token (client_credentials). */
  readonly tokenEndpoint: string;
}

export interface DevicesService {
  /** A member's devices, revoked ones too, newest first. Throws `not_found` for an unknown member. */
  list(tenantId: string, userId: string): Promise<DeviceCredential[]>;
  /** `type` is its maker and model, where they are known. Throws `not_found` for an unknown member. */
  create(tenantId: string, userId: string, label: string, type?: string | null): Promise<IssuedCredential>;
  /** From the next call on the device is refused; what it sent stays. Doing it again changes nothing. Throws `not_found`. */
  revoke(tenantId: string, userId: string, deviceId: string): Promise<DeviceCredential>;
}

export interface DevicesServiceDeps {
  readonly people: Pick<People, 'isMember'>;
  readonly store: DevicesStore;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly tokenEndpoint: string;
}

const secretBytes = 32;

export function createDevicesService({ people, store, bus, clock, tokenEndpoint }: DevicesServiceDeps): DevicesService {
  async function requireMember(tenantId: string, userId: string): Promise<void> {
    if (!(await people.isMember(tenantId, userId))) throw new VigilError('not_found', 'There is no such member');
  }

  return {
    async list(tenantId, userId) {
      await requireMember(tenantId, userId);
      return store.list(tenantId, userId);
    },

    async create(tenantId, userId, label, type = null) {
      await requireMember(tenantId, userId);
      const clientSecret = randomBytes(secretBytes).toString('base64url');
      const secretSha256 = createHash('sha256').update(clientSecret).digest();
      const device = await store.insert(tenantId, { userId, label, type, secretSha256, createdAtMs: clock.now() });
      return { ...device, clientId: device.id, clientSecret, tokenEndpoint };
    },

    async revoke(tenantId, userId, deviceId) {
      const device = await store.revoke(tenantId, userId, deviceId, clock.now());
      if (!device) throw new VigilError('not_found', 'The member has no such device');
      bus.publish('device.revoked', { deviceId: device.id });
      return device;
    },
  };
}
