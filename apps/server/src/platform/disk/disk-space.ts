import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { VigilError } from '@vigil/contract/errors';

const mib = 1024 ** 2;
const gib = 1024 ** 3;

/** Free space below which nothing more is accepted, so that what was accepted can still be merged, logged and backed up. */
export const leastFreeBytes = 256 * mib;
/** What is kept free for readings unless DISK_RESERVE_MIB says otherwise. */
export const defaultReserveBytes = gib;

/** A tenth of the disk is early enough on small disks and too early on large ones. */
const [earlyShare, leastEarlyBytes, mostEarlyBytes] = [0.1, 2 * gib, 20 * gib];
/** How long one look at the free space holds. */
const lookHoldsMs = 1_000;

export interface DiskRoom {
  /** To an unprivileged process. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The free bytes below which each state begins. */
export interface DiskThresholds {
  readonly low: number;
  readonly 'readings-only': number;
  readonly full: number;
}

/**
 * `low`: somebody has to make room soon. `readings-only`: uploads, exports to disk, backups and page views stop, so that what is left is
 * for readings and for people's work. `full`: readings are refused as well.
 */
export type DiskState = 'ok' | keyof DiskThresholds;

export function diskThresholds(totalBytes: number, reserveBytes: number): DiskThresholds {
  const early = Math.min(mostEarlyBytes, Math.max(leastEarlyBytes, totalBytes * earlyShare));
  return { low: Math.max(early, 2 * reserveBytes), 'readings-only': reserveBytes, full: leastFreeBytes };
}

export function diskStateOf({ freeBytes, totalBytes }: DiskRoom, reserveBytes: number): DiskState {
  const thresholds = diskThresholds(totalBytes, reserveBytes);
  return (['full', 'readings-only', 'low'] as const).find((state) => freeBytes < thresholds[state]) ?? 'ok';
}

/** The file system that holds a folder, or will once the folder is made. */
export async function readDiskRoom(folder: string): Promise<DiskRoom> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDiskRoom(dirname(folder));
  }
}

/** Free bytes, to an unprivileged process, of the file system that holds a folder. */
export function freeBytesOf(folder: string): () => Promise<number> {
  return async () => (await readDiskRoom(folder)).freeBytes;
}

/** The part of a disk that whatever is no reading may fill. */
export interface DiskReserve {
  /** Throws storage_full unless so many bytes more leave the reserve for readings untouched. */
  require(bytes?: number): Promise<void>;
  /** The same for bytes that are written now: they count at once, before the file system says so. */
  take(bytes: number): Promise<void>;
}

export interface DiskReserveOptions {
  readonly reserveBytes: number;
  readonly freeBytes: () => Promise<number>;
  /** Milliseconds from any moment on; never goes back. */
  readonly nowMs?: () => number;
}

export function createDiskReserve({ reserveBytes, freeBytes, nowMs = () => performance.now() }: DiskReserveOptions): DiskReserve {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let free = 0;

  async function requireRoom(bytes = 0): Promise<void> {
    // A full disk is looked at again each time, so that work resumes as soon as room was made.
    if (free - bytes < reserveBytes || nowMs() - lookedAtMs >= lookHoldsMs) {
      free = await freeBytes();
      lookedAtMs = nowMs();
    }
    if (free - bytes < reserveBytes) throw keptForReadings();
  }

  return {
    require: requireRoom,
    async take(bytes) {
      await requireRoom(bytes);
      free -= bytes;
    },
  };
}

const keptForReadings = () =>
  new VigilError(
    'storage_full',
    'The server is almost out of disk space and keeps the rest for readings. Nothing was saved. Tell whoever runs the server, and try again later.',
    { retryAfterSeconds: 600 },
  );
