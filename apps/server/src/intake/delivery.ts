import { setTimeout as pause } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import type { Caller } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { TickBatch, TickSeries } from '#services/ticks-store/index.ts';
import type { Capacity, Sender } from './capacity.ts';
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

const filledUp =
  'The disk filled up while this call was being stored, so that only a part of it may be. Once space was freed, send it again: what is stored already is not stored twice';

/** Ticks handed to the store at once. Encoding more would keep other requests waiting, and one insert of so many is fast already. */
const ticksPerWave = 50_000;

/** How often a call that has begun asks again whether there is room for the rest of it. */
const askAgainMs = 200;

export function createDelivery({ ticksStore, capacity, clock, deviceSeen }: DeliveryOptions): Delivery {
  /** A call of which a part is stored is not sent away with "come back later": it waits. A disk that has filled up ends it. */
  async function admitInTime(sender: Sender, ticks: number): Promise<() => void> {
    for (;;) {
      try {
        return await capacity.admit(sender, ticks);
      } catch (error) {
        if (!(error instanceof VigilError)) throw error;
        if (error.code === 'storage_full')
          throw new VigilError('storage_full', filledUp, { retryAfterSeconds: error.retryAfterSeconds ?? 60 });
        if (error.code !== 'too_many_requests') throw error;
        await pause(askAgainMs);
      }
    }
  }

  return {
    async deliver(tenantId, caller, parcels) {
      if (caller.kind === 'device') deviceSeen(tenantId, caller.deviceId);
      const receivedAtMs = clock.now();
      const sender = { tenantId, userId: (caller.kind === 'anyone' ? null : caller.userId) ?? 'nobody' };
      let begun = false;
      for (const wave of wavesOf(parcels, ticksPerWave)) {
        const stored = await (begun ? admitInTime : capacity.admit)(sender, ticksOf(wave));
        begun = true;
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
