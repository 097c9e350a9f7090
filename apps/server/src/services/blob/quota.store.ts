import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';

export interface Quota {
  /** What all files of one person may take. */
  readonly quotaBytes: number;
  /** What is about to be added. */
  readonly moreBytes: number;
}

/**
 * Within a transaction: throws storage_full where a person's files would take more than one person may store: however patient somebody
 * is, the disk that everybody shares is not theirs to fill.
 */
export async function requireQuota(sql: Sql, tenantId: string, userId: string, { quotaBytes, moreBytes }: Quota): Promise<void> {
  const [row] = await sql.query<{ bytes: number }>(
    'select coalesce(sum(size_bytes), 0) as bytes from vigil.files where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  );
  if ((row?.bytes ?? 0) + moreBytes > quotaBytes)
    throw new VigilError(
      'storage_full',
      `One person can store ${Math.round(quotaBytes / 1e6).toLocaleString('en')} MB of files here, and this would be more. Nothing was saved. Ask your administrator for more space.`,
    );
}
