import type { ActionRole } from '@vigil/domain/actions/moves';
import type { Shift } from '@vigil/domain/on-call/rota';
import type { Database, Sql } from '#platform/postgres/database.ts';

export interface RotaRow {
  readonly role: ActionRole;
  readonly version: number;
  readonly timeZone: string;
  readonly shifts: Shift[];
}

/** Somebody who is on call instead. Times in milliseconds since 1970, the end exclusive. */
export interface CoverRow {
  readonly id: string;
  readonly role: ActionRole;
  readonly kind: 'override' | 'handover';
  readonly staffId: string;
  readonly fromAt: number;
  readonly untilAt: number;
  readonly saidBy: string;
  readonly saidAt: number;
}

/** What says who is on call, and the present by the database's clock, in milliseconds. */
export interface OnCallRows {
  readonly rotas: readonly RotaRow[];
  /** Those that hold or are to come, in the order in which they were said. */
  readonly covers: readonly CoverRow[];
  readonly nowMs: number;
}

type NewCover = Omit<CoverRow, 'saidAt' | 'fromAt'> & { readonly fromAt: number | null };

export interface OnCallStore {
  read(tenantId: string): Promise<OnCallRows>;
  /** False where `version` is no longer the one that is stored (0: none is). */
  writeRota(tenantId: string, rota: RotaRow, by: string): Promise<boolean>;
  /**
   * Says it once under its id; answers what is stored under it, null where that was taken back. What the same person said under the ids
   * that it `replaces` is taken back with it; one that has not arrived stands as taken back, so that it holds at no time.
   */
  addCover(tenantId: string, cover: NewCover, replaces: readonly string[]): Promise<CoverRow | null>;
  /** False where there is none of this role. */
  removeCover(tenantId: string, role: ActionRole, id: string, by: string): Promise<boolean>;
}

const coverColumns = 'id, role, kind, user_id as staff_id, from_at, until_at, said_by, said_at';

/** Within a transaction. */
export async function readOnCall(sql: Sql, tenantId: string): Promise<OnCallRows> {
  const rotas = await sql.query<RotaRow>(
    'select role, version, time_zone, shifts from vigil.on_call_rotas where tenant_id = $1 order by role',
    [tenantId],
  );
  const covers = await sql.query<CoverRow>(
    `select ${coverColumns} from vigil.on_call_covers
     where tenant_id = $1 and removed_at is null and until_at > now() order by sequence limit 2000`,
    [tenantId],
  );
  const [clock] = await sql.query<{ at: number }>('select now() as at');
  return { rotas, covers, nowMs: clock?.at ?? Number.NaN };
}

export function createOnCallStore(database: Pick<Database, 'tenant'>): OnCallStore {
  return {
    read: (tenantId) => database.tenant(tenantId, (sql) => readOnCall(sql, tenantId)),

    async writeRota(tenantId, { role, version, timeZone, shifts }, by) {
      const written = await database.tenant(tenantId, (sql) =>
        version === 0
          ? sql.query(
              `insert into vigil.on_call_rotas (tenant_id, role, version, time_zone, shifts, written_by) values ($1, $2, 1, $3, $4, $5)
               on conflict do nothing returning role`,
              [tenantId, role, timeZone, JSON.stringify(shifts), by],
            )
          : sql.query(
              `update vigil.on_call_rotas set version = version + 1, time_zone = $3, shifts = $4, written_by = $5, written_at = now()
               where tenant_id = $1 and role = $2 and version = $6 returning role`,
              [tenantId, role, timeZone, JSON.stringify(shifts), by, version],
            ),
      );
      return written.length > 0;
    },

    addCover: (tenantId, { id, role, kind, staffId, fromAt, untilAt, saidBy }, replaces) =>
      database.tenant(tenantId, async (sql) => {
        if (replaces.length > 0)
          await sql.query(
            `insert into vigil.on_call_covers as known
               (tenant_id, id, role, kind, user_id, from_at, until_at, said_by, removed_at, removed_by)
             select $1, replaced.id, $3, $4, $5, now(), now(), $6, now(), $6 from unnest($2::uuid[]) as replaced (id)
             order by replaced.id
             on conflict (tenant_id, id) do update
               set removed_at = coalesce(known.removed_at, now()), removed_by = coalesce(known.removed_by, $6)
               where known.said_by = $6 and known.role = $3`,
            [tenantId, [...new Set(replaces)].filter((one) => one !== id), role, kind, staffId, saidBy],
          );
        await sql.query(
          `insert into vigil.on_call_covers (tenant_id, id, role, kind, user_id, from_at, until_at, said_by)
           values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()), $7, $8) on conflict do nothing`,
          [tenantId, id, role, kind, staffId, fromAt === null ? null : new Date(fromAt), new Date(untilAt), saidBy],
        );
        const [stored] = await sql.query<CoverRow>(
          `select ${coverColumns} from vigil.on_call_covers where tenant_id = $1 and id = $2 and removed_at is null`,
          [tenantId, id],
        );
        return stored ?? null;
      }),

    async removeCover(tenantId, role, id, by) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.on_call_covers set removed_at = coalesce(removed_at, now()), removed_by = coalesce(removed_by, $4)
           where tenant_id = $1 and id = $2 and role = $3 returning id`,
          [tenantId, id, role, by],
        ),
      );
      return rows.length > 0;
    },
  };
}
