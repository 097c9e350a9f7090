import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { DevicesStore } from './devices.store.ts';

/** Written at most this often: thousands of bands that send every few seconds cost one statement per tenant. */
const writeEveryMs = 15_000;

export interface LastSeen {
  /** Notes that a device has sent something now. Costs a map entry. */
  note(tenantId: string, deviceId: string): void;
  /** Writes what was noted. A failure is logged and the note kept: a last-seen time is no reason to refuse readings. */
  flush(): Promise<void>;
}

export function createLastSeen(deps: {
  readonly store: Pick<DevicesStore, 'seen'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}): LastSeen {
  const noted = new Map<string, Map<string, number>>();
  let writtenAtMs = deps.clock.now();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    for (const [tenantId, seen] of [...noted]) {
      noted.delete(tenantId);
      try {
        await deps.store.seen(tenantId, seen);
      } catch (error) {
        noted.set(tenantId, new Map([...seen, ...(noted.get(tenantId) ?? [])]));
        deps.log.warn({ err: error }, 'the time devices were last seen could not be written; it is tried again');
        return;
      }
    }
  }

  function flush(): Promise<void> {
    writtenAtMs = deps.clock.now();
    writing = writing.then(write);
    return writing;
  }

  return {
    note(tenantId, deviceId) {
      const now = deps.clock.now();
      const tenant = noted.get(tenantId) ?? new Map<string, number>();
      noted.set(tenantId, tenant);
      tenant.set(deviceId, now);
      if (now - writtenAtMs >= writeEveryMs) void flush();
    },
    flush,
  };
}
