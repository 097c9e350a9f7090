import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { FollowUp } from './follow-up.ts';

export interface RebuildScope {
  readonly tenantId: string;
  readonly userId?: string;
}

/** Members looked at together: their hours are held in memory meanwhile. */
const membersAtOnce = 20;

/** Recomputes everything derived from ticks, a few members at a time. May run beside intake. */
export function createRebuild(
  deps: { engine: TicksEngine; database: Database },
  followUp: Pick<FollowUp, 'redo'>,
): (scope: RebuildScope) => Promise<void> {
  return async ({ tenantId, userId }) => {
    const userIds = userId ? [userId] : await membersWithTicks(deps.engine, tenantId);
    for (let start = 0; start < userIds.length; start += membersAtOnce) {
      const some = userIds.slice(start, start + membersAtOnce);
      // A latest tick that is not in the store would outlive every recomputation.
      await deps.database.tenant(tenantId, (sql) =>
        sql.query('delete from vigil.latest_ticks where tenant_id = $1 and user_id = any($2)', [tenantId, some]),
      );
      await followUp.redo({ tenantId, userIds: some });
    }
  };
}

async function membersWithTicks(engine: TicksEngine, tenantId: string): Promise<string[]> {
  const rows = await engine.query<{ user_id: string }>(
    'select distinct user_id from vigil.ticks where tenant_id = {tenantId:UUID}',
    { tenantId },
    { lane: 'background', maxSeconds: 300 },
  );
  return rows.map((row) => row.user_id);
}
