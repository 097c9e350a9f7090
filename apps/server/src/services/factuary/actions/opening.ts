import { randomUUID } from 'node:crypto';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { type ActionCategoryId, type ActionRole, categoryOf, type Priority } from '@vigil/contract/factuary-actions.values';
import { expiresAt } from '@vigil/domain/actions/time-to-live';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import { type ActionRow, holdByKey, readActions } from './actions.store.ts';
import type { ActionsEnded } from './endings.ts';
import { appendEvent, databaseNow, insertAction, type NewEvent } from './events.store.ts';
import { tell } from './telling.ts';

/** An action that is to be opened. What is left out follows from its category. */
export interface Opening {
  /** Made by whoever opens it, so that opening it again opens nothing. */
  readonly id?: string;
  /** The member. */
  readonly userId: string;
  readonly category: ActionCategoryId;
  /** At most 200 characters. It may say what was seen: it is shown to whoever may see the member. */
  readonly title: string;
  readonly priority?: Priority | undefined;
  readonly role?: ActionRole | undefined;
  /** Somebody who holds that role; without anybody it waits for whoever of the role takes it. */
  readonly assigneeId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  /** What opens it, as `rule:<id>`: while one of it is live for the member, no second is opened. */
  readonly openKey?: string;
  /** What a rule saw; kept as it is given, for good. */
  readonly alert?: Alert;
  /** When that happened which it is opened for, where a rule has not seen it: an answer to a survey. Milliseconds since 1970. */
  readonly causedAtMs?: number;
  /** Seconds; without it what holds for the priority. */
  readonly timeToLiveSeconds?: number | undefined;
  /** When it is to be done. Milliseconds since 1970. */
  readonly dueAtMs?: number | null | undefined;
  readonly note?: string | null | undefined;
  /** Who opens it; nobody where it is the server. */
  readonly by?: { readonly id: string; readonly roles: readonly Role[] };
  /** Of a past that is brought in, as the demonstration's; without it now, by the database's clock. Milliseconds since 1970. */
  readonly atMs?: number;
}

export interface Opened {
  readonly actionId: string;
  /** False where it was there already: its id, or a live one of its key. */
  readonly opened: boolean;
}

/**
 * Opens an action within the caller's transaction, so that it is there exactly when its cause is. The action waits for the first
 * role of its category unless another is named. One of its key that is live is kept so until the transaction ends; one whose time is over ends now.
 */
export type Open = (sql: Sql, tenantId: string, opening: Opening) => Promise<Opened>;

export function createOpen(ended: ActionsEnded): Open {
  return async (sql, tenantId, opening) => {
    for (;;) {
      const opened = await tryOpening(sql, tenantId, opening);
      if (opened) return opened;
      const live = opening.openKey === undefined ? undefined : await holdByKey(sql, tenantId, opening.userId, opening.openKey);
      if (live && live.expiresAt > (await databaseNow(sql))) return { actionId: live.id, opened: false };
      if (live) await expireNow(sql, tenantId, live, ended);
      else if (opening.id !== undefined && (await readActions(sql, tenantId, [opening.id])).length > 0)
        return { actionId: opening.id, opened: false };
    }
  };
}

/** As the job would within seconds: what stands in the way of a new one is not waited for. */
async function expireNow(sql: Sql, tenantId: string, action: ActionRow, ended: ActionsEnded): Promise<void> {
  const { id: actionId, userId, version, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt: endsAt, alert } = action;
  const event: NewEvent = {
    ...{ actionId, userId, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt: endsAt },
    ...{ sequence: version + 1, kind: 'EXPIRED', status: 'EXPIRED', byId: null, byRoles: [], atMs: null },
  };
  await appendEvent(sql, tenantId, event);
  await ended(sql, tenantId, [actionId], 'expired', () => tell(sql, tenantId, event, { hasAlert: alert !== null }));
}

/** Null where its id is taken, or its key has a live one. */
async function tryOpening(sql: Sql, tenantId: string, opening: Opening): Promise<Opened | null> {
  const { userId, category, title, parentId = null, openKey = null, alert = null, dueAtMs: dueAt = null, by, atMs = null } = opening;
  const { roles, usualPriority } = categoryOf(category);
  const id = opening.id ?? randomUUID();
  const priority = opening.priority ?? alert?.severity ?? usualPriority;
  const createdAt = await insertAction(sql, tenantId, {
    id,
    userId,
    category,
    parentId,
    openKey,
    alert,
    atMs,
    causedAtMs: opening.causedAtMs ?? null,
  });
  if (createdAt === undefined) return null;
  const seconds = { createdAt: createdAt / 1000, dueAt: dueAt === null ? null : dueAt / 1000 };
  const event: NewEvent = {
    actionId: id,
    userId,
    sequence: 1,
    kind: 'OPENED',
    atMs,
    byId: by?.id ?? null,
    byRoles: by?.roles ?? [],
    status: 'OPEN',
    title,
    priority,
    assigneeId: opening.assigneeId ?? null,
    assigneeRole: opening.role ?? (roles[0] as ActionRole),
    op: null,
    dueAt,
    expiresAt: expiresAt({ priority, ...seconds, timeToLive: opening.timeToLiveSeconds ?? null }) * 1000,
    words: { note: opening.note ?? null },
  };
  await appendEvent(sql, tenantId, event);
  // A past that is brought in is no news.
  if (atMs === null) await tell(sql, tenantId, event, { hasAlert: alert !== null });
  return { actionId: id, opened: true };
}

/** What greets a member who has become active; once for each. */
export const openNewMembers = async (open: Open, sql: Sql, tenantId: string, userIds: readonly string[]): Promise<void> => {
  for (const userId of userIds) await open(sql, tenantId, { userId, category: 'NEW_PATIENT', title: 'New member', openKey: 'new-member' });
};
