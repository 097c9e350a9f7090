import { createReadStream } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DiskReserve } from '../disk/disk-space.ts';
import { unfinishedPath, writeDurably } from '../durable-file.ts';
import { readOrdinaryFile } from '../ordinary-file.ts';

/** Folder of the data directory in which blobs lie unless another is named. */
export const blobFolder = 'blobs';

/** Bytes under ids. What they are, and whose, is kept in the relational store by whoever puts them here. */
export interface Blobs {
  /** Throws storage_full where so many bytes don't fit without using up what is kept for readings. */
  requireRoom(bytes: number): Promise<void>;
  /**
   * Durable when it resolves; nothing is left of it when it fails, or when what it comes from does. An id is written once. Throws
   * storage_full once what is kept for readings would be used.
   */
  put(id: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** All of a small one. Null where there is none. */
  get(id: string): Promise<Buffer | null>;
  /** Bytes; null where there is none. */
  size(id: string): Promise<number | null>;
  /** The bytes from one place to another, both included; without places all of them. Fails while it is read where there is none. */
  read(id: string, from?: number, to?: number): Readable;
  /** Where a process beside this one reads it. */
  pathOf(id: string): string;
  /** Also where there is none, and what a crash has left of one. */
  remove(id: string): Promise<void>;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Blobs as files of one folder, which is made when the first one is put there. Throws for an id that is no UUID in small letters. */
export function createFileBlobs(folder: string, reserve: DiskReserve): Blobs {
  const pathOf = (id: string) => {
    if (!isId.test(id)) throw new Error('A blob is named by a UUID');
    return join(folder, id);
  };
  async function* withinReserve(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      await reserve.take(piece.length);
      yield piece;
    }
  }
  return {
    requireRoom: (bytes) => reserve.require(bytes),
    async put(id, bytes) {
      const path = pathOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        if (bytes instanceof Uint8Array) await reserve.take(bytes.length);
        await writeDurably(path, bytes instanceof Uint8Array ? bytes : withinReserve(bytes));
      } catch (error) {
        // Somebody's picture on a full disk: neither is it to be found by anybody, nor may it take the room that is left.
        await removeBoth(path).catch(() => {});
        throw error;
      }
    },
    async get(id) {
      const found = await readOrdinaryFile(pathOf(id));
      return typeof found === 'string' ? null : found;
    },
    async size(id) {
      const found = await lstat(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found?.isFile() ? found.size : null;
    },
    read: (id, start, end) => createReadStream(pathOf(id), { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }),
    pathOf,
    remove: (id) => removeBoth(pathOf(id)),
  };
}

async function removeBoth(path: string): Promise<void> {
  for (const one of [unfinishedPath(path), path]) await rm(one, { force: true });
}
