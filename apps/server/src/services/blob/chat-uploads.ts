import { createHash, randomUUID } from 'node:crypto';
import type { UploadedChatFile } from '@vigil/contract/blob.contract';
import { chatFileTypes } from '@vigil/contract/blob.values';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { givenFileName, refused, typeOfChatFile } from './chat-file-type.ts';
import { type ChatFileRow, keepFile, nameBlob, requirePace } from './chat-files.store.ts';
import { addJobs } from './file-jobs.store.ts';
import type { Inspector } from './inspecting/inspector.ts';
import { requireQuota } from './quota.store.ts';

/** A file that comes in. */
export interface SentFile {
  /** As the header says it. */
  readonly name: string | undefined;
  readonly clientId: string | undefined;
  /** As the sender announces it; 0 where nothing is said. */
  readonly announcedBytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ChatUploadsDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly blobs: Blobs;
  readonly inspector: Inspector;
  readonly clock: Clock;
  /** Whether files are checked for malware before others can open them. */
  readonly isChecked: boolean;
  /** What the files of one person may take together. */
  readonly quotaBytes: number;
  /** Removes a blob and the row that names it. */
  readonly drop: (tenantId: string, id: string) => Promise<void>;
  /** There is something to be done with a file of the tenant's. */
  readonly onJobs: (tenantId: string) => void;
}

/**
 * Takes in a file for a conversation: to disk as it comes, looked into in another process, and a picture drawn anew, so that nothing of
 * where it was taken is ever kept. What fails or is interrupted leaves nothing behind. Throws invalid_input with the reason for what is
 * not taken, conflict for another file under a client's id, too_many_requests beyond what a person may send, storage_full beyond what one
 * person's files may take.
 */
export function createChatUploads({ database, blobs, inspector, clock, isChecked, quotaBytes, drop, onJobs }: ChatUploadsDeps) {
  /** The row first: bytes that no row names would never be erased. `announcedBytes`: null for what is made of a file that was let in. */
  async function written(
    tenantId: string,
    userId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    announcedBytes: number | null,
  ): Promise<string> {
    const id = randomUUID();
    await database.tenant(tenantId, async (sql) => {
      if (announcedBytes !== null) {
        await requirePace(sql, tenantId, userId, clock.now());
        await requireQuota(sql, tenantId, userId, { quotaBytes, moreBytes: announcedBytes });
      }
      await nameBlob(sql, tenantId, userId, id, clock.now());
    });
    await blobs.put(id, content).catch(async (error: unknown) => {
      await drop(tenantId, id);
      throw error;
    });
    return id;
  }

  return async (tenantId: string, userId: string, { name, clientId, announcedBytes, content }: SentFile): Promise<UploadedChatFile> => {
    const givenName = givenFileName(name);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    async function* counted() {
      for await (const piece of content) {
        hash.update(piece);
        sizeBytes += piece.length;
        yield piece;
      }
    }
    const ids: string[] = [];
    let keptId: string | undefined;
    try {
      // Before its first byte is read: on a full disk nobody sends 100 MB in vain.
      await blobs.requireRoom(announcedBytes);
      const sentId = await written(tenantId, userId, counted(), announcedBytes);
      ids.push(sentId);
      if (sizeBytes === 0) throw refused('is empty.');
      const { type: found, fault, picture } = await inspector.inspect(blobs.pathOf(sentId), { tenantId, userId });
      const named = typeOfChatFile(found, givenName);
      if (fault !== undefined) throw refused(`${fault}.`);
      if (picture) ids.push(await written(tenantId, userId, picture.bytes, null));
      const id = ids.at(-1) as string;
      const kept = await database.tenant(tenantId, async (sql) => {
        const row = await keepFile(sql, tenantId, {
          ...{ id, userId, clientId, sha256: hash.digest(), name: named.name, mediaType: named.type },
          sizeBytes: picture ? picture.bytes.length : sizeBytes,
          ...{ widthPx: picture?.widthPx ?? null, heightPx: picture?.heightPx ?? null, state: isChecked ? 'checking' : 'ready' },
        });
        if (row.id === id)
          await addJobs(sql, tenantId, id, [...(isChecked ? ['check' as const] : []), ...(picture ? ['thumbnail' as const] : [])]);
        return row;
      });
      keptId = kept.id;
      onJobs(tenantId);
      return uploadedFile(tenantId, kept);
    } finally {
      for (const id of ids) if (id !== keptId) await drop(tenantId, id);
    }
  };
}

/** What its owner is told of a file. */
function uploadedFile(
  tenantId: string,
  { id, userId, name, mediaType, sizeBytes, widthPx, heightPx, state }: ChatFileRow,
): UploadedChatFile {
  const url = `/blob/tenant/${tenantId}/user/${userId}/files/${id}`;
  return { id, url, type: mediaType, kind: chatFileTypes[mediaType].kind, name, sizeBytes, widthPx, heightPx, state };
}
