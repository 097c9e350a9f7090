import { randomUUID } from 'node:crypto';
import type { StoredPicture } from '@vigil/contract/blob.contract';
import type { PicturePurpose } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { KeptFile } from '#http/route.ts';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { BlobStore } from './blob.store.ts';
import { pictureOf } from './picture.ts';
import { fileNameOf } from './picture-kinds.ts';

export interface Files {
  /** Throws invalid_input for what is no picture that can be shown, and conflict for one that may not be replaced. */
  uploadPicture(
    tenantId: string,
    userId: string,
    upload: { readonly purpose: PicturePurpose; readonly overwrite: boolean; readonly bytes: Buffer },
  ): Promise<StoredPicture>;
  /** Throws not_found. */
  read(tenantId: string, userId: string, fileId: string): Promise<KeptFile>;
  /** Throws not_found. */
  remove(tenantId: string, userId: string, fileId: string): Promise<void>;
}

export interface FilesDeps {
  readonly store: BlobStore;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly drop: Drop;
}

/** No upload takes longer: what is unfinished by then has no process any more. */
const longestUploadMs = 3_600_000;

/** Removes a blob and the row that names it, as far as that works; what is left is cleared away later. */
export type Drop = (tenantId: string, id: string) => Promise<void>;

/** The row goes after the bytes: what cannot be removed now is still named, and is cleared away later or erased with the person. */
export const createDrop =
  ({ store, blobs, log }: { readonly store: Pick<BlobStore, 'forget'>; readonly blobs: Pick<Blobs, 'remove'>; readonly log: Log }): Drop =>
  async (tenantId, id) => {
    try {
      await blobs.remove(id);
      await store.forget(tenantId, id);
    } catch (error) {
      log.warn({ err: error, blob: id }, 'a file could not be removed');
    }
  };

export function createFiles({ store, blobs, clock, drop }: FilesDeps): Files {
  /** What earlier processes have left of the person's. */
  async function clearUp(tenantId: string, userId: string): Promise<void> {
    for (const id of await store.unfinished(tenantId, userId, clock.now() - longestUploadMs)) await drop(tenantId, id);
  }

  return {
    async uploadPicture(tenantId, userId, { purpose, overwrite, bytes: sent }) {
      const { type, bytes, widthPx, heightPx } = pictureOf(sent);
      const id = randomUUID();
      const url = `/blob/tenant/${tenantId}/user/${userId}/files/${id}`;
      const file = { id, userId, purpose, mediaType: type, sizeBytes: bytes.length, createdAtMs: clock.now(), url };
      await clearUp(tenantId, userId);
      // The row first: bytes that no row names would never be erased.
      await store.begin(tenantId, file);
      const before = await blobs
        .put(id, bytes)
        .then(() => store.replace(tenantId, file, overwrite))
        .catch(async (error: unknown) => {
          await drop(tenantId, id);
          throw error;
        });
      if (before === 'kept') {
        await drop(tenantId, id);
        throw new VigilError('conflict', `There is a ${purpose} already, and it was kept. Send overwrite=true to replace it.`);
      }
      if (before !== null) await drop(tenantId, before);
      return { id, url, type, sizeBytes: bytes.length, widthPx, heightPx };
    },

    async read(tenantId, userId, fileId) {
      const file = await store.file(tenantId, userId, fileId);
      const sizeBytes = file ? await blobs.size(file.id) : null;
      if (!file || sizeBytes === null) throw noSuchFile();
      const { id, mediaType } = file;
      return { id, sizeBytes, mediaType, name: fileNameOf(file), isShown: true, open: (from, to) => blobs.read(id, from, to) };
    },

    async remove(tenantId, userId, fileId) {
      if (!(await store.remove(tenantId, userId, fileId))) throw noSuchFile();
      await drop(tenantId, fileId);
    },
  };
}

const noSuchFile = () => new VigilError('not_found', 'There is no such file.');
