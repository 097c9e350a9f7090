import { randomUUID } from 'node:crypto';
import { clinicalStaffRoles } from '@vigil/domain/roles';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { publish, withdraw } from '../../notification/index.ts';

export interface Telling {
  readonly publish: typeof publish;
  readonly withdraw: typeof withdraw;
}

/**
 * Within a transaction: every open Today asks again within the second. It goes through the streams alone: it is no news for
 * anybody's bell.
 */
export async function tellToday(
  { publish: publishPush, withdraw: takeOut }: Telling,
  sql: Sql,
  { tenantId, patientId, description }: { readonly tenantId: string; readonly patientId: string; readonly description: string },
): Promise<void> {
  const aboutId = randomUUID();
  await publishPush(sql, { tenantId, to: { roles: clinicalStaffRoles }, contentType: 'ACTION', patientId, description, aboutId });
  await takeOut(sql, tenantId, [aboutId]);
}

/** What becomes of alarms is told in the same way, to whoever was not rung. Returns how to stop. */
export function followAlarms(
  deps: Telling & { readonly database: Database; readonly bus: Pick<Bus, 'subscribe'>; readonly log: Pick<Log, 'warn'> },
) {
  return deps.bus.subscribe('alarms.changed', ({ tenantId, userId }) => {
    deps.database
      .tenant(tenantId, (sql) => tellToday(deps, sql, { tenantId, patientId: userId, description: 'An alarm has changed' }))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'open lists of today were not told of an alarm: they ask every 15 seconds'));
  });
}
