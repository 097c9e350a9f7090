import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import { leastFreeBytes } from '#platform/disk/disk-space.ts';

/** Ticks that may wait for the disk before senders are asked to come back: a second or two of the writer's work. */
const defaultMaxTicksWaiting = 1_000_000;
/** How much of that may be of one tenant, and of one sender with their devices; sixteen batches of 10,000 at once are 160,000. */
const tenantShare = 1 / 2;
const senderShare = 1 / 4;
/** How long one look at the free space holds. */
const freeSpaceHoldsMs = 1_000;

export interface CapacityOptions {
  readonly clock: Clock;
  /** Ticks accepted and not yet stored. */
  readonly ticksWaiting: () => number;
  /** Free bytes where ticks are stored; null where that is another machine's affair. */
  readonly freeBytes: (() => Promise<number>) | null;
  readonly maxTicksWaiting?: number;
  readonly floorBytes?: number;
}

export interface Sender {
  readonly tenantId: string;
  /** A person, or the member whose device it is. */
  readonly userId: string;
}

/** Decides whether more ticks can be taken: nothing is accepted that cannot be stored. */
export interface Capacity {
  /**
   * Throws `storage_full` when the disk cannot take more, `too_many_requests` when too much waits already: of everybody, of
   * the tenant, or of the sender. Otherwise the ticks count as waiting until the function that this answers is called.
   */
  admit(sender: Sender, ticks: number): Promise<() => void>;
}

export function createCapacity(options: CapacityOptions): Capacity {
  const maxTicks = options.maxTicksWaiting ?? defaultMaxTicksWaiting;
  const floorBytes = options.floorBytes ?? leastFreeBytes;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let free = Number.POSITIVE_INFINITY;

  const waitingOf = new Map<string, number>();

  async function ensureSpace(freeBytes: () => Promise<number>): Promise<void> {
    const now = options.clock.now();
    // A full disk is looked at again for every call, so that intake resumes as soon as it was freed.
    if (free < floorBytes || Math.abs(now - lookedAtMs) >= freeSpaceHoldsMs) {
      free = await freeBytes();
      lookedAtMs = now;
    }
    if (free < floorBytes) throw noRoom();
  }

  return {
    async admit({ tenantId, userId }, ticks) {
      const shares = [
        { key: `tenant ${tenantId}`, most: maxTicks * tenantShare },
        { key: `sender ${userId}`, most: maxTicks * senderShare },
      ];
      if (options.ticksWaiting() > maxTicks)
        throw tooMany('More readings are arriving than can be stored at the moment; none of this call was stored. Send it again');
      for (const { key, most } of shares) {
        const waiting = waitingOf.get(key) ?? 0;
        // Whoever has nothing waiting is let in, however much it is: nobody can be asked to come back for ever.
        if (waiting > 0 && waiting + ticks > most)
          throw tooMany('You are sending more readings than can be stored at the moment. What was not acknowledged, send again');
      }
      if (options.freeBytes) await ensureSpace(options.freeBytes);
      const add = (more: number) => {
        for (const { key } of shares) {
          const waiting = (waitingOf.get(key) ?? 0) + more;
          if (waiting > 0) waitingOf.set(key, waiting);
          else waitingOf.delete(key);
        }
      };
      add(ticks);
      return () => add(-ticks);
    },
  };
}

/**
 * Whether readings can be taken in at this moment: rejects where their store does not answer, and with `storage_full` where its disk
 * has so little room that nothing is accepted. `freeBytes` as in `CapacityOptions`.
 */
export function createTakesReadings(store: { ping(): Promise<void> }, freeBytes: CapacityOptions['freeBytes']): () => Promise<void> {
  return async () => {
    await store.ping();
    if (freeBytes && (await freeBytes()) < leastFreeBytes) throw noRoom();
  };
}

const noRoom = () =>
  new VigilError(
    'storage_full',
    'The server has no room left to store readings safely, so it accepted none of this call. Once space was freed on its disk, send it again',
    { retryAfterSeconds: 60 },
  );

function tooMany(message: string): VigilError {
  return new VigilError('too_many_requests', message, { retryAfterSeconds: 2 });
}
