import type { Role } from '@vigil/domain/roles';
import { createAnswerCache } from '#platform/answer-cache.ts';
import type { Bus } from '#platform/bus.ts';

export interface Membership {
  readonly tenantId: string;
  readonly code: string;
  readonly roles: readonly Role[];
  /** False after a discharge or a removal, and while the account is switched off. */
  readonly isInTheTenant: boolean | null;
  /** Reads and does not write. */
  readonly isOnHold: boolean;
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

/** Who is asked; what they answer is kept for a moment. */
export interface DirectoryDependencies {
  readonly people: Pick<Directory, 'membershipsOf' | 'isMember'>;
  readonly deviceState: Directory['deviceState'];
  readonly tenants: Pick<Directory, 'tenantById' | 'tenantOfHost'>;
  readonly bus: Bus;
  readonly monotonicMs?: () => number;
}

/** How long another server process may go on with what it knew; in this process the bus forgets at once. */
const keepMs = 3_000;

export function createDirectory({ people, deviceState, tenants, bus, monotonicMs }: DirectoryDependencies): Directory {
  const timing = { keepMs, entries: 20_000, ...(monotonicMs && { nowMs: monotonicMs }) };
  const found = <T>(value: T | null) => value !== null;
  const memberships = createAnswerCache<readonly Membership[]>({ ...timing, keep: (list) => list.length > 0 });
  const devices = createAnswerCache<DeviceState | null>({ ...timing, keep: found });
  const byId = createAnswerCache<TenantState | null>({ ...timing, keep: found });
  const byHost = createAnswerCache<{ readonly id: string } | null>(timing);
  const members = createAnswerCache<boolean>({ ...timing, keep: (is) => is });
  const subscriptions = [
    bus.subscribe('user.changed', ({ tenantId, userId }) => {
      memberships.forget(userId);
      members.forget(`${tenantId}/${userId}`);
    }),
    bus.subscribe('device.revoked', ({ deviceId }) => devices.forget(deviceId)),
    bus.subscribe('settings.changed', () => {
      byId.clear();
      byHost.clear();
    }),
  ];

  return {
    membershipsOf: (userId) => memberships.get(userId, () => people.membershipsOf(userId)),
    deviceState: (deviceId) => devices.get(deviceId, () => deviceState(deviceId)),
    tenantById: (id) => byId.get(id, () => tenants.tenantById(id)),
    tenantOfHost: (host) => byHost.get(host, () => tenants.tenantOfHost(host)),
    isMember: (tenantId, userId) => members.get(`${tenantId}/${userId}`, () => people.isMember(tenantId, userId)),
    close() {
      for (const end of subscriptions) end();
    },
  };
}
