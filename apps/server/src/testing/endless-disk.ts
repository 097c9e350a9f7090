import { createDiskReserve } from '#platform/disk/disk-space.ts';

/** A disk that never fills up. */
export const endlessDisk = createDiskReserve({ reserveBytes: 0, freeBytes: async () => Number.POSITIVE_INFINITY });
