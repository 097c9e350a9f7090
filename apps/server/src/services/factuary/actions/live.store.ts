import type { ActionCategoryId, ActionRole, Priority } from '@vigil/contract/factuary-actions.values';
import type { Database } from '#platform/postgres/database.ts';

/** A live action without its evidence, as lists of members are ordered by it. Times in milliseconds since 1970. */
export interface LiveAction {
  readonly id: string;
  readonly userId: string;
  readonly category: ActionCategoryId;
  readonly title: string;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly assigneeRole: ActionRole;
  readonly createdAt: number;
  readonly dueAt: number | null;
  /** What its rule went by, and the mean of the baseline; null where there is none. */
  readonly triggeredValue: number | null;
  readonly baseline: number | null;
  /** When its rule fired, or the answer was given that it is about, in Unix seconds; null where neither opened it. */
  readonly triggeredAt: number | null;
}

export interface LiveStore {
  /** Live actions of members who are in the tenant: all, or of these members. The worst first, at most `mostLiveActions`. */
  live(tenantId: string, scope: 'tenant' | readonly string[]): Promise<LiveAction[]>;
  /** Those of these actions that nobody has ended. */
  openAmong(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Members about whom somebody has a live action. */
  membersOfAssignee(tenantId: string, assigneeId: string): Promise<string[]>;
}

/** More live actions than anybody looks through. */
const mostLiveActions = 50_000;

/** What is due is past, also in the seconds until its event is written. */
const isLive = 'a.is_live and a.version > 0 and a.expires_at > now()';

export function createLiveStore(database: Database): LiveStore {
  return {
    live: (tenantId, scope) =>
      database.tenant(tenantId, (sql) =>
        sql.query<LiveAction>(
          `select a.id, a.user_id, a.category, a.title, a.priority, a.assignee_id, a.assignee_role, a.created_at, a.due_at,
             (told.by #>> '{triggered_values,0,value}')::float8 as triggered_value,
             coalesce((told.by ->> 'triggered_at')::float8, extract(epoch from a.caused_at)::float8) as triggered_at, (seen.first ->> 'timeframe_baseline')::float8 as baseline
           from vigil.actions a
           join vigil.users u on u.tenant_id = a.tenant_id and u.id = a.user_id
           cross join lateral (select coalesce(a.told_by, a.alert) as by) told
           cross join lateral (select told.by #> '{evidence,0}' as first) seen
           where a.tenant_id = $1 and ${isLive}
             and u.is_in_the_tenant is distinct from false and u.removed_at is null and u.deactivated_at is null
             ${scope === 'tenant' ? '' : 'and a.user_id = any($2::uuid[])'}
           order by a.is_live desc, a.urgency desc, a.created_at desc, a.id limit ${mostLiveActions}`,
          scope === 'tenant' ? [tenantId] : [tenantId, [...scope]],
        ),
      ),

    openAmong: async (tenantId, ids) => {
      if (ids.length === 0) return new Set();
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(`select a.id from vigil.actions a where a.tenant_id = $1 and a.id = any($2::uuid[]) and ${isLive}`, [
          tenantId,
          ids,
        ]),
      );
      return new Set(rows.map(({ id }) => id));
    },

    membersOfAssignee: async (tenantId, assigneeId) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ userId: string }>(
          `select distinct a.user_id from vigil.actions a where a.tenant_id = $1 and a.assignee_id = $2 and ${isLive}`,
          [tenantId, assigneeId],
        ),
      );
      return rows.map(({ userId }) => userId);
    },
  };
}
