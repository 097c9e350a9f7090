import type { Action, ActionEvent } from '@vigil/contract/factuary-actions.contract';
import { actionRolesOf, classOf, mayHandle } from '@vigil/contract/factuary-actions.values';
import { careTeamRole, type Role } from '@vigil/domain/roles';
import type { CareUserRow, People } from '#people/index.ts';
import type { ActionRow } from './actions.store.ts';
import type { ActionEventRow } from './events.store.ts';

/** Who looks at actions, in which tenant. */
export interface Viewer {
  readonly tenantId: string;
  readonly id: string;
  readonly roles: readonly Role[];
}

/** Actions and their events as the API tells them: times in seconds, people by name. */
export function createActionView(people: Pick<People, 'care'>) {
  const named = async (tenantId: string, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, CareUserRow>> => {
    const asked = [...new Set(ids.filter((id) => id !== null))];
    return asked.length === 0 ? new Map() : new Map((await people.care.named(tenantId, asked)).map((row) => [row.id, row]));
  };
  return {
    async actions(viewer: Viewer, rows: readonly ActionRow[]): Promise<Action[]> {
      const names = await named(
        viewer.tenantId,
        rows.flatMap(({ userId, assigneeId }) => [userId, assigneeId]),
      );
      return rows.map((row) => actionOf(row, names, viewer));
    },
    async events(tenantId: string, rows: readonly ActionEventRow[], createdAtSeconds: number): Promise<ActionEvent[]> {
      const names = await named(
        tenantId,
        rows.flatMap(({ byId, assigneeId }) => [byId, assigneeId]),
      );
      const undone = new Set(rows.flatMap(({ kind, sequence }) => (kind === 'UNDONE' ? [sequence - 1] : [])));
      return rows.map((row) => eventOf(row, names, { createdAtSeconds, undone: undone.has(row.sequence) }));
    },
  };
}

type Names = ReadonlyMap<string, CareUserRow>;

function actionOf(row: ActionRow, names: Names, viewer: Viewer): Action {
  const member = names.get(row.userId);
  return {
    action_id: row.id,
    version: row.version,
    user_id: row.userId,
    user: { firstName: member?.givenName ?? '', lastName: member?.familyName ?? '' },
    action_category: row.category,
    class: classOf(row.priority),
    title: row.title,
    status: { status: row.status, status_original: row.statusOriginal, parent_id: row.parentId },
    priority: row.priority,
    assignee_id: row.assigneeId,
    assignee: actorOf(names, row.assigneeId),
    assignee_role: row.assigneeRole,
    op: row.op,
    time_created: seconds(row.createdAt),
    status_date: seconds(row.statusAt),
    delta_time: seconds(row.statusAt - row.createdAt),
    due_date: row.dueAt === null ? null : seconds(row.dueAt),
    expires_at: seconds(row.expiresAt),
    alert: row.alert,
    may_handle: row.isLive && mayHandle(row, { id: viewer.id, roles: actionRolesOf(viewer.roles) }),
  };
}

function eventOf(
  row: ActionEventRow,
  names: Names,
  { createdAtSeconds, undone }: { readonly createdAtSeconds: number; readonly undone: boolean },
): ActionEvent {
  const { interventionType: type, outcome, minutes } = row;
  return {
    id: row.id,
    kind: row.kind,
    at: seconds(row.at),
    delta_time: seconds(row.at - createdAtSeconds * 1000),
    by: actorOf(names, row.byId, row.byRoles),
    status: row.status,
    title: row.title,
    priority: row.priority,
    assignee: actorOf(names, row.assigneeId),
    assignee_role: row.assigneeRole,
    due_date: row.dueAt === null ? null : seconds(row.dueAt),
    note: row.note,
    intervention: type === null || outcome === null ? null : { type, outcome, minutes },
    undone,
  };
}

/** Somebody with the role that they held then, or hold now. */
function actorOf(names: Names, id: string | null, heldThen?: readonly Role[]): ActionEvent['by'] {
  const person = names.get(id ?? '');
  if (!person) return null;
  const role = careTeamRole(heldThen ?? person.roles);
  return { id: person.id, firstName: person.givenName, lastName: person.familyName, role: shownRole(role) };
}

type ShownRole = NonNullable<ActionEvent['by']>['role'];
/** Denied roles take part in nothing. */
const shownRole = (role: Role): ShownRole => (role === 'system_admin' || role === 'aristotle' ? 'clinician' : role);

/** To the millisecond, without what dividing adds. */
const seconds = (ms: number) => Math.round(ms) / 1000;
