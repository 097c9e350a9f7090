import type { Seen } from '@vigil/domain/today/review';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** A row that is put aside. Times in milliseconds since 1970. */
export interface ReviewRow {
  readonly id: string;
  readonly userId: string;
  readonly byId: string;
  readonly at: number;
  readonly lapsesAt: number;
  readonly seen: Seen;
  /** Null: from before reasons were asked for. */
  readonly reason: string | null;
}

export interface ReviewsStore {
  /** Rows that are put aside and whose day is not over: of all members, or of these. */
  standing(tenantId: string, userIds?: readonly string[]): Promise<ReviewRow[]>;
  /** Ends those that something new or worse has brought back; it stays ended, whatever becomes of that. */
  lapse(tenantId: string, ids: readonly string[]): Promise<void>;
}

const columns = 'r.id, r.user_id, r.by_id, r.at, r.lapses_at, r.seen, r.reason';

export function createReviewsStore(database: Database): ReviewsStore {
  return {
    standing: (tenantId, userIds) => database.tenant(tenantId, (sql) => readStanding(sql, tenantId, userIds)),

    lapse: async (tenantId, ids) => {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.reviews set ended_at = now(), end_reason = 'new_or_worse'
           where tenant_id = $1 and id = any($2::uuid[]) and ended_at is null`,
          [tenantId, ids],
        ),
      );
    },
  };
}

const readStanding = (sql: Sql, tenantId: string, userIds?: readonly string[]) =>
  sql.query<ReviewRow>(
    `select ${columns} from vigil.reviews r
     where r.tenant_id = $1 and r.ended_at is null and r.lapses_at > now() ${userIds ? 'and r.user_id = any($2::uuid[])' : ''}`,
    userIds ? [tenantId, [...userIds]] : [tenantId],
  );

/** Within a transaction: who has put a member's row aside; undefined where nobody has. */
export const standingReview = async (sql: Sql, tenantId: string, userId: string): Promise<ReviewRow | undefined> =>
  (await readStanding(sql, tenantId, [userId])).at(0);

/** Within a transaction: puts a row aside. False where somebody has already. */
export async function insertReview(
  sql: Sql,
  tenantId: string,
  { userId, byId, lapsesAt, seen, reason }: Pick<ReviewRow, 'userId' | 'byId' | 'lapsesAt' | 'seen' | 'reason'>,
): Promise<boolean> {
  await sql.query(
    `update vigil.reviews set ended_at = lapses_at, end_reason = 'next_day'
     where tenant_id = $1 and user_id = $2 and ended_at is null and lapses_at <= now()`,
    [tenantId, userId],
  );
  const stored = await sql.query(
    `insert into vigil.reviews (tenant_id, user_id, by_id, lapses_at, seen, reason) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [tenantId, userId, byId, new Date(lapsesAt), JSON.stringify(seen), reason],
  );
  return stored.length > 0;
}

/** Within a transaction: brings a row back. False where it is not put aside. */
export async function endReview(sql: Sql, tenantId: string, userId: string, byId: string): Promise<boolean> {
  const ended = await sql.query(
    `update vigil.reviews set ended_at = now(), ended_by = $3, end_reason = 'undone'
     where tenant_id = $1 and user_id = $2 and ended_at is null returning id`,
    [tenantId, userId, byId],
  );
  return ended.length > 0;
}
