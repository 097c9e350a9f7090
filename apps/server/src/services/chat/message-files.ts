import type { FileContent } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type { KeptFile } from '#http/route.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { ChatFiles } from '../blob/index.ts';
import type { NoteChange } from './changes.store.ts';
import type { Opened } from './chat.service.ts';
import { readMessage, sequencesOfFile } from './messages.store.ts';
import type { FilePlace } from './shown-files.ts';

/** Files as messages carry them: whoever reads the message now opens them, and nobody once it is withdrawn. */
export interface MessageFiles {
  /** Throws not_found for a file that the message does not carry, and locked for one that nobody can open now. */
  open(opened: Opened, place: FilePlace): Promise<KeptFile>;
  thumbnail(opened: Opened, place: FilePlace): Promise<FileContent>;
}

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
