import type { BacktestFigures } from '@vigil/contract/alerts-backtests.contract';
import type { Database } from '#platform/postgres/database.ts';

/** A backtest as it is kept. Times in milliseconds since 1970. */
export interface BacktestRow {
  readonly id: string;
  readonly askedBy: string;
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly question: BacktestQuestion;
  readonly userIds: readonly string[];
  readonly membersDone: number;
  readonly figures: BacktestFigures[];
  readonly toldAt: number;
}

export interface BacktestQuestion {
  readonly candidates: readonly { readonly ruleId: string; readonly version: number }[];
  /** Whom it was asked about, as it was sent: these members, a cohort, or neither. Kept since tests could be asked for twice. */
  readonly asked?: { readonly userIds: readonly string[] | null; readonly cohortId: string | null };
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
}

export interface BacktestsStore {
  /** Keeps a new one; false where there is one with that id. Those older than a week are removed. */
  insert(tenantId: string, row: Pick<BacktestRow, 'id' | 'askedBy' | 'question' | 'userIds' | 'figures'>, nowMs: number): Promise<boolean>;
  /** Null where this person has asked for none with that id. */
  find(tenantId: string, id: string, askedBy: string): Promise<BacktestRow | null>;
  /** What has been found; false where it does not run any more. */
  tell(tenantId: string, id: string, membersDone: number, figures: readonly BacktestFigures[], nowMs: number): Promise<boolean>;
  /** Ends one that runs. */
  end(tenantId: string, id: string, state: 'done' | 'cancelled' | 'failed'): Promise<void>;
}

const keptMs = 7 * 86_400_000;

export function createBacktestsStore(database: Database): BacktestsStore {
  return {
    insert: (tenantId, { id, askedBy, question, userIds, figures }, nowMs) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.alert_backtests where tenant_id = $1 and created_at < $2', [tenantId, new Date(nowMs - keptMs)]);
        const made = await sql.query(
          `insert into vigil.alert_backtests (tenant_id, id, asked_by, state, question, user_ids, members_done, figures, created_at, told_at)
           values ($1, $2, $3, 'running', $4, $5, 0, $6, $7, $7) on conflict do nothing returning id`,
          [tenantId, id, askedBy, JSON.stringify(question), userIds, JSON.stringify(figures), new Date(nowMs)],
        );
        return made.length > 0;
      }),

    async find(tenantId, id, askedBy) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<BacktestRow>(
          `select id, asked_by, state, question, user_ids, members_done, figures, told_at
           from vigil.alert_backtests where tenant_id = $1 and id = $2 and asked_by = $3`,
          [tenantId, id, askedBy],
        ),
      );
      return row ?? null;
    },

    tell: (tenantId, id, membersDone, figures, nowMs) =>
      database.tenant(tenantId, async (sql) => {
        const told = await sql.query(
          `update vigil.alert_backtests set members_done = $3, figures = $4, told_at = $5
           where tenant_id = $1 and id = $2 and state = 'running' returning id`,
          [tenantId, id, membersDone, JSON.stringify(figures), new Date(nowMs)],
        );
        return told.length > 0;
      }),

    end: (tenantId, id, state) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(`update vigil.alert_backtests set state = $3 where tenant_id = $1 and id = $2 and state = 'running'`, [
          tenantId,
          id,
          state,
        ]);
      }),
  };
}
