import type { Caller } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { TickBatch, TickSeries } from '#services/ticks-store/index.ts';
import type { Capacity } from './capacity.ts';
import type { Provenance } from './provenance.ts';

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
  readonly series: readonly TickSeries[];
}

/** The way of normalised ticks into the store. When `deliver` resolves, every tick of every parcel is durable. */
export interface Delivery {
  deliver(tenantId: string, caller: Caller, parcels: readonly Parcel[]): Promise<void>;
}

/** Ticks handed to the store at once. Encoding more would keep other requests waiting, and one insert of so many is fast already. */
const ticksPerWave = 50_000;

export function createDelivery({ ticksStore, capacity, clock, deviceSeen }: DeliveryOptions): Delivery {
  return {
    async deliver(tenantId, caller, parcels) {
      if (caller.kind === 'device') deviceSeen(tenantId, caller.deviceId);
      const receivedAtMs = clock.now();
      const sender = { tenantId, userId: (caller.kind === 'anyone' ? null : caller.userId) ?? 'nobody' };
      for (const wave of wavesOf(parcels, ticksPerWave)) {
        const stored = await capacity.admit(sender, ticksOf(wave));
        // Side by side, so that the group commit takes them in one go. When one fails, the call fails and is sent again as
        // a whole: what was stored already is then the same ticks once more, which changes nothing.
        const outcomes = await Promise.allSettled(
          wave.map((parcel) => ticksStore.append({ tenantId, receivedAtMs, ...parcel, userId: parcel.userId.toLowerCase() })),
        );
        stored();
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }
    },
  };
}

function ticksOf(parcels: readonly Parcel[]): number {
  return parcels.reduce((sum, { series }) => series.reduce((ofParcel, { values }) => ofParcel + values.length, sum), 0);
}

/** The same ticks in the same order, cut into lists of parcels of at most `limit` ticks together. */
export function wavesOf(parcels: readonly Parcel[], limit: number): Parcel[][] {
  const waves: Parcel[][] = [];
  let wave: Parcel[] = [];
  let room = limit;
  for (const parcel of parcels) {
    let part: TickSeries[] = [];
    const close = () => {
      if (part.length > 0) wave.push({ ...parcel, series: part });
      part = [];
    };
    for (const { metric, timestampsMs, values } of parcel.series) {
      for (let from = 0; from < values.length; ) {
        const to = Math.min(values.length, from + room);
        part.push({ metric, timestampsMs: timestampsMs.subarray(from, to), values: values.subarray(from, to) });
        room -= to - from;
        from = to;
        if (room > 0) continue;
        close();
        waves.push(wave);
        wave = [];
        room = limit;
      }
    }
    close();
  }
  if (wave.length > 0) waves.push(wave);
  return waves;
}
