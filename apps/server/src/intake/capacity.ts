import { statfs } from 'node:fs/promises';
import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';

/** Ticks that may wait for the disk before senders are asked to come back: a second or two of the writer's work. */
const defaultMaxTicksWaiting = 1_000_000;
/** Free space below which nothing more is accepted, so that what was accepted can still be merged, logged and backed up. */
const defaultFloorBytes = 256 * 1024 * 1024;
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

/** Decides whether more ticks can be taken: nothing is accepted that cannot be stored. */
export interface Capacity {
  /** Throws `storage_full` when the disk cannot take more, `too_many_requests` when too much waits already. */
  ensureRoom(): Promise<void>;
}

export function createCapacity(options: CapacityOptions): Capacity {
  const maxTicks = options.maxTicksWaiting ?? defaultMaxTicksWaiting;
  const floorBytes = options.floorBytes ?? defaultFloorBytes;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let free = Number.POSITIVE_INFINITY;

  return {
    async ensureRoom() {
      if (options.ticksWaiting() > maxTicks)
        throw new VigilError(
          'too_many_requests',
          'More readings are arriving than can be stored at the moment; none of this call was stored. Send it again',
          { retryAfterSeconds: 2 },
        );
      if (!options.freeBytes) return;
      const now = options.clock.now();
      // A full disk is looked at again for every call, so that intake resumes as soon as it was freed.
      if (free < floorBytes || Math.abs(now - lookedAtMs) >= freeSpaceHoldsMs) {
        free = await options.freeBytes();
        lookedAtMs = now;
      }
      if (free < floorBytes)
        throw new VigilError(
          'storage_full',
          'The server has no room left to store readings safely, so it accepted none of this call. Once space was freed on its disk, send it again',
          { retryAfterSeconds: 60 },
        );
    },
  };
}

/** Free bytes, to an unprivileged process, of the file system that holds a folder. */
export function freeBytesOf(folder: string): () => Promise<number> {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}
