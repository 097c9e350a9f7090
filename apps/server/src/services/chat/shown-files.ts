import { chatFileTypes } from '@vigil/contract/blob.values';
import type { ChatFile } from '@vigil/contract/chat.contract';
import type { Sql } from '#platform/postgres/database.ts';
import type { ChatFiles } from '../blob/index.ts';
import type { MessageRow } from './messages.store.ts';

/** How the files of these messages stand now, by the message; a file that was erased is left out. */
export type ShownFiles = (sql: Sql, tenantId: string, rows: readonly MessageRow[]) => Promise<(row: MessageRow) => ChatFile[]>;

/** A message of a conversation, and a file of it. */
export interface FilePlace {
  readonly messageId: string;
  readonly fileId: string;
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
