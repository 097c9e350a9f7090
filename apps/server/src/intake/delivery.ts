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

/** The ticks of one member from one source, as they go to the store together. */
export interface TickGroup extends Provenance {
  readonly userId: string;
  readonly series: readonly TickSeries[];
}

/** The way of normalised ticks into the store. When `deliver` resolves, every tick of every group is durable. */
export interface Delivery {
  deliver(tenantId: string, caller: Caller, groups: readonly TickGroup[]): Promise<void>;
}

const filledUp =
  'The disk filled up while this call was being stored, so that only a part of it may be. Once space was freed, send it again: what is stored already is not stored twice';

/** Ticks handed to the store at once. Encoding more would keep other requests waiting, and one insert of so many is fast already. */
const ticksPerChunk = 50_000;

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
    async deliver(tenantId, caller, groups) {
      if (caller.kind === 'device') deviceSeen(tenantId, caller.deviceId);
      const receivedAtMs = clock.now();
      const sender = { tenantId, userId: (caller.kind === 'anyone' ? null : caller.userId) ?? 'nobody' };
      let begun = false;
      for (const chunk of inChunks(groups, ticksPerChunk)) {
        const stored = await (begun ? admitInTime : capacity.admit)(sender, ticksOf(chunk));
        begun = true;
        // Side by side, so that the group commit takes them in one go. When one fails, the call fails and is sent again as
        // a whole: what was stored already is then the same ticks once more, which changes nothing.
        const outcomes = await Promise.allSettled(
          chunk.map((group) => ticksStore.append({ tenantId, receivedAtMs, ...group, userId: group.userId.toLowerCase() })),
        );
        stored();
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }
    },
  };
}

function ticksOf(groups: readonly TickGroup[]): number {
  return groups.reduce((sum, { series }) => series.reduce((ofGroup, { values }) => ofGroup + values.length, sum), 0);
}

/** The same ticks in the same order, cut into lists of groups of at most `limit` ticks together. */
export function inChunks(groups: readonly TickGroup[], limit: number): TickGroup[][] {
  const chunks: TickGroup[][] = [];
  let chunk: TickGroup[] = [];
  let room = limit;
  for (const group of groups) {
    let part: TickSeries[] = [];
    const close = () => {
      if (part.length > 0) chunk.push({ ...group, series: part });
      part = [];
    };
    for (const { metric, timestampsMs, values } of group.series) {
      for (let from = 0; from < values.length; ) {
        const to = Math.min(values.length, from + room);
        part.push({ metric, timestampsMs: timestampsMs.subarray(from, to), values: values.subarray(from, to) });
        room -= to - from;
        from = to;
        if (room > 0) continue;
        close();
        chunks.push(chunk);
        chunk = [];
        room = limit;
      }
    }
    close();
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
