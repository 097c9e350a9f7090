import type { Sql } from '#platform/postgres/database.ts';
import { readActions } from './actions.store.ts';
import type { ActionsEnded } from './endings.ts';
import { appendEvent, databaseNow, holdLive, type NewEvent } from './events.store.ts';
import { tell } from './telling.ts';

/**
 * Closes actions within the caller's transaction, by the server itself: what they were about is over, and nobody has to see it. `notes`: why, by action.
 * Which it has closed: those that are not live any more are left out. All are locked before anything that hangs on one of them.
 */
export type CloseAll = (sql: Sql, tenantId: string, notes: ReadonlyMap<string, string>) => Promise<readonly string[]>;

/** The same of one action; false where it is not live any more. */
export type Close = (sql: Sql, tenantId: string, actionId: string, note: string) => Promise<boolean>;

export const createCloseAll =
  (ended: ActionsEnded): CloseAll =>
  async (sql, tenantId, notes) => {
    const events: { readonly event: NewEvent; readonly hasAlert: boolean }[] = [];
    for (const actionId of [...notes.keys()].sort()) {
      await holdLive(sql, actionId);
      const [action] = await readActions(sql, tenantId, [actionId]);
      if (!action?.isLive || action.expiresAt <= (await databaseNow(sql))) continue;
      const { title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt, userId, version } = action;
      const event: NewEvent = {
        ...{ title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt, actionId, userId },
        ...{ sequence: version + 1, kind: 'CLOSED', status: 'CLOSED', byId: null, byRoles: [], atMs: null },
        words: { note: notes.get(actionId) ?? null },
      };
      if (await appendEvent(sql, tenantId, event)) events.push({ event, hasAlert: action.alert !== null });
    }
    const closed = events.map(({ event }) => event.actionId);
    if (closed.length > 0)
      await ended(sql, tenantId, closed, 'closed', async () => {
        for (const { event, hasAlert } of events) await tell(sql, tenantId, event, { hasAlert });
      });
    return closed;
  };
