import type { News2Statement } from '@vigil/contract/triage.values';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** What somebody said of a member. Times in milliseconds since 1970. */
export interface StatementRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: News2Statement;
  readonly value: string;
  readonly saidBy: string;
  readonly saidAt: number;
}

export interface TriageStore {
  /** What was said last of each kind. */
  newest(tenantId: string, userId: string): Promise<StatementRow[]>;
  /** The same of many members; who was said nothing of is absent. */
  newestOfMany(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatementRow[]>>;
  /** Everything that was said of members, each in the order in which it was said; who was said nothing of is absent. */
  everything(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatementRow[]>>;
  /** Stores it once under its id, and answers what is stored. `whenNew` is called in its transaction. */
  insert(tenantId: string, row: StatementRow, whenNew: (sql: Sql) => Promise<void>): Promise<StatementRow | null>;
}

const columns = 'id, user_id, kind, value, said_by, said_at';

export function createTriageStore(database: Database): TriageStore {
  return {
    newest: (tenantId, userId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<StatementRow>(
          `select distinct on (kind) ${columns} from vigil.news2_statements where tenant_id = $1 and user_id = $2
           order by kind, sequence desc`,
          [tenantId, userId],
        ),
      ),

    newestOfMany: async (tenantId, userIds) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<StatementRow>(
          `select distinct on (user_id, kind) ${columns} from vigil.news2_statements where tenant_id = $1 and user_id = any($2::uuid[])
           order by user_id, kind, sequence desc`,
          [tenantId, [...userIds]],
        ),
      );
      return Map.groupBy(rows, ({ userId }) => userId);
    },

    everything: async (tenantId, userIds) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<StatementRow>(
          `select ${columns} from vigil.news2_statements where tenant_id = $1 and user_id = any($2::uuid[]) order by sequence`,
          [tenantId, [...userIds]],
        ),
      );
      return Map.groupBy(rows, ({ userId }) => userId);
    },

    insert: (tenantId, { id, userId, kind, value, saidBy, saidAt }, whenNew) =>
      database.tenant(tenantId, async (sql) => {
        const made = await sql.query(
          `insert into vigil.news2_statements (tenant_id, id, user_id, kind, value, said_by, said_at)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
          [tenantId, id, userId, kind, value, saidBy, new Date(saidAt)],
        );
        if (made.length > 0) await whenNew(sql);
        const [row] = await sql.query<StatementRow>(`select ${columns} from vigil.news2_statements where tenant_id = $1 and id = $2`, [
          tenantId,
          id,
        ]);
        return row ?? null;
      }),
  };
}
