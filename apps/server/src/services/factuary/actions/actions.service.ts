import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { Action, ActionWithHistory } from '@vigil/contract/factuary-actions.contract';
import type { ActionAssignment, ChangedAction, Intervention, NewAction } from '@vigil/contract/factuary-actions.forms';
import {
  type ActionRole,
  actionRolesOf,
  assignmentOp,
  categoryOf,
  endsAction,
  longestFollowUpDays,
  mayHandle,
  type WithdrawnFollowUp,
} from '@vigil/contract/factuary-actions.values';
import { expiresAt } from '@vigil/domain/actions/time-to-live';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createActionView, type Viewer } from './action-view.ts';
import type { ActionRow, ActionsQuestion, ActionsStore } from './actions.store.ts';
import { type AssigneeDeps, assigneeFor, type MaySee, refused } from './assignee.ts';
import { changeAction, type Doer } from './change.ts';
import type { Endings } from './endings.ts';
import { type ActionEventRow, doneByRequest, doneByRequestToAny, type EventsStore, openedAfter } from './events.store.ts';
import { NotUndone, toldNotUndone } from './not-undone.ts';
import type { Open } from './opening.ts';
import { followUpKey, isUndoable, undoAct } from './undoing.ts';

export interface ActionsServiceDeps {
  readonly database: Database;
  readonly people: Pick<People, 'care'>;
  readonly maySee: MaySee;
  readonly store: ActionsStore;
  readonly events: EventsStore;
  readonly open: Open;
  readonly ended: Endings['ended'];
  readonly undone: Endings['undone'];
  readonly reopening: Endings['reopening'];
  readonly clock: Clock;
}

export interface ActionsService {
  list(viewer: Viewer, question: ActionsQuestion): Promise<{ content: Action[]; totalElements: number }>;
  /** Throws not_found. */
  read(viewer: Viewer, actionId: string): Promise<ActionWithHistory>;
  /** Throws conflict for an id that is another action's, and invalid_input for an assignee or a parent that cannot be. */
  open(by: Doer, action: NewAction): Promise<Action>;
  /** Throws conflict where the version is not the last one, and where the action has ended. */
  change(by: Doer, change: ChangedAction): Promise<Action>;
  /**
   * Throws invalid_input for an op that the move is not, and for an assignee who cannot be; forbidden for whoever gives it outside the roles
   * that handle it, unless they may handle it themselves: nobody takes what is not theirs to handle.
   */
  assign(by: Doer, actionId: string, assignment: ActionAssignment): Promise<Action>;
  /** What was done about one action; the id of what follows it. Throws forbidden for whoever may not handle it, and `JoinedSince`. */
  intervene(
    by: Doer,
    actionId: string,
    intervention: Omit<Intervention, 'action_ids' | 'versions'>,
    /** The version of the action that they saw; without it whatever it has become. */
    seen?: number,
  ): Promise<{ action: Action; followUpId: string | null }>;
  /** Which actions a request of this person has changed so that it can be undone. Throws not_found, and forbidden where somebody else sent it. */
  doneBy(by: Doer, requestId: string): Promise<string[]>;
  /** Undoes what a request did to one of its actions. Throws conflict where that cannot be, saying why. */
  undo(by: Doer, actionId: string, requestId: string): Promise<{ action: Action; followUp: WithdrawnFollowUp | null }>;
}

const dayMs = 86_400_000;

export function createActionsService(deps: ActionsServiceDeps): ActionsService {
  const { database, people, store, events, clock } = deps;
  const view = createActionView(people);
  const asAssigned: AssigneeDeps = deps;

  async function shown(by: Viewer, actionId: string): Promise<Action> {
    const rows = await store.byIds(by.tenantId, [actionId]);
    if (rows.length === 0) throw new VigilError('not_found', 'There is no such action.');
    return (await view.actions(by, rows))[0] as Action;
  }

  return {
    async list(viewer, question) {
      const { rows, total } = await store.list(viewer.tenantId, question);
      return { content: await view.actions(viewer, rows), totalElements: total };
    },

    async read(viewer, actionId) {
      const action = await shown(viewer, actionId);
      const history = await events.historyOf(viewer.tenantId, actionId);
      const followUps = await store.followUpsOf(viewer.tenantId, actionId);
      return {
        ...action,
        history: await view.events(viewer.tenantId, history, action.time_created),
        follow_ups: await view.actions(viewer, followUps),
      };
    },

    async open(by, sent) {
      const { action_id: id, user_id: userId, action_category: category, title, priority, note, status, assignee_role: role } = sent;
      const parentId = status?.parent_id ?? null;
      const dueAtMs = dueAtOf(sent.due_date);
      if (parentId !== null && (await store.memberOf(by.tenantId, parentId)) !== userId)
        throw refused('status.parent_id', 'Is no action of this member');
      const assignee = sent.assignee_id
        ? await assigneeFor(asAssigned, by.tenantId, { userId, category }, { id: sent.assignee_id, role })
        : null;
      const { opened } = await database.tenant(by.tenantId, (sql) =>
        deps.open(sql, by.tenantId, {
          ...{ id, userId, category, title, priority, note, parentId, dueAtMs, by },
          role: assignee?.role ?? role,
          assigneeId: assignee?.id ?? null,
          ...(by.atMs !== undefined && { atMs: by.atMs }),
        }),
      );
      if (!opened && !(await isSame(by, sent))) throw usedBefore();
      return shown(by, id);
    },

    async change(by, { action_id: actionId, version, title, priority, due_date: due, status, note, request_id: requestId }) {
      const dueAt = dueAtOf(due);
      await changeAction(deps, by, {
        ...{ actionId, version, requestId, kinds: [status ? 'CLOSED' : 'CHANGED'] },
        isSame: (done) =>
          done.note === (note ?? null) &&
          (title === undefined || done.title === title) &&
          (priority === undefined || done.priority === priority) &&
          (due === undefined || done.dueAt === dueAt),
        decide: (action, nowMs) => {
          requireHandler(by, action);
          const newPriority = priority ?? action.priority;
          const newDueAt = due === undefined ? action.dueAt : dueAt;
          if (newDueAt === null && categoryOf(action.category).hasParent) throw refused('due_date', 'A follow-up has a date');
          // Whoever decides anew how urgent it is, or when it is due, gives it its time from then on.
          const inSeconds = { createdAt: nowMs / 1000, dueAt: newDueAt === null ? null : newDueAt / 1000, timeToLive: null };
          const isTimedAnew = newPriority !== action.priority || newDueAt !== action.dueAt;
          return {
            kind: status ? 'CLOSED' : 'CHANGED',
            to: {
              ...{ title: title ?? action.title, priority: newPriority, dueAt: newDueAt },
              ...(isTimedAnew && { expiresAt: expiresAt({ priority: newPriority, ...inSeconds }) * 1000 }),
              ...(status && { status: status.status }),
            },
            words: { note: note ?? null },
          };
        },
      });
      return shown(by, actionId);
    },

    async assign(by, actionId, { op, assignee_id: id, assignee_role: asked, note, request_id: requestId }) {
      const [known] = await store.byIds(by.tenantId, [actionId]);
      if (!known) throw new VigilError('not_found', 'There is no such action.');
      const assignee = await assigneeFor(asAssigned, by.tenantId, known, { id, role: asked });
      await changeAction(deps, by, {
        ...{ actionId, requestId, kinds: ['ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED'] },
        isSame: (done) =>
          done.assigneeId === id &&
          done.note === (note ?? null) &&
          (asked === undefined || done.assigneeRole === asked) &&
          (op === undefined || done.kind === op),
        decide: (action) => {
          const { assigneeId, assigneeRole, status } = action;
          requireMayAssign(by, action, assignee.role);
          if (assigneeId === assignee.id && assigneeRole === assignee.role) return null;
          const move = assignmentOp({ holder: assigneeId, role: assigneeRole }, assignee.role);
          if (op !== undefined && op !== move) throw refused('op', `From ${assigneeRole} to ${assignee.role} it is ${move}`);
          return {
            kind: move,
            to: { op: move, assigneeId: assignee.id, assigneeRole: assignee.role, status: move === 'ASSIGNED' ? status : move },
            words: { note: note ?? null },
          };
        },
      });
      return shown(by, actionId);
    },

    async intervene(by, actionId, { request_id: requestId, type, outcome, note, minutes, follow_up: next }, seen) {
      const [known] = await store.byIds(by.tenantId, [actionId]);
      if (!known) throw new VigilError('not_found', 'There is no such action.');
      const dueAtMs = dueAtOf(next?.due_date, 'follow_up.due_date');
      const about = { userId: known.userId, category: 'PATIENT_FOLLOWUP' } as const;
      const asked = next?.assignee_id ? { id: next.assignee_id, role: next.assignee_role } : null;
      const assignee = asked && (await assigneeFor(asAssigned, by.tenantId, about, asked, 'follow_up.'));
      await changeAction(deps, by, {
        ...{ actionId, requestId, seen, kinds: ['ATTEMPTED', 'INTERVENED', 'CONFIRMED'] },
        isSame: async (done, sql) => {
          if (done.interventionType !== type || done.outcome !== outcome) return false;
          if (done.note !== (note ?? null) || done.minutes !== (minutes ?? null)) return false;
          const followed = await openedAfter(sql, by.tenantId, actionId, followUpKey(actionId, requestId));
          return next && followed ? isOpenedAs(followed, { ...next, action_category: about.category }) : !next && !followed;
        },
        decide: (action) => {
          requireHandler(by, action);
          const ended = categoryOf(action.category).completedAs;
          return {
            ...(endsAction(outcome) ? { kind: ended, to: { status: ended } } : { kind: 'ATTEMPTED', to: {} }),
            words: { note: note ?? null, interventionType: type, outcome, minutes: minutes ?? null },
            ...(next && {
              follow: async (sql) => {
                await deps.open(sql, by.tenantId, {
                  ...{ ...about, id: randomUUID(), parentId: actionId, openKey: followUpKey(actionId, requestId), dueAtMs, by },
                  ...{
                    title: next.title,
                    priority: next.priority,
                    role: assignee?.role ?? next.assignee_role,
                    assigneeId: assignee?.id ?? null,
                  },
                  ...(by.atMs !== undefined && { atMs: by.atMs }),
                });
              },
            }),
          };
        },
      });
      return {
        action: await shown(by, actionId),
        followUpId: next ? await store.openedBy(by.tenantId, actionId, followUpKey(actionId, requestId)) : null,
      };
    },

    async doneBy(by, requestId) {
      const done = await database.tenant(by.tenantId, (sql) => doneByRequestToAny(sql, by.tenantId, requestId));
      const acts = done.filter(({ kind }) => isUndoable(kind));
      if (acts.length === 0) throw new VigilError('not_found', 'There is nothing to undo: no action was changed by that request.');
      const own = acts.filter(({ byId }) => byId === by.id);
      if (own.length === 0) throw new VigilError('forbidden', 'Only the person who did this can undo it. Nothing was changed.');
      return own.map(({ actionId }) => actionId);
    },

    async undo(by, actionId, requestId) {
      const act = await database.tenant(by.tenantId, (sql) => doneByRequest(sql, by.tenantId, actionId, requestId));
      if (!act || act.byId !== by.id) throw new VigilError('not_found', 'There is no such action.');
      const followUp = await undoAct(deps, by, act, requestId).catch(async (error: unknown) => {
        throw error instanceof NotUndone ? await toldNotUndone(people, by.tenantId, by.id, error.refusal) : error;
      });
      return { action: await shown(by, actionId), followUp };
    },
  };

  async function isSame(by: Doer, sent: NewAction): Promise<boolean> {
    const [row] = await store.byIds(by.tenantId, [sent.action_id]);
    const [opened] = row ? await events.historyOf(by.tenantId, row.id) : [];
    return (
      row?.userId === sent.user_id &&
      row.category === sent.action_category &&
      row.parentId === (sent.status?.parent_id ?? null) &&
      opened?.byId === by.id &&
      (opened.note ?? null) === (sent.note ?? null) &&
      isOpenedAs(opened, sent)
    );
  }

  /** When something is to be done, in milliseconds. A day that has just passed is today for somebody. */
  function dueAtOf(due: number | null | undefined, field = 'due_date'): number | null {
    if (due === null || due === undefined) return null;
    if (due * 1000 < clock.now() - dayMs) throw refused(field, 'Has passed already');
    if (due * 1000 > clock.now() + longestFollowUpDays * dayMs) throw refused(field, `Is more than ${longestFollowUpDays} days ahead`);
    return due * 1000;
  }
}

/** Whether an action was opened as it is asked for; what is left out follows from its category. */
function isOpenedAs(
  opened: ActionEventRow,
  { action_category: category, title, priority, assignee_id: assigneeId, assignee_role: role, due_date: due }: AskedAction,
): boolean {
  return (
    opened.title === title &&
    opened.priority === (priority ?? categoryOf(category).usualPriority) &&
    opened.assigneeId === (assigneeId ?? null) &&
    (role === undefined || opened.assigneeRole === role) &&
    opened.dueAt === (typeof due === 'number' ? Math.floor(due * 1000) : null)
  );
}
type AskedAction = Pick<NewAction, 'action_category' | 'title' | 'priority' | 'assignee_id' | 'assignee_role' | 'due_date'>;

function requireHandler(by: Doer, action: ActionRow): void {
  if (mayHandle(action, { id: by.id, roles: actionRolesOf(by.roles) })) return;
  throw new VigilError(
    'forbidden',
    `Actions of this kind are handled by ${categoryOf(action.category).roles.join(', ')}, or by whoever they are assigned to. Nothing was changed; assign it to one of them.`,
  );
}

function requireMayAssign(by: Doer, action: ActionRow, to: ActionRole): void {
  const { roles } = categoryOf(action.category);
  if (roles.includes(to) || mayHandle(action, { id: by.id, roles: actionRolesOf(by.roles) })) return;
  throw new VigilError(
    'forbidden',
    `Actions of this kind go to ${roles.join(', ')}. Only somebody who can handle this action can give it to another role. Nothing was changed.`,
  );
}

const usedBefore = () =>
  new VigilError('conflict', 'An action was opened before under this id, with something else in it. It stays as it is; send a new id.');
