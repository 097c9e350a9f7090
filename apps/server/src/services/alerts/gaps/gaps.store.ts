import type { Gap, GapKind } from '@vigil/domain/gaps/gaps';
import type { SourceHabit } from '@vigil/domain/gaps/habits';
import type { Seen } from '@vigil/domain/gaps/seen';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** A gap that has not ended. Unix seconds. */
export interface StandingGap {
  readonly userId: string;
  readonly kind: GapKind;
  readonly metric: MetricId | null;
  readonly since: number;
  /** When it was found. */
  readonly toldAt: number;
}

/** What was found of a member, and when to look again. Unix seconds. */
export interface JudgedMember {
  readonly userId: string;
  readonly gaps: readonly Gap[];
  readonly nextCheckAt: number;
  /** Null: those that are kept hold. */
  readonly newHabits: readonly SourceHabit[] | null;
  readonly seen: Seen;
}

export interface GapsQuestion {
  readonly scope: 'tenant' | readonly string[];
  readonly kinds: readonly GapKind[] | null;
  readonly page: number;
  readonly perPage: number;
}

export interface GapsStore {
  standing(tenantId: string, userIds?: readonly string[]): Promise<StandingGap[]>;
  /** Those found last first, with how many there are of each kind in scope. */
  page(
    tenantId: string,
    question: GapsQuestion,
  ): Promise<{ content: StandingGap[]; totalElements: number; kinds: { kind: GapKind; gaps: number }[] }>;
  /** Gives members who are new their rows, of every tenant. */
  enrol(): Promise<void>;
  tenantsWithDue(): Promise<string[]>;
  /** Members of a tenant who are due, some at a time. Nobody else is given them before the lease is over. */
  claim(tenantId: string, most: number): Promise<{ readonly userIds: readonly string[]; readonly leasedUntil: string } | null>;
  /** Ends gaps that are no more, keeps what stands as it was told, and tells what is new. Answers whose have changed. */
  keep(tenantId: string, judged: readonly JudgedMember[], leasedUntil: string): Promise<string[]>;
  /** Members about whom something was heard that may begin or end a gap are due at once; whether there are any. */
  hearOf(tenantId: string, userIds: readonly string[]): Promise<boolean>;
  /** Members whose accounts have changed are due at once. */
  lookAgain(tenantId: string, userIds: readonly string[]): Promise<void>;
}

const columns = `g.user_id, g.kind, nullif(g.metric, '') as metric, extract(epoch from g.since)::float8 as since,
  extract(epoch from g.told_at)::float8 as told_at`;
const inScope = 'g.tenant_id = $1 and ($2::uuid[] is null or g.user_id = any($2)) and g.ended_at is null';

/** Members whose rows are made in one go. */
const mostNew = 20_000;
/** A process that dies while it looks is followed by another after this. Seconds. */
const leaseSeconds = 300;
/** A battery at or under this, and readings from the future, are looked at with every sync. */
const lowBatteryPercent = 15;
const clockAheadSeconds = 120;

export function createGapsStore(database: Database): GapsStore {
  return {
    standing: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<StandingGap>(`select ${columns} from vigil.gaps g where ${inScope} order by g.user_id, g.told_at desc, g.id`, [
          tenantId,
          userIds ?? null,
        ]),
      ),

    page: (tenantId, { scope, kinds, page, perPage }) =>
      database.tenant(tenantId, async (sql) => {
        const values = [tenantId, scope === 'tenant' ? null : scope];
        const content = await sql.query<StandingGap>(
          `select ${columns} from vigil.gaps g where ${inScope} and ($3::text[] is null or g.kind = any($3))
           order by g.told_at desc, g.id limit $4 offset $5`,
          [...values, kinds, perPage, page * perPage],
        );
        const counted = await sql.query<{ kind: GapKind; gaps: number }>(
          `select g.kind, count(*)::int as gaps from vigil.gaps g where ${inScope} group by g.kind order by g.kind`,
          values,
        );
        const totalElements = counted.filter(({ kind }) => kinds === null || kinds.includes(kind)).reduce((sum, { gaps }) => sum + gaps, 0);
        return { content, totalElements, kinds: counted };
      }),

    enrol: async () => {
      await database.ask('select vigil.enrol_gap_checks($1)', [mostNew]);
    },

    tenantsWithDue: async () =>
      (await database.ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_due_gap_checks()')).map(
        ({ tenantId }) => tenantId,
      ),

    claim: (tenantId, most) =>
      database.tenant(tenantId, async (sql) => {
        const rows = await sql.query<{ userId: string; leasedUntil: string }>(
          // Named one by one, so that a tenant whose rows have just been made is not read as a whole for every few.
          `update vigil.gap_checks c set due_at = now() + make_interval(secs => $3)
           where c.tenant_id = $1 and c.user_id = any(array(
             select d.user_id from vigil.gap_checks d where d.tenant_id = $1 and d.due_at <= now() order by d.due_at limit $2
             for update skip locked))
           returning c.user_id, c.due_at::text as leased_until`,
          [tenantId, most, leaseSeconds],
        );
        const [first] = rows;
        return first ? { userIds: rows.map(({ userId }) => userId), leasedUntil: first.leasedUntil } : null;
      }),

    keep: (tenantId, judged, leasedUntil) =>
      database.tenant(tenantId, async (sql) => {
        const changed = new Set<string>();
        for (const { userId } of await endOthers(sql, tenantId, judged)) changed.add(userId);
        for (const { userId } of await tellNew(sql, tenantId, judged)) changed.add(userId);
        await planNext(sql, tenantId, judged, leasedUntil);
        return [...changed];
      }),

    hearOf: (tenantId, userIds) =>
      database.tenant(tenantId, async (sql) => {
        const due = await sql.query(
          `update vigil.gap_checks c set due_at = now()
           where c.tenant_id = $1 and c.user_id = any($2::uuid[]) and c.due_at > now() and (
             c.judged_at is null
             or exists (select from vigil.gaps g where g.tenant_id = $1 and g.user_id = c.user_id and g.ended_at is null)
             or exists (
               select from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = c.user_id
                 and ((l.metric = 'battery' and l.value <= $3) or l.ts > now() + make_interval(secs => $4))))
           returning c.user_id`,
          [tenantId, userIds, lowBatteryPercent, clockAheadSeconds],
        );
        return due.length > 0;
      }),

    lookAgain: (tenantId, userIds) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query('update vigil.gap_checks set due_at = now() where tenant_id = $1 and user_id = any($2::uuid[])', [
          tenantId,
          userIds,
        ]);
      }),
  };
}

interface FoundColumns {
  readonly userIds: readonly string[];
  readonly kinds: readonly GapKind[];
  readonly metrics: readonly string[];
  readonly since: readonly Date[];
}

function foundColumns(judged: readonly JudgedMember[]): FoundColumns {
  const found = judged.flatMap(({ userId, gaps }) => gaps.map((gap) => ({ userId, ...gap })));
  return {
    userIds: found.map(({ userId }) => userId),
    kinds: found.map(({ kind }) => kind),
    metrics: found.map(({ metric }) => metric ?? ''),
    since: found.map(({ since }) => new Date(since * 1000)),
  };
}

function endOthers(sql: Sql, tenantId: string, judged: readonly JudgedMember[]): Promise<{ userId: string }[]> {
  const found = foundColumns(judged);
  return sql.query(
    `update vigil.gaps g set ended_at = now()
     where g.tenant_id = $1 and g.user_id = any($2::uuid[]) and g.ended_at is null and not exists (
       select from unnest($3::uuid[], $4::text[], $5::text[]) as found (user_id, kind, metric)
       where found.user_id = g.user_id and found.kind = g.kind and found.metric = g.metric)
     returning g.user_id`,
    [tenantId, judged.map(({ userId }) => userId), found.userIds, found.kinds, found.metrics],
  );
}

/** What stands already keeps the moment that it was told with: a battery that stays low is not low anew with every reading. */
function tellNew(sql: Sql, tenantId: string, judged: readonly JudgedMember[]): Promise<{ userId: string }[]> {
  const found = foundColumns(judged);
  return sql.query(
    `insert into vigil.gaps (tenant_id, user_id, kind, metric, since)
     select $1, found.* from unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) as found (user_id, kind, metric, since)
     on conflict (tenant_id, user_id, kind, metric) where ended_at is null do nothing
     returning user_id`,
    [tenantId, found.userIds, found.kinds, found.metrics, found.since],
  );
}

/** What was heard of a member while somebody looked makes the member due again. */
async function planNext(sql: Sql, tenantId: string, judged: readonly JudgedMember[], leasedUntil: string): Promise<void> {
  await sql.query(
    `update vigil.gap_checks c set judged_at = now(), seen = next.seen,
       due_at = case when c.due_at = $2::timestamptz then next.due_at else c.due_at end,
       habits = coalesce(next.habits, c.habits), habits_at = case when next.habits is null then c.habits_at else now() end
     from unnest($3::uuid[], $4::timestamptz[], $5::jsonb[], $6::jsonb[]) as next (user_id, due_at, habits, seen)
     where c.tenant_id = $1 and c.user_id = any($3::uuid[]) and c.user_id = next.user_id`,
    [
      ...[tenantId, leasedUntil, judged.map(({ userId }) => userId), judged.map(({ nextCheckAt }) => new Date(nextCheckAt * 1000))],
      judged.map(({ newHabits }) => (newHabits === null ? null : JSON.stringify(newHabits))),
      judged.map(({ seen }) => JSON.stringify(seen)),
    ],
  );
}
