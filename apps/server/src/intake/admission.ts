import { statfs } from 'node:fs/promises';
import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';

/** Bytes of bodies that may be read, parsed and waiting at once; a parsed body takes several times its size in memory. */
export const defaultMaxBytesInFlight = 64 * 1024 * 1024;
/** Ticks that may wait for the disk before senders are asked to come back: about a second of the writer's work. */
export const defaultMaxTicksWaiting = 1_000_000;
/** Free space below which nothing more is accepted, so that what was accepted can still be merged, logged and backed up. */
export const defaultFloorBytes = 256 * 1024 * 1024;
/** How long one look at the free space holds. */
const freeSpaceHoldsMs = 1_000;
const retryAfterSeconds = 2;

export interface AdmissionOptions {
  readonly clock: Clock;
  /** Ticks accepted and not yet stored. */
  readonly ticksWaiting: () => number;
  /** Free bytes where ticks are stored; null where that is another machine's affair. */
  readonly freeBytes: (() => Promise<number>) | null;
  readonly maxBytesInFlight?: number;
  readonly maxTicksWaiting?: number;
  readonly floorBytes?: number;
}

/** Decides whether there is room for another body, before it is read, and for its ticks, before they are accepted. */
export interface Admission {
  /** Takes room for a body of so many bytes; the returned function gives it back, once. Throws `too_many_requests`. */
  enter(bytes: number): () => void;
  /** Throws `storage_full` when the disk cannot take more, `too_many_requests` when too much waits already. */
  ensureRoom(): Promise<void>;
  bytesInFlight(): number;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const maxBytes = options.maxBytesInFlight ?? defaultMaxBytesInFlight;
  const maxTicks = options.maxTicksWaiting ?? defaultMaxTicksWaiting;
  const floorBytes = options.floorBytes ?? defaultFloorBytes;
  let inFlight = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let free = Number.POSITIVE_INFINITY;

  function ensureNotCrowded(): void {
    if (options.ticksWaiting() > maxTicks) throw busy();
  }

  return {
    enter(bytes) {
      ensureNotCrowded();
      // One body is always let in, however large the limit of its endpoint: otherwise it could never be sent.
      if (inFlight > 0 && inFlight + bytes > maxBytes) throw busy();
      inFlight += bytes;
      let inside = true;
      return () => {
        if (inside) inFlight -= bytes;
        inside = false;
      };
    },
    async ensureRoom() {
      ensureNotCrowded();
      if (!options.freeBytes) return;
      const now = options.clock.now();
      if (now - lookedAtMs >= freeSpaceHoldsMs || now < lookedAtMs || free < floorBytes) {
        free = await options.freeBytes();
        lookedAtMs = now;
      }
      if (free < floorBytes)
        throw new VigilError(
          'storage_full',
          'The server has no room left to store readings safely, so it accepted none. Free space on its disk, then send them again',
          { retryAfterSeconds: 60 },
        );
    },
    bytesInFlight: () => inFlight,
  };
}

/** Free bytes, to an unprivileged process, of the file system that holds a folder. */
export function freeBytesOf(folder: string): () => Promise<number> {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}

function busy(): VigilError {
  return new VigilError(
    'too_many_requests',
    'More readings are arriving than can be stored at the moment; nothing of this call was stored, send it again',
    {
      retryAfterSeconds,
    },
  );
}
