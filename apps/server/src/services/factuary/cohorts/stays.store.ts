import { besides, type Database, type Sql } from '#platform/postgres/database.ts';
import type { CohortRow } from './cohorts.store.ts';

/** A stay in a cohort. Times in milliseconds since 1970. */
export interface Stay {
  readonly userId: string;
  readonly joinedAt: number;
  /** Null: still there. */
  readonly leftAt: number | null;
}

/** A member's stay, with what the cohort is called. */
export interface StayOfMember extends Omit<Stay, 'userId'> {
  readonly cohortId: string;
  readonly title: string;
}

export interface CohortRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Who belongs as of a moment. */
export interface Followed {
  readonly matching: readonly string[];
  readonly unknown: number;
  readonly asOf: number;
}

export interface StaysQuestion {
  readonly cohortId: string;
  /** Milliseconds; null: now. */
  readonly atMs: number | null;
  readonly scope: 'tenant' | readonly string[];
  readonly page: number;
  readonly size: number;
}

export interface StaysStore {
  /** Cohorts that were not followed since a moment, or changed since they were, in whatever tenant. */
  due(beforeMs: number, most: number): Promise<CohortRef[]>;
  /**
   * Works out who belongs, unless another process is at it, and begins and ends stays accordingly, all in one transaction: killed in
   * between it leaves what was, and done again it changes nothing. False where nothing was done.
   */
  follow(ref: CohortRef, workOut: (cohort: CohortRow) => Promise<Followed>): Promise<boolean>;
  /** Who stayed at a moment, whoever joined last first, and how many. */
  page(tenantId: string, question: StaysQuestion): Promise<{ readonly content: Stay[]; readonly total: number }>;
  /** Ids of all who stayed at a moment (milliseconds), by id. */
  membersAt(tenantId: string, cohortId: string, atMs: number | null): Promise<string[]>;
  /** Cohorts in which a member was at a moment. */
  /** By member; who is in none is absent. */
  cohortsOf(tenantId: string, userIds: readonly string[], atMs: number | null): Promise<Map<string, string[]>>;
  /** A page of a member's stays, in order, after one of them. */
  ofMember(
    tenantId: string,
    userId: string,
    after: { cohortId: string; joinedAt: number } | undefined,
    most: number,
  ): Promise<StayOfMember[]>;
  erase(tenantId: string, userId: string): Promise<void>;
}

const stayed = (at: string) => `(${at}::timestamptz is null and s.left_at is null
  or s.joined_at <= ${at}::timestamptz and (s.left_at is null or s.left_at > ${at}::timestamptz))`;
const moment = (ms: number | null) => (ms === null ? null : new Date(ms));

export function createStaysStore(
  database: Database,
  readCohort: (tenantId: string, id: string) => Promise<CohortRow | undefined>,
): StaysStore {
  return {
    due: (beforeMs, most) =>
      database.ask<CohortRef>('select tenant_id, id from vigil.cohorts_to_follow($1, $2)', [new Date(beforeMs), most]),

    follow: ({ tenantId, id }, workOut) =>
      database.tenant(tenantId, async (sql) => {
        const [mine] = await sql.query<{ free: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 37)) as free', [
          `${tenantId}/${id}`,
        ]);
        // One cohort at a time in a process.
        const cohort = mine?.free ? await besides(() => readCohort(tenantId, id)) : undefined;
        if (!cohort || cohort.isDraft) return false;
        return keep(sql, tenantId, cohort, await besides(() => workOut(cohort)));
      }),

    page: (tenantId, { cohortId, atMs, scope, page, size }) =>
      database.tenant(tenantId, async (sql) => {
        const asked = [tenantId, cohortId, moment(atMs), scope === 'tenant' ? null : [...scope]];
        const where = `s.tenant_id = $1 and s.cohort_id = $2 and ${stayed('$3')} and ($4::uuid[] is null or s.user_id = any($4))`;
        const [counted] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.cohort_stays s where ${where}`, asked);
        const content = await sql.query<Stay>(
          `select s.user_id, s.joined_at, s.left_at from vigil.cohort_stays s where ${where} order by s.joined_at desc, s.user_id limit $5 offset $6`,
          [...asked, size, page * size],
        );
        return { content, total: counted?.n ?? 0 };
      }),

    membersAt: (tenantId, cohortId, atMs) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ userId: string }>(
          `select s.user_id from vigil.cohort_stays s where s.tenant_id = $1 and s.cohort_id = $2 and ${stayed('$3')} order by s.user_id`,
          [tenantId, cohortId, moment(atMs)],
        );
        return rows.map(({ userId }) => userId);
      }),

    cohortsOf: (tenantId, userIds, atMs) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ userId: string; cohortIds: string[] }>(
          `select s.user_id, array_agg(distinct s.cohort_id order by s.cohort_id) as cohort_ids from vigil.cohort_stays s
           where s.tenant_id = $1 and s.user_id = any($2::uuid[]) and ${stayed('$3')} group by s.user_id`,
          [tenantId, [...userIds], moment(atMs)],
        );
        return new Map(rows.map(({ userId, cohortIds }) => [userId, cohortIds]));
      }),

    ofMember: (tenantId, userId, after, most) =>
      database.tenant(tenantId, (sql) =>
        sql.query<StayOfMember>(
          `select s.cohort_id, c.title, s.joined_at, s.left_at
           from vigil.cohort_stays s join vigil.cohorts c on c.tenant_id = s.tenant_id and c.id = s.cohort_id
           where s.tenant_id = $1 and s.user_id = $2
             and ($3::uuid is null or s.cohort_id > $3 or s.cohort_id = $3 and s.joined_at > $4::timestamptz + interval '1 millisecond')
           order by s.cohort_id, s.joined_at limit $5`,
          [tenantId, userId, after?.cohortId ?? null, moment(after?.joinedAt ?? null), most],
        ),
      ),

    async erase(tenantId, userId) {
      await database.tenant(tenantId, (sql) =>
        sql.query('delete from vigil.cohort_stays where tenant_id = $1 and user_id = $2', [tenantId, userId]),
      );
    },
  };
}

/** What was worked out for a version that is no longer, or later already by somebody else, is not kept. */
async function keep(sql: Sql, tenantId: string, { id, version }: CohortRow, { matching, unknown, asOf }: Followed): Promise<boolean> {
  const at = new Date(asOf);
  const kept = await sql.query(
    `update vigil.cohorts set followed_at = $3, followed_version = $4, members = $5, unknown = $6
     where tenant_id = $1 and id = $2 and version = $4 and deleted_at is null and not is_draft
       and (followed_at is null or followed_at < $3 or followed_version <> $4)
     returning id`,
    [tenantId, id, at, version, matching.length, unknown],
  );
  if (kept.length === 0) return false;
  // Both sides are looked up in a hash. Without room for it a large cohort was gone through for each of its members.
  await sql.query("select set_config('work_mem', '64MB', true)");
  await sql.query(
    `with belongs as materialized (select unnest($3::uuid[]) as user_id), gone as (
       update vigil.cohort_stays s set left_at = greatest($4, s.joined_at)
       where s.tenant_id = $1 and s.cohort_id = $2 and s.left_at is null and s.user_id not in (select user_id from belongs)
     )
     insert into vigil.cohort_stays (tenant_id, cohort_id, user_id, joined_at)
     select $1, $2, b.user_id, $4 from belongs b
     where b.user_id not in (select s.user_id from vigil.cohort_stays s where s.tenant_id = $1 and s.cohort_id = $2 and s.left_at is null)
     on conflict do nothing`,
    [tenantId, id, [...matching], at],
  );
  return true;
}
