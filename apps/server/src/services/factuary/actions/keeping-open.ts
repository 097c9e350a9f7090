import type { Priority } from '@vigil/contract/factuary-actions.values';
import { expiresWhileStanding } from '@vigil/domain/actions/time-to-live';
import type { Sql } from '#platform/postgres/database.ts';
import { readActions } from './actions.store.ts';
import { appendEvent, databaseNow, holdLive } from './events.store.ts';

/** An alert of an action that stands, or has until now. */
export interface StandingAlert {
  readonly actionId: string;
  /** Of its rule. */
  readonly timeToLiveSeconds: number;
}

interface Times {
  readonly id: string;
  readonly priority: Priority;
  readonly dueAt: number | null;
  readonly expiresAt: number;
}

/** Within the caller's transaction: no action ends by itself while an alert in it stands. What is over already stays over. */
export async function keepOpen(sql: Sql, tenantId: string, standing: readonly StandingAlert[]): Promise<void> {
  if (standing.length === 0) return;
  const alertsOf = Map.groupBy(standing, ({ actionId }) => actionId);
  const nowMs = await databaseNow(sql);
  const keptUntil = ({ id, priority, dueAt, expiresAt }: Times) => {
    const times = (alertsOf.get(id) ?? []).map((one) => one.timeToLiveSeconds);
    return expiresWhileStanding({ priority, dueAt, expiresAt: expiresAt / 1000 }, times, nowMs / 1000) * 1000;
  };
  const live = await sql.query<Times>(
    `select a.id, a.priority, a.due_at, a.expires_at from vigil.actions a
     where a.tenant_id = $1 and a.id = any($2::uuid[]) and a.is_live and a.version > 0 and a.expires_at > now() order by a.id`,
    [tenantId, [...alertsOf.keys()]],
  );
  for (const { id } of live.filter((one) => keptUntil(one) !== one.expiresAt)) {
    const [action] = (await holdLive(sql, id)) ? await readActions(sql, tenantId, [id]) : [];
    if (!action || keptUntil(action) === action.expiresAt) continue;
    const { userId, status, title, priority, assigneeId, assigneeRole, op, dueAt, version } = action;
    await appendEvent(sql, tenantId, {
      ...{ actionId: id, userId, status, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt: keptUntil(action) },
      ...{ sequence: version + 1, kind: 'CHANGED', byId: null, byRoles: [], atMs: null },
      words: { note: 'Kept open: an alert in it still holds, or ended just now.' },
    });
  }
}
