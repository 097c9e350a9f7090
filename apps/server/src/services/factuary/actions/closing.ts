import type { Sql } from '#platform/postgres/database.ts';
import { readActions } from './actions.store.ts';
import type { ActionsEnded } from './endings.ts';
import { appendEvent, databaseNow, type NewEvent } from './events.store.ts';
import { tell } from './telling.ts';

/**
 * Closes an action within the caller's transaction, by the server itself: what it was about is over, and nobody has to see it. False,
 * and nothing is changed, where there is no such live action, or somebody changes it at this very moment.
 */
export type Close = (sql: Sql, tenantId: string, actionId: string, note: string) => Promise<boolean>;

export const createClose =
  (ended: ActionsEnded): Close =>
  async (sql, tenantId, actionId, note) => {
    const [action] = await readActions(sql, tenantId, [actionId]);
    if (!action?.isLive || action.expiresAt <= (await databaseNow(sql))) return false;
    const { title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt, userId, version } = action;
    const event: NewEvent = {
      ...{ title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt, actionId, userId },
      ...{ sequence: version + 1, kind: 'CLOSED', status: 'CLOSED', byId: null, byRoles: [], atMs: null },
      words: { note },
    };
    const stored = await appendEvent(sql, tenantId, event);
    if (!stored) return false;
    await ended(sql, tenantId, [actionId], 'closed', () => tell(sql, tenantId, event, { hasAlert: action.alert !== null }));
    return true;
  };
