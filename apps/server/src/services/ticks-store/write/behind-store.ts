import type { Database } from '#platform/postgres/database.ts';

/** Stands for all members of a tenant. */
export const everyone = '00000000-0000-0000-0000-000000000000';

/** From when on the rollups of one member, or of everyone in a tenant, lag. Milliseconds since 1970. */
export interface BehindRow {
  readonly tenantId: string;
  readonly userId: string;
  readonly fromMs: number;
}

/** What each process has stored and not rolled up yet, by tenant, where every process can see it. */
export interface BehindStore {
  /** Throws with SQLSTATE 23503 when the process has been taken for dead meanwhile and has to enter again. */
  put(processId: string, rows: readonly BehindRow[]): Promise<void>;
  remove(processId: string, rows: readonly Pick<BehindRow, 'tenantId' | 'userId'>[]): Promise<void>;
  /** How far the rollups of all other processes are right. */
  ofOthers(processId: string, tenantId: string): Promise<OthersBehind>;
}

export interface OthersBehind {
  /** What they have put on record, by member. */
  readonly fromMs: ReadonlyMap<string, number>;
  /** There are none, nor has one left anything: everything that was acknowledged came through this process. */
  readonly isAlone: boolean;
}

export function createBehindStore(database: Database): BehindStore {
  return {
    async put(processId, rows) {
      for (const [tenantId, own] of byTenant(rows))
        await database.tenant(tenantId, (sql) =>
          sql.query(
            `insert into vigil.ticks_behind as known (tenant_id, process_id, user_id, from_at)
             select $1, $2, * from unnest($3::uuid[], $4::timestamptz[])
             on conflict (tenant_id, process_id, user_id) do update set from_at = least(known.from_at, excluded.from_at)`,
            [tenantId, processId, own.map((row) => row.userId), own.map((row) => new Date(row.fromMs))],
          ),
        );
    },
    async remove(processId, rows) {
      for (const [tenantId, own] of byTenant(rows))
        await database.tenant(tenantId, (sql) =>
          sql.query('delete from vigil.ticks_behind where tenant_id = $1 and process_id = $2 and user_id = any($3)', [
            tenantId,
            processId,
            own.map((row) => row.userId),
          ]),
        );
    },
    ofOthers: (processId, tenantId) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ userId: string; fromAt: number }>(
          `select user_id, min(from_at) as from_at from vigil.ticks_behind where tenant_id = $1 and process_id <> $2 group by user_id`,
          [tenantId, processId],
        );
        const [others] = await sql.query<{ none: boolean }>(
          'select not exists (select from vigil.ticks_follow_up where process_id <> $1) as none',
          [processId],
        );
        return { fromMs: new Map(rows.map((row) => [row.userId, row.fromAt])), isAlone: others?.none ?? false };
      }),
  };
}

function byTenant<Row extends { readonly tenantId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  // In one order everywhere, so that no two processes wait for each other in a circle.
  return Map.groupBy(
    rows.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1)),
    (row) => row.tenantId,
  );
}
