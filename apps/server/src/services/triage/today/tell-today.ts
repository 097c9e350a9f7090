import { clinicalStaffRoles } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import type { publish } from '../../notification/index.ts';

export interface Telling {
  readonly publish: typeof publish;
}

/**
 * Within a transaction: every open Today asks again within the second. It goes through the streams alone: it is no news for
 * anybody's bell.
 */
export async function tellToday(
  { publish: publishPush }: Telling,
  sql: Sql,
  { tenantId, patientId, description }: { readonly tenantId: string; readonly patientId: string; readonly description: string },
): Promise<void> {
  const push = { contentType: 'ACTION', patientId, description, forScreensOnly: true } as const;
  await publishPush(sql, { ...push, tenantId, to: { roles: clinicalStaffRoles } });
}
