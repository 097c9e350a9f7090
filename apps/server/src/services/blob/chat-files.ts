import type { FileContent } from '@vigil/contract';
import { chatFileTypes } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { KeptFile } from '#http/route.ts';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ChatFileRow, readFiles, sendIn } from './chat-files.store.ts';

/** What conversations ask of the files that they carry. Whether somebody reads the conversation is theirs to judge. */
export interface ChatFiles {
  /**
   * Within a transaction: of these files, those of a person's that can be sent in a conversation; from then on they belong to it.
   * Throws invalid_input for one in which malware was found.
   */
  send(sql: Sql, tenantId: string, userId: string, conversationId: string, fileIds: readonly string[]): Promise<ChatFileRow[]>;
  /** Within a transaction: how they stand now; those that there are not any more are left out. */
  now(sql: Sql, tenantId: string, fileIds: readonly string[]): Promise<ChatFileRow[]>;
  /** Throws not_found; locked for one that nobody can open now. */
  open(tenantId: string, fileId: string): Promise<KeptFile>;
  /** The same of a picture's small copy. */
  thumbnail(tenantId: string, fileId: string): Promise<FileContent>;
}

export function createChatFiles({ database, blobs }: { readonly database: Database; readonly blobs: Blobs }): ChatFiles {
  async function ready(tenantId: string, fileId: string): Promise<ChatFileRow> {
    const [file] = await database.tenant(tenantId, (sql) => readFiles(sql, tenantId, [fileId]));
    if (!file) throw noSuchFile();
    requireReady(file);
    return file;
  }
  return {
    async send(sql, tenantId, userId, conversationId, fileIds) {
      if (fileIds.length === 0) return [];
      const files = await sendIn(sql, tenantId, userId, conversationId, fileIds);
      const infected = fileIds.findIndex((id) => files.some((file) => file.id === id && file.state === 'infected'));
      if (infected >= 0) throw holdsMalware(infected);
      return files;
    },
    now: async (sql, tenantId, fileIds) => (fileIds.length === 0 ? [] : readFiles(sql, tenantId, fileIds)),
    open: async (tenantId, fileId) => keptFile(blobs, await ready(tenantId, fileId)),
    async thumbnail(tenantId, fileId) {
      const { thumbnailId } = await ready(tenantId, fileId);
      const bytes = thumbnailId ? await blobs.get(thumbnailId) : null;
      if (!bytes) throw noSuchFile();
      return { bytes, mediaType: 'image/webp', fileName: 'small.webp' };
    },
  };
}

/** A file of a conversation as it is answered. Throws not_found where its bytes are gone, and locked where nobody can open it now. */
export async function keptFile(blobs: Blobs, file: ChatFileRow): Promise<KeptFile> {
  const { id, name, mediaType } = file;
  requireReady(file);
  const sizeBytes = await blobs.size(id);
  if (sizeBytes === null) throw noSuchFile();
  const isShown = chatFileTypes[mediaType].kind !== 'document' || mediaType === 'application/pdf';
  return { id, sizeBytes, mediaType, name, isShown, open: (from, to) => blobs.read(id, from, to) };
}

/** Throws locked for a file that nobody can open now, with the reason. */
function requireReady({ state }: Pick<ChatFileRow, 'state'>): void {
  if (state === 'infected') throw new VigilError('locked', 'Malware was found in this file. It is locked away, and nobody can open it.');
  if (state === 'waiting')
    throw new VigilError('locked', 'This file could not be checked for malware yet. It can be opened once it was.', {
      retryAfterSeconds: 60,
    });
  if (state === 'checking')
    throw new VigilError('locked', 'This file is being checked for malware. It can be opened in a moment.', { retryAfterSeconds: 2 });
}

const noSuchFile = () => new VigilError('not_found', 'There is no such file.');
const holdsMalware = (index: number) =>
  new VigilError('invalid_input', 'files: malware was found in one of them. Nothing was sent.', {
    fields: [{ field: `files.${index}`, message: 'Malware was found in it' }],
  });
