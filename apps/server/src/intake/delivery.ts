import type { Caller } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { TickBatch } from '#services/ticks-store/index.ts';
import type { Capacity } from './capacity.ts';
import type { Provenance } from './provenance.ts';
import type { Sifted } from './tick-sieve.ts';

/** What intake needs of the ticks store. */
export interface TickSink {
  /** Resolves once the ticks are on disk; throws `ticks_unavailable` or `storage_full` when they are not. */
  append(batch: TickBatch): Promise<void>;
  /** What waits or is on its way to disk. */
  backlog(): { readonly rows: number };
}

export interface DeliveryOptions {
  readonly ticksStore: TickSink;
  readonly capacity: Capacity;
  readonly clock: Clock;
  /** Told that a device has sent something; has to be cheap. */
  readonly deviceSeen: (tenantId: string, deviceId: string) => void;
}

export interface Parcel extends Provenance {
  readonly userId: string;
  readonly series: Sifted['series'];
}

/** The way of normalised ticks into the store. When `deliver` resolves, every tick of every parcel is durable. */
export interface Delivery {
  deliver(tenantId: string, caller: Caller, parcels: readonly Parcel[]): Promise<void>;
}

export function createDelivery({ ticksStore, capacity, clock, deviceSeen }: DeliveryOptions): Delivery {
  return {
    async deliver(tenantId, caller, parcels) {
      if (caller.kind === 'device') deviceSeen(tenantId, caller.deviceId);
      const full = parcels.filter(({ series }) => series.length > 0);
      if (full.length === 0) return;
      await capacity.ensureRoom();
      const receivedAtMs = clock.now();
      // Side by side, so that the group commit takes them in one go. When one fails, the call fails and is sent again as
      // a whole: what was stored already is then the same ticks once more, which changes nothing.
      const outcomes = await Promise.allSettled(
        full.map((parcel) => ticksStore.append({ tenantId, receivedAtMs, ...parcel, userId: parcel.userId.toLowerCase() })),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}
