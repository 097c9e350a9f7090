import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { ActionRole, Priority } from '@vigil/contract/factuary-actions.values';
import { priorities } from '@vigil/contract/factuary-actions.values';
import { expiresOnceJoined } from '@vigil/domain/actions/time-to-live';
import type { Sql } from '#platform/postgres/database.ts';
import { readActions } from './actions.store.ts';
import { appendEvent, databaseNow, holdLive } from './events.store.ts';

/** The alert of a rule that belongs to what a live action is about. */
export interface Joining {
  readonly actionId: string;
  /** Of the rule, as are its priority, its role and its time to live. */
  readonly title: string;
  readonly priority: Priority;
  readonly role: ActionRole;
  readonly timeToLiveSeconds: number;
  /** No alert of the rule has joined before. */
  readonly isNew: boolean;
  /** What the rule saw, where the action is told by it from now on; else null. */
  readonly alert: Alert | null;
}

/**
 * Has an alert join a live action within the caller's transaction. Where the action is told by it from now on, it gets its title and is at least as
 * urgent; who has it keeps it, and where nobody has, it waits for the role of the rule. False where the action has ended: nothing has changed.
 */
export async function join(sql: Sql, tenantId: string, joining: Joining): Promise<boolean> {
  const { actionId, title, role, alert, isNew } = joining;
  const [action] = (await holdLive(sql, actionId)) ? await readActions(sql, tenantId, [actionId]) : [];
  if (!action) return false;
  if (!isNew && alert === null) return true;
  const { userId, status, assigneeId, op, dueAt, version } = action;
  const told = alert
    ? { title, priority: moreUrgent(action.priority, joining.priority), assigneeRole: assigneeId === null ? role : action.assigneeRole }
    : { title: action.title, priority: action.priority, assigneeRole: action.assigneeRole };
  const times = { priority: action.priority, dueAt, expiresAt: action.expiresAt / 1000 };
  const joined = { timeToLive: joining.timeToLiveSeconds, leads: alert !== null };
  return appendEvent(sql, tenantId, {
    ...{ actionId, userId, status, assigneeId, op, dueAt, ...told, alert },
    ...{ sequence: version + 1, kind: 'JOINED', byId: null, byRoles: [], atMs: null },
    expiresAt: expiresOnceJoined(times, joined, (await databaseNow(sql)) / 1000) * 1000,
    words: { note: title },
  });
}

/** `priorities` begins with the most urgent. */
const moreUrgent = (one: Priority, other: Priority) => (priorities.indexOf(other) < priorities.indexOf(one) ? other : one);
