import { undoWithinSeconds } from '@vigil/contract/alerts-alarms.values';
import { type ActionEventKind, undoableKinds, type WithdrawnFollowUp } from '@vigil/contract/factuary-actions.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { withdraw } from '#services/notification/index.ts';
import { type ActionRow, liveByKey, readActions } from './actions.store.ts';
import type { Doer } from './change.ts';
import { type Endings, endOf } from './endings.ts';
import { type ActionEventRow, appendEvent, databaseNow, eventsFrom, holdLive, type NewEvent, openedAfter } from './events.store.ts';
import { NotUndone } from './not-undone.ts';
import { tell } from './telling.ts';

export interface UndoDeps {
  readonly database: Database;
  readonly undone: Endings['undone'];
  readonly reopening: Endings['reopening'];
  readonly ended: Endings['ended'];
}

/** What a request opened after an action. */
export const followUpKey = (actionId: string, requestId: string) => `follow-up:${actionId}:${requestId}`;

export const isUndoable = (kind: ActionEventKind): boolean => (undoableKinds as readonly ActionEventKind[]).includes(kind);

/** Tries until nobody else was faster. */
const mostTries = 5;
const uniqueViolation = '23505';

/**
 * Undoes what a request did to one action: it is as it was before, its alarm goes on where it was, and the follow-up that nobody has touched is
 * withdrawn. What became of the follow-up; null where there is none. Sent again it changes nothing. Throws `NotUndone`.
 */
export async function undoAct(deps: UndoDeps, by: Doer, act: ActionEventRow, requestId: string): Promise<WithdrawnFollowUp | null> {
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const undone = await deps.database
      .tenant(by.tenantId, (sql) => attempt(sql, deps, by, { act, requestId }))
      .catch((error: unknown) => {
        // Another action of the same cause, or another alarm about the same, has opened at this very moment.
        if (error instanceof Error && 'code' in error && error.code === uniqueViolation) throw new NotUndone({ because: 'opened' });
        throw error;
      });
    if (undone) return undone.followUp;
  }
  throw new NotUndone({ because: 'busy' });
}

interface Asked {
  readonly act: ActionEventRow;
  readonly requestId: string;
}

/** Null where somebody was faster. */
async function attempt(
  sql: Sql,
  { undone, ended, reopening }: UndoDeps,
  by: Doer,
  { act, requestId }: Asked,
): Promise<{ readonly followUp: WithdrawnFollowUp | null } | null> {
  const { tenantId } = by;
  const { actionId, userId, sequence } = act;
  const reopens = endOf(act.kind) !== undefined;
  if (reopens) await reopening(sql, tenantId, userId);
  await holdLive(sql, actionId);
  const [before, , ...since] = await eventsFrom(sql, tenantId, actionId, sequence - 1);
  const [action] = await readActions(sql, tenantId, [actionId]);
  if (!before || !action) throw new NotUndone({ because: 'busy' });
  const followUp = await followUpOf(sql, tenantId, act, requestId);
  if (since[0]?.kind === 'UNDONE') return { followUp: followUp && withdrawnOf(followUp) };
  const last = since.at(-1);
  if (last) throw new NotUndone({ because: 'acted', kind: last.kind, byId: last.byId });
  if ((await databaseNow(sql)) - act.at > undoWithinSeconds * 1000) throw new NotUndone({ because: 'late' });
  if (reopens) await requireKeyFree(sql, tenantId, action);
  const event = eventBy(by, before, sequence + 1);
  if (!(await appendEvent(sql, tenantId, event))) return null;
  // An action is locked before its alarm, and all actions before any alarm.
  const withdrawn = followUp && !isTouched(followUp) ? await withdrawFollowUp(sql, by, followUp) : null;
  if (withdrawn !== null) await ended(sql, tenantId, [withdrawn], 'closed', () => withdraw(sql, tenantId, [withdrawn]));
  await undone(sql, tenantId, { actionId, userId, byId: by.id, atMs: act.at, reopens }, async () => {
    if (act.kind !== 'ATTEMPTED') await tell(sql, tenantId, event, { hasAlert: action.alert !== null });
  });
  return { followUp: followUp && (withdrawn === null ? 'left' : 'withdrawn') };
}

/** While one of the same cause is live, no second can be. */
async function requireKeyFree(sql: Sql, tenantId: string, { userId, openKey }: ActionRow): Promise<void> {
  if (openKey !== null && (await liveByKey(sql, tenantId, userId, openKey)) !== undefined) throw new NotUndone({ because: 'opened' });
}

/** An undo holds the state from before what it undoes. */
function eventBy({ id: byId, roles: byRoles }: Doer, before: ActionEventRow, sequence: number): NewEvent {
  const { actionId, userId, status, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt } = before;
  return {
    ...{ status, title, priority, assigneeId, assigneeRole, op, dueAt, expiresAt },
    ...{ actionId, userId, byId, byRoles, atMs: null, sequence, kind: 'UNDONE' },
  };
}

/** What became of the follow-up that a request opened, oldest first; null where it opened none. */
async function followUpOf(sql: Sql, tenantId: string, { actionId }: ActionEventRow, requestId: string): Promise<ActionEventRow[] | null> {
  const opened = await openedAfter(sql, tenantId, actionId, followUpKey(actionId, requestId));
  return opened ? eventsFrom(sql, tenantId, opened.actionId, 1) : null;
}

const isTouched = (history: readonly ActionEventRow[]) => history.length > 1;
const withdrawnOf = (history: readonly ActionEventRow[]): WithdrawnFollowUp => (history[1]?.kind === 'UNDONE' ? 'withdrawn' : 'left');

/** That it was opened is undone: it is closed, and counts in no figure. Answers its id; null where somebody has just touched it. */
async function withdrawFollowUp(sql: Sql, by: Doer, [opened]: readonly ActionEventRow[]): Promise<string | null> {
  if (!opened) return null;
  await holdLive(sql, opened.actionId);
  const event: NewEvent = { ...eventBy(by, opened, 2), status: 'CLOSED', words: { note: 'Withdrawn' } };
  return (await appendEvent(sql, by.tenantId, event)) ? opened.actionId : null;
}
