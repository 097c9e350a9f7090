import { type ChatFileType, type FileState, mostChatFileBytesADay, mostChatFilesAMinute } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';

/** A file of a conversation as it is stored. */
export interface ChatFileRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly mediaType: ChatFileType;
  readonly sizeBytes: number;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly state: FileState;
  readonly conversationId: string | null;
  readonly thumbnailId: string | null;
}

const columns = 'id, user_id, name, media_type, size_bytes, width_px, height_px, state, conversation_id, thumbnail_id';

/** Files that a person has on their way at the same time. */
const mostAtOnce = 5;

/** Within a transaction: names a blob that is about to be written. */
export const nameBlob = (sql: Sql, tenantId: string, userId: string, id: string, nowMs: number) =>
  sql.query(
    `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at)
     values ($1, $2, $3, 'unfinished', 'application/octet-stream', 0, $4)`,
    [tenantId, id, userId, new Date(nowMs)],
  );

/** Within a transaction: throws too_many_requests where a person has uploaded as much lately as is taken. The next one waits for the end of it. */
export async function requirePace(sql: Sql, tenantId: string, userId: string, nowMs: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.files ${userId} chat`]);
  const [row] = await sql.query<{ atOnce: number; ofMinute: number; bytes: string }>(
    `select count(*) filter (where purpose = 'unfinished' and created_at > $5)::int as at_once,
       count(*) filter (where created_at > $4)::int as of_minute, coalesce(sum(size_bytes), 0) as bytes
     from vigil.files where tenant_id = $1 and user_id = $2 and purpose in ('chat', 'unfinished') and created_at > $3`,
    [tenantId, userId, ...[86_400_000, 60_000, 3_600_000].map((ms) => new Date(nowMs - ms))],
  );
  if ((row?.atOnce ?? 0) >= mostAtOnce) throw tooMany(`${mostAtOnce} files of yours are on their way already`, 5);
  if ((row?.ofMinute ?? 0) >= mostChatFilesAMinute) throw tooMany(`You can send ${mostChatFilesAMinute} files a minute`, 60);
  if (Number(row?.bytes ?? 0) >= mostChatFileBytesADay)
    throw tooMany(`You can send ${mostChatFileBytesADay / 1e9} GB of files in 24 hours`, 3_600);
}

const tooMany = (what: string, retryAfterSeconds: number) =>
  new VigilError('too_many_requests', `${what}. Nothing was stored; send it again later.`, { retryAfterSeconds });

export interface ArrivedFile extends Omit<ChatFileRow, 'conversationId' | 'thumbnailId'> {
  readonly clientId: string | undefined;
  readonly sha256: Buffer;
}

/**
 * Within a transaction: makes a blob that was written a file of conversations. Answers the stored one where the same was uploaded
 * before. Throws conflict where something else was uploaded under the client's id, or the owner was erased meanwhile.
 */
export async function keepFile(sql: Sql, tenantId: string, file: ArrivedFile): Promise<ChatFileRow> {
  const { userId, clientId, sha256 } = file;
  if (clientId !== undefined) {
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.files ${userId} ${clientId}`]);
    const [stored] = await sql.query<ChatFileRow & { isSame: boolean }>(
      `select ${columns}, sha256 = $4 as is_same from vigil.files where tenant_id = $1 and user_id = $2 and client_id = $3 and purpose = 'chat'`,
      [tenantId, userId, clientId, sha256],
    );
    if (stored?.isSame === false)
      throw new VigilError('conflict', 'Another file was uploaded before under this id. It stays as it is; nothing was stored.');
    if (stored) return stored;
  }
  const [kept] = await sql.query<ChatFileRow>(
    `update vigil.files set purpose = 'chat', client_id = $4, sha256 = $5, name = $6, media_type = $7, size_bytes = $8, width_px = $9,
       height_px = $10, state = $11
     where tenant_id = $1 and user_id = $2 and id = $3 and purpose = 'unfinished' returning ${columns}`,
    [
      ...[tenantId, userId, file.id, clientId ?? null, sha256, file.name, file.mediaType, file.sizeBytes],
      ...[file.widthPx, file.heightPx, file.state],
    ],
  );
  if (!kept) throw new VigilError('conflict', 'The account was erased while the file was being stored; it was not kept.');
  return kept;
}

/** Within a transaction: files of conversations among these. */
export const readFiles = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<ChatFileRow[]> =>
  sql.query<ChatFileRow>(`select ${columns} from vigil.files where tenant_id = $1 and id = any($2::uuid[]) and purpose = 'chat'`, [
    ...[tenantId, ids],
  ]);

/** Within a transaction: of these files those of a person's that can be sent in a conversation: sent nowhere else before. */
export const sendIn = (
  sql: Sql,
  tenantId: string,
  userId: string,
  conversationId: string,
  ids: readonly string[],
): Promise<ChatFileRow[]> =>
  sql.query<ChatFileRow>(
    `update vigil.files set conversation_id = $3
     where tenant_id = $1 and user_id = $2 and id = any($4::uuid[]) and purpose = 'chat' and coalesce(conversation_id, $3) = $3
     returning ${columns}`,
    [tenantId, userId, conversationId, ids],
  );

/**
 * Within a transaction: a file that was not sent, or never wholly arrived, is to be forgotten. Answers the blobs that are to go, each
 * named by a row until it has; `sent` for one that a conversation has, and none where there is no such file.
 */
export async function giveUp(sql: Sql, tenantId: string, id: string, nowMs: number): Promise<readonly string[] | 'sent'> {
  const [file] = await sql.query<Pick<ChatFileRow, 'userId' | 'conversationId' | 'thumbnailId'>>(
    `select user_id, conversation_id, thumbnail_id from vigil.files
     where tenant_id = $1 and id = $2 and purpose in ('chat', 'unfinished') for update`,
    [tenantId, id],
  );
  if (!file) return [];
  if (file.conversationId !== null) return 'sent';
  await sql.query(`update vigil.files set purpose = 'unfinished', thumbnail_id = null where tenant_id = $1 and id = $2`, [tenantId, id]);
  if (file.thumbnailId === null) return [id];
  await nameBlob(sql, tenantId, file.userId, file.thumbnailId, nowMs);
  return [file.thumbnailId, id];
}
