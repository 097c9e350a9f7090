import type { FileContent } from '@vigil/contract';
import { chatFileTypes } from '@vigil/contract/blob.values';
import type { ChatFile } from '@vigil/contract/chat.contract';
import { VigilError } from '@vigil/contract/errors';
import type { KeptFile } from '#http/kept-file.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { ChatFiles } from '../blob/index.ts';
import type { NoteChange } from './changes.store.ts';
import type { Opened } from './chat.service.ts';
import { type MessageRow, readMessage, sequencesOfFile } from './messages.store.ts';

/** How the files of these messages stand now, by the message; a file that was erased is left out. */
export type ShownFiles = (sql: Sql, tenantId: string, rows: readonly MessageRow[]) => Promise<(row: MessageRow) => ChatFile[]>;

/** A message of a conversation that was opened, and a file of it. */
export interface FilePlace {
  readonly messageId: string;
  readonly fileId: string;
}

/** Files as messages carry them: whoever reads the message now opens them, and nobody once it is withdrawn. */
export interface MessageFiles {
  /** Throws not_found for a file that the message does not carry, and locked for one that nobody can open now. */
  open(opened: Opened, place: FilePlace): Promise<KeptFile>;
  thumbnail(opened: Opened, place: FilePlace): Promise<FileContent>;
}

export const createShownFiles =
  (files: Pick<ChatFiles, 'now'>): ShownFiles =>
  async (sql, tenantId, rows) => {
    const ids = rows.flatMap((row) => row.files.map(({ fileId }) => fileId));
    const now = new Map((await files.now(sql, tenantId, ids)).map((one) => [one.id, one]));
    return ({ conversationId, id, files: carried }) =>
      carried.flatMap(({ fileId }) => {
        const file = now.get(fileId);
        if (!file) return [];
        const { mediaType, name, sizeBytes, widthPx, heightPx, state, thumbnailId } = file;
        const url = fileAddress(conversationId, { messageId: id, fileId });
        return [
          {
            ...{ fileId, url, type: mediaType, kind: chatFileTypes[mediaType].kind, name, size: sizeBytes, widthPx, heightPx, state },
            thumbnailUrl: thumbnailId !== null && state === 'ready' ? `${url}/thumbnail` : null,
          },
        ];
      });
  };

export const fileAddress = (conversationId: string, { messageId, fileId }: FilePlace): string =>
  `/chat/api/v1/conversations/${conversationId}/messages/${messageId}/files/${fileId}`;

export function createMessageFiles(database: Pick<Database, 'tenant'>, files: ChatFiles): MessageFiles {
  async function requireCarried({ reader: { tenantId }, conversation }: Opened, { messageId, fileId }: FilePlace): Promise<string> {
    const row = await database.tenant(tenantId, (sql) => readMessage(sql, tenantId, conversation.id, messageId.toLowerCase()));
    const id = fileId.toLowerCase();
    if (!row?.files.some((one) => one.fileId === id)) throw notCarried();
    return id;
  }
  return {
    open: async (opened, place) => files.open(opened.reader.tenantId, await requireCarried(opened, place)),
    thumbnail: async (opened, place) => files.thumbnail(opened.reader.tenantId, await requireCarried(opened, place)),
  };
}

/** Tells those who read a conversation that a file of it stands otherwise: the messages that carry it have changed. */
export const createFileChanged =
  (noteChange: NoteChange) =>
  async (sql: Sql, tenantId: string, conversationId: string, fileId: string): Promise<void> => {
    for (const sequence of await sequencesOfFile(sql, tenantId, conversationId, fileId))
      await noteChange(sql, { tenantId, conversationId, kind: 'message', sequence, userId: null });
  };

const notCarried = () => new VigilError('not_found', 'There is no such file in this message.');
