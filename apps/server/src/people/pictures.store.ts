import type { PicturePurpose } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';

/** A closed list, so it may stand in the statement. */
const columns: Readonly<Record<PicturePurpose, string>> = { photo: 'photo_url', signature: 'sign_url' };

/**
 * Within a transaction of the tenant: the address of an account's photo or signature; null for none. Throws not_found where
 * there is no such account any more, so that what came with it is not kept either.
 */
export async function changePicture(
  sql: Sql,
  tenantId: string,
  userId: string,
  purpose: PicturePurpose,
  url: string | null,
): Promise<void> {
  const changed = await sql.query(`update vigil.users set ${columns[purpose]} = $3 where tenant_id = $1 and id = $2 returning id`, [
    tenantId,
    userId,
    url,
  ]);
  if (changed.length === 0) throw new VigilError('not_found', 'There is no such account.');
}
