import type { ChatFile } from '@vigil/contract/chat.contract';
import type { Sql } from '#platform/postgres/database.ts';

/** Within a transaction: what is known of the files among these that somebody has uploaded for messages, in no order. */
export async function chatFilesOf(sql: Sql, tenantId: string, userId: string, fileIds: readonly string[]): Promise<ChatFile[]> {
  if (fileIds.length === 0) return [];
  const rows = await sql.query<{ id: string; mediaType: string; sizeBytes: number }>(
    `select id, media_type, size_bytes from vigil.files
     where tenant_id = $1 and user_id = $2 and purpose = 'chat' and id = any($3::uuid[])`,
    [tenantId, userId, fileIds],
  );
  return rows.map(({ id, mediaType, sizeBytes }) => ({
    ...{ fileId: id, url: `/blob/tenant/${tenantId}/user/${userId}/files/${id}`, type: mediaType, name: id, size: sizeBytes },
  }));
}
