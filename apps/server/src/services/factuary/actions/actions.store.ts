import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { ActionCategoryId, ActionRole, ActionStatus, AssignmentOp, Priority } from '@vigil/contract/factuary-actions.values';
import { leastMembersTold } from '@vigil/domain/figures/withholding';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** An action as its last event left it. Times in milliseconds since 1970. */
export interface ActionRow {
  readonly id: string;
  readonly userId: string;
  readonly category: ActionCategoryId;
  readonly parentId: string | null;
  /** What opened it: while one of it is live for the member, no second is. */
  readonly openKey: string | null;
  readonly alert: Alert | null;
  readonly createdAt: number;
  /** The number of its last event. */
  readonly version: number;
  readonly status: ActionStatus;
  readonly isLive: boolean;
  readonly statusOriginal: ActionStatus | null;
  readonly statusAt: number;
  readonly title: string;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly assigneeRole: ActionRole;
  readonly op: AssignmentOp | null;
  readonly dueAt: number | null;
  readonly expiresAt: number;
}

export interface ActionsQuestion {
  /** Members who may stand in the list: all of the tenant, or only these. */
  readonly scope: 'tenant' | readonly string[];
  readonly userId?: string | undefined;
  readonly assigneeId?: string | undefined;
  /** Of somebody: what they have, and what waits for one of these roles. */
  readonly of?: { readonly id: string; readonly roles: readonly ActionRole[] } | undefined;
  readonly statuses?: readonly ActionStatus[] | undefined;
  readonly categories?: readonly ActionCategoryId[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
  readonly onlyActiveUsers: boolean;
  /** With what is past its time to live. */
  readonly withPast: boolean;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface ActionsStore {
  list(tenantId: string, question: ActionsQuestion): Promise<{ rows: ActionRow[]; total: number }>;
  /** How many actions about members in scope somebody is the assignee of, by person; of these statuses, or all. Without follow-ups that were withdrawn. `members`: the first of those whom they are about, as many as a figure has to be about to be told. */
  counts(
    tenantId: string,
    scope: 'tenant' | readonly string[],
    statuses: readonly ActionStatus[] | null,
  ): Promise<{ assigneeId: string; actions: number; members: string[] }[]>;
  byIds(tenantId: string, ids: readonly string[]): Promise<ActionRow[]>;
  followUpsOf(tenantId: string, id: string): Promise<ActionRow[]>;
  /** The action that this key has opened after another, live or not; null where there is none. */
  openedBy(tenantId: string, parentId: string, openKey: string): Promise<string | null>;
  isEmpty(tenantId: string): Promise<boolean>;
  /** Whose it is; null where the tenant has no such action. */
  memberOf(tenantId: string, id: string): Promise<string | null>;
}

const columns = `a.id, a.user_id, a.category, a.parent_id, a.open_key, coalesce(a.told_by, a.alert) as alert, a.created_at, a.version, a.status, a.is_live, a.status_original,
  a.status_at, a.title, a.priority, a.assignee_id, a.assignee_role, a.op, a.due_at, a.expires_at`;

export function createActionsStore(database: Database): ActionsStore {
  const byIds = (tenantId: string, ids: readonly string[]) => database.tenant(tenantId, (sql) => readActions(sql, tenantId, ids));
  return {
    byIds,
    list: (tenantId, question) => database.tenant(tenantId, (sql) => readList(sql, tenantId, question)),

    counts: (tenantId, scope, statuses) =>
      database.tenant(tenantId, (sql) =>
        sql.query<{ assigneeId: string; actions: number; members: string[] }>(
          `select assignee_id, sum(actions)::int as actions, (array_agg(user_id order by user_id))[1:$4::int] as members from (
             select assignee_id, user_id, count(*) as actions from vigil.actions a
             where tenant_id = $1 and assignee_id is not null and ($2::text[] is null or status = any($2))
               and ($3::uuid[] is null or user_id = any($3))
               and not (status = 'CLOSED' and exists (
                 select from vigil.action_events e
                 where e.tenant_id = a.tenant_id and e.action_id = a.id and e.sequence = a.version and e.kind = 'UNDONE'))
             group by assignee_id, user_id
           ) of_member
           group by assignee_id order by assignee_id`,
          [tenantId, statuses, scope === 'tenant' ? null : scope, leastMembersTold],
        ),
      ),

    followUpsOf: (tenantId, id) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ActionRow>(
          `select ${columns} from vigil.actions a where a.tenant_id = $1 and a.parent_id = $2 order by a.created_at, a.id limit 200`,
          [tenantId, id],
        ),
      ),

    openedBy: async (tenantId, parentId, openKey) => {
      const [found] = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>('select id from vigil.actions where tenant_id = $1 and parent_id = $2 and open_key = $3 limit 1', [
          tenantId,
          parentId,
          openKey,
        ]),
      );
      return found?.id ?? null;
    },

    isEmpty: async (tenantId) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query('select 1 from vigil.actions where tenant_id = $1 limit 1', [tenantId]),
      );
      return rows.length === 0;
    },

    memberOf: async (tenantId, id) => (await byIds(tenantId, [id]))[0]?.userId ?? null,
  };
}

/** Within a transaction: these actions as they are now. */
export const readActions = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<ActionRow[]> =>
  sql.query<ActionRow>(`select ${columns} from vigil.actions a where a.tenant_id = $1 and a.id = any($2::uuid[])`, [tenantId, ids]);

/** Within a transaction: who has these actions; those that nobody has are left out. */
export async function assigneesOf(sql: Sql, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await readActions(sql, tenantId, ids);
  return new Map(rows.flatMap(({ id, assigneeId }) => (assigneeId === null ? [] : [[id, assigneeId]])));
}

/** Within a transaction: the live action that this key has opened for a member, if any, which nobody else ends until the transaction does. */
export async function holdByKey(sql: Sql, tenantId: string, userId: string, openKey: string): Promise<ActionRow | undefined> {
  const [held] = await sql.query<{ id: string | null }>('select vigil.hold_action_of_key($1, $2) as id', [userId, openKey]);
  const [action] = held?.id ? await readActions(sql, tenantId, [held.id]) : [];
  return action;
}

/** Within a transaction: the live action that this key has opened for a member, if any. */
export async function liveByKey(sql: Sql, tenantId: string, userId: string, openKey: string): Promise<string | undefined> {
  const [found] = await sql.query<{ id: string }>(
    'select id from vigil.actions where tenant_id = $1 and user_id = $2 and open_key = $3 and is_live',
    [tenantId, userId, openKey],
  );
  return found?.id;
}

/** Which actions are there? A page of them, the live first, the worst and then the newest on top, and how many match in all. */
async function readList(sql: Sql, tenantId: string, question: ActionsQuestion): Promise<{ rows: ActionRow[]; total: number }> {
  const values: unknown[] = [tenantId];
  const where = conditionsOf(question, (value) => `$${values.push(value)}`).join(' and ');
  const from = question.onlyActiveUsers
    ? 'vigil.actions a join vigil.users u on u.tenant_id = a.tenant_id and u.id = a.user_id'
    : 'vigil.actions a';
  const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from ${from} where ${where}`, values);
  const total = counted?.total ?? 0;
  if (total <= question.page * question.size) return { rows: [], total };
  const rows = await sql.query<ActionRow>(
    `select ${columns} from ${from} where ${where}
     order by a.is_live desc, a.urgency desc, a.created_at desc, a.id
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, question.size, question.page * question.size],
  );
  return { rows, total };
}

/** Account status ACTIVE, as vigil.account_status_of says it and a test holds it to: that function costs a tenth of a millisecond a row. */
const isActive = `u.is_in_the_tenant and not u.is_on_hold and u.removed_at is null and u.deactivated_at is null
  and coalesce(u.onboarded_at, u.first_band_sync_at) is not null`;

function conditionsOf(question: ActionsQuestion, value: (given: unknown) => string): string[] {
  const { scope, userId, assigneeId, of, statuses, categories, priorities, onlyActiveUsers, withPast } = question;
  return [
    'a.tenant_id = $1 and a.version > 0',
    scope !== 'tenant' && `a.user_id = any(${value(scope)}::uuid[])`,
    userId !== undefined && `a.user_id = ${value(userId)}`,
    assigneeId !== undefined && `a.assignee_id = ${value(assigneeId)}`,
    of !== undefined && `(a.assignee_id = ${value(of.id)} or a.assignee_id is null and a.assignee_role = any(${value(of.roles)}::text[]))`,
    statuses !== undefined && `a.status = any(${value(statuses)}::text[])`,
    categories !== undefined && `a.category = any(${value(categories)}::text[])`,
    priorities !== undefined && `a.priority = any(${value(priorities)}::text[])`,
    onlyActiveUsers && isActive,
    // What is due is past, also in the seconds until its event is written.
    !withPast && "a.status <> 'EXPIRED' and not (a.is_live and a.expires_at <= now())",
  ].filter((one) => one !== false);
}
