import type { UploadedChatFile } from '@vigil/contract/blob.contract';
import { VigilError } from '@vigil/contract/errors';
import type { KeptFile } from '#http/route.ts';
import type { Drop } from './blob.service.ts';
import { giveUp, readFiles } from './chat-files.store.ts';
import { keptFile } from './chat-files.ts';
import { type ChatUploadsDeps, createChatUploads, type SentFile } from './chat-uploads.ts';

/** Files for conversations as long as they are their owner's alone. */
export interface OwnChatFiles {
  upload(tenantId: string, userId: string, file: SentFile): Promise<UploadedChatFile>;
  /** One that was not sent; undefined where there is none: what was sent belongs to its message. Throws locked for one that nobody can open now. */
  read(tenantId: string, userId: string, fileId: string): Promise<KeptFile | undefined>;
  /** False where there is no such file. Throws conflict for one that was sent. */
  remove(tenantId: string, userId: string, fileId: string): Promise<boolean>;
}

export function createOwnChatFiles(deps: ChatUploadsDeps & { readonly drop: Drop }): OwnChatFiles {
  const { database, blobs, clock, drop } = deps;
  return {
    upload: createChatUploads(deps),
    async read(tenantId, userId, fileId) {
      const [file] = await database.tenant(tenantId, (sql) => readFiles(sql, tenantId, [fileId]));
      return file?.userId === userId && file.conversationId === null ? keptFile(blobs, file) : undefined;
    },
    async remove(tenantId, userId, fileId) {
      const gone = await database.tenant(tenantId, async (sql) => {
        const [file] = await readFiles(sql, tenantId, [fileId]);
        return file?.userId === userId ? giveUp(sql, tenantId, fileId, clock.now()) : [];
      });
      if (gone === 'sent') throw alreadySent();
      for (const id of gone) await drop(tenantId, id);
      return gone.length > 0;
    },
  };
}

const alreadySent = () => new VigilError('conflict', 'This file was sent. Withdraw its message instead; nothing was changed.');
