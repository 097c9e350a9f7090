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
  /** The given survey in which it was answered; null where a clinician said it outside of one. */
  readonly userSurveyId: string | null;
}

/** What an answer to a survey says, when it was answered. */
export type SaidInSurvey = Omit<StatementRow, 'id' | 'kind' | 'userSurveyId'> & {
  readonly kind: 'oxygen' | 'consciousness';
  readonly userSurveyId: string;
};

export interface TriageStore {
  /** What was said last of each kind. */
  newest(tenantId: string, userId: string): Promise<StatementRow[]>;
  /** The same of many members; who was said nothing of is absent. */
  newestOfMany(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatementRow[]>>;
  /** Everything that was said of members, each in the order in which it was said; who was said nothing of is absent. */
  everything(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly StatementRow[]>>;
  /** Stores it once under its id, and answers what is stored. `whenNew` is called in its transaction. */
  insert(tenantId: string, row: Omit<StatementRow, 'userSurveyId'>, whenNew: (sql: Sql) => Promise<void>): Promise<StatementRow | null>;
}

const columns = 'id, user_id, kind, value, said_by, said_at, user_survey_id';

/**
 * Within a transaction: stores what an answer says, and answers whether it is new. What somebody has said since it was answered holds, and
 * what this survey said last is not said twice.
 */
export async function insertSaidInSurvey(sql: Sql, tenantId: string, said: SaidInSurvey): Promise<boolean> {
  const made = await sql.query(
    `insert into vigil.news2_statements (tenant_id, id, user_id, kind, value, said_by, said_at, user_survey_id)
     select $1, gen_random_uuid(), $2, $3, $4, $5, $6, $7
     where not exists (select from vigil.news2_statements where tenant_id = $1 and user_id = $2 and kind = $3 and said_at > $6)
       and (select value from vigil.news2_statements where tenant_id = $1 and user_id = $2 and kind = $3 and user_survey_id = $7
            order by sequence desc limit 1) is distinct from $4
     returning id`,
    [tenantId, said.userId, said.kind, said.value, said.saidBy, new Date(said.saidAt), said.userSurveyId],
  );
  return made.length > 0;
}

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
