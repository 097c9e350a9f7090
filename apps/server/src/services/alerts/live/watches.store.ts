import { type AlertRule, slotSeconds } from '@vigil/domain/alerts/rule';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { WaitingMember } from './asked.ts';

/** How far a subject of a member is judged, and when it is looked at though nothing arrives. Unix seconds. */
export type SubjectMark = readonly [judgedUntil: number, nextAt: number | null];

/** How far a member is judged. Times in milliseconds since 1970. */
export interface WatchRow {
  readonly userId: string;
  readonly subjects: Readonly<Record<string, SubjectMark>>;
  readonly nextAt: number | null;
  readonly generation: number;
  /** What is of before this is not judged any more. Unix seconds; null: there is no such time. */
  readonly notBefore: number | null;
  /** Nobody has judged the member yet. */
  readonly isNew: boolean;
}

export interface SavedWatch {
  readonly userId: string;
  readonly subjects: Readonly<Record<string, SubjectMark>>;
  readonly generation: number;
  readonly notBefore: number | null;
}

/** What is not judged yet. Times in milliseconds since 1970. */
export interface Waiting {
  readonly members: number;
  readonly since: number | null;
  /** When anybody was judged last. */
  readonly evaluatedAt: number | null;
}

export interface Unheard {
  readonly userId: string;
  readonly metrics: readonly string[];
}

export interface WaitingQuestion {
  /** Null: all members of the tenant. */
  readonly userIds: readonly string[] | null;
  /** Whoever has not been judged by the newest rules waits as well. */
  readonly isStarting: boolean;
  readonly graceSeconds: number;
  /** Of whom this process knows that something has arrived. */
  readonly heardOf: readonly WaitingMember[];
}

export interface WatchesStore {
  /** Tenants with somebody to look at, at a moment in Unix seconds; null: by the database's clock. */
  dueTenants(atSeconds: number | null): Promise<string[]>;
  tenantsWithRules(): Promise<string[]>;
  /** Members who are due, in the order in which the ticks engine keeps them. */
  due(tenantId: string, atSeconds: number | null): Promise<string[]>;
  /** Members who were last looked at before the rules changed, in the same order. */
  behind(tenantId: string): Promise<string[]>;
  /**
   * Members with readings that were received after they were last judged, or up to so many seconds before, and of which metrics: those
   * that have waited for at least so long, since another process may be about to judge them.
   */
  unheard(tenantId: string, since: { readonly overlapSeconds: number; readonly waitedSeconds: number }): Promise<Unheard[]>;
  /** What is not judged though it has been there for a while. */
  waiting(tenantId: string, question: WaitingQuestion, atSeconds: number | null): Promise<Waiting>;
}

export function createWatchesStore(database: Database): WatchesStore {
  /** The ticks engine orders ids by their second half, and then by their first. */
  const inOrder = (tenantId: string, which: string, values: readonly unknown[]) =>
    database.tenant(tenantId, async (sql) => {
      const rows = await sql.query<{ id: string }>(
        `select w.user_id as id from vigil.alert_watches w where w.tenant_id = $1 and ${which} order by right(w.user_id::text, 17) collate "C", w.user_id`,
        [tenantId, ...values],
      );
      return rows.map(({ id }) => id);
    });

  return {
    dueTenants: async (at) =>
      (
        await database.ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_due_alerts(coalesce(to_timestamp($1), now()))', [
          at,
        ])
      ).map(({ tenantId }) => tenantId),
    tenantsWithRules: async () =>
      (await database.ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_alert_rules()')).map(({ tenantId }) => tenantId),

    due: (tenantId, at) => inOrder(tenantId, 'w.next_at <= coalesce(to_timestamp($2), now())', [at]),

    behind: (tenantId) => inOrder(tenantId, 'w.generation < (select p.generation from vigil.alert_passes p where p.tenant_id = $1)', []),

    unheard: (tenantId, { overlapSeconds, waitedSeconds }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<Unheard>(
          `select user_id, array_agg(metric) as metrics from (${unheard('$2')}) unheard
           where received_at <= now() - make_interval(secs => $3) group by user_id`,
          [tenantId, overlapSeconds, waitedSeconds],
        ),
      ),

    waiting: (tenantId, { userIds, isStarting, graceSeconds, heardOf }, at) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<Waiting>(
          `select count(distinct waiting.user_id)::int as members, min(waiting.at) as since,
             (select max(w.evaluated_at) from vigil.alert_watches w where w.tenant_id = $1) as evaluated_at
           from (
             select user_id, received_at as at from (${unheard('0')}) unheard where received_at < now() - make_interval(secs => $2)
             union all
             select w.user_id, w.next_at from vigil.alert_watches w
             where w.tenant_id = $1 and w.next_at <= coalesce(to_timestamp($3), now()) - make_interval(secs => $2)
             union all
             select w.user_id, null from vigil.alert_watches w join vigil.alert_passes p on p.tenant_id = w.tenant_id
             where $4::boolean and w.tenant_id = $1 and w.generation < p.generation
             union all
             select user_id, at from unnest($5::uuid[], $6::timestamptz[]) as heard (user_id, at) where at < now() - make_interval(secs => $2)
           ) waiting
           where $7::uuid[] is null or waiting.user_id = any($7)`,
          [
            ...[tenantId, graceSeconds, at, isStarting],
            ...[heardOf.map(({ userId }) => userId), heardOf.map(({ receivedAtMs }) => finiteDate(receivedAtMs)), userIds],
          ],
        );
        return row ?? { members: 0, since: null, evaluatedAt: null };
      }),
  };
}

/** What was heard of at no known time waits from now on: it is found by what is stored. */
const finiteDate = (ms: number) => (Number.isFinite(ms) ? new Date(ms) : null);

/** Readings that were received after their member was judged. What is older than the newest reading of its metric decides nothing new. */
const unheard = (overlap: string) => `
  select t.user_id, t.metric, t.received_at from vigil.latest_ticks t left join vigil.alert_watches w on w.tenant_id = t.tenant_id and w.user_id = t.user_id
  where t.tenant_id = $1 and (w.evaluated_at is null or t.received_at > w.evaluated_at - make_interval(secs => ${overlap}))`;

export interface RulesOfTenant {
  /** Rules run, or have run; also in the shadow, where they tell nobody. */
  readonly haveRun: boolean;
  /** There is a rule that tells somebody. */
  readonly areLive: boolean;
}

export async function readRulesOf(database: Database, tenantId: string): Promise<RulesOfTenant> {
  const [rules] = await database.tenant(tenantId, (sql) =>
    sql.query<RulesOfTenant>(
      `select exists (select from vigil.alert_passes where tenant_id = $1) as have_run,
         exists (select from vigil.alert_rule_versions where tenant_id = $1 and state = 'live') as are_live`,
      [tenantId],
    ),
  );
  return rules ?? { haveRun: false, areLive: false };
}

/**
 * Within a transaction: something about a subject of a member is so from a moment on (Unix seconds; null: now). It is to be looked at then,
 * whoever hears of it, and judged anew from there; also where the member was never heard of. Who judges the member meanwhile is waited for.
 */
export async function makeDue(sql: Sql, tenantId: string, userId: string, key: string, atSeconds: number | null): Promise<void> {
  await sql.query(
    `insert into vigil.alert_watches as known (tenant_id, user_id, subjects, next_at)
     select $1, $2, jsonb_build_object($3::text, jsonb_build_array(0, extract(epoch from moment.at)::float8)), moment.at
     from (select coalesce(to_timestamp($4), now()) as at) moment
     on conflict (tenant_id, user_id) do update set next_at = least(known.next_at, excluded.next_at),
       subjects = known.subjects || jsonb_build_object($3::text,
         jsonb_build_array(
           least(coalesce((known.subjects -> $3::text ->> 0)::float8, 0), floor((excluded.subjects -> $3::text ->> 1)::float8 / ${slotSeconds}) * ${slotSeconds}),
           excluded.subjects -> $3::text -> 1))`,
    [tenantId, userId, key, atSeconds],
  );
}

/** Within a transaction: the rules that run in a tenant, as they are written. */
export async function runningDefinitions(sql: Sql, tenantId: string): Promise<readonly AlertRule[]> {
  const rows = await sql.query<{ definition: AlertRule }>(
    "select definition from vigil.alert_rule_versions where tenant_id = $1 and state in ('live', 'shadow')",
    [tenantId],
  );
  return rows.map(({ definition }) => definition);
}

/** Within a transaction: the present by the database's clock, in Unix seconds, and which change of the rules is the newest. */
export async function readMoment(sql: Sql, tenantId: string): Promise<{ nowSeconds: number; generation: number }> {
  const [row] = await sql.query<{ nowSeconds: number; generation: number | null }>(
    `select extract(epoch from clock_timestamp())::float8 as now_seconds,
       (select p.generation from vigil.alert_passes p where p.tenant_id = $1) as generation`,
    [tenantId],
  );
  return { nowSeconds: row?.nowSeconds ?? Number.NaN, generation: row?.generation ?? 0 };
}

/**
 * Within a transaction: takes these members, until it ends. Those whom another process has are left out, and those who were never
 * heard of, unless they are now.
 */
export async function claimWatches(
  sql: Sql,
  tenantId: string,
  userIds: readonly string[],
  heardOf: readonly string[],
): Promise<WatchRow[]> {
  await sql.query(
    `insert into vigil.alert_watches (tenant_id, user_id)
     select $1, asked from unnest($2::uuid[]) asked
     where not exists (select from vigil.alert_watches w where w.tenant_id = $1 and w.user_id = asked)
     on conflict do nothing`,
    [tenantId, [...heardOf].sort()],
  );
  return sql.query<WatchRow>(
    `select w.user_id, w.subjects, w.next_at, w.generation, extract(epoch from w.not_before)::float8 as not_before,
       w.evaluated_at is null as is_new from vigil.alert_watches w
     where w.tenant_id = $1 and w.user_id = any($2::uuid[]) order by w.user_id for update skip locked`,
    [tenantId, userIds],
  );
}

/** Within a transaction: waits for whoever is judging a member, and lets nobody do so until it ends. */
export const lockWatch = async (sql: Sql, tenantId: string, userId: string): Promise<void> =>
  void (await sql.query('select 1 from vigil.alert_watches where tenant_id = $1 and user_id = $2 for update', [tenantId, userId]));

/** Within a transaction: how far these members are judged now, with all that was received until a moment in Unix seconds. */
export async function saveWatches(sql: Sql, tenantId: string, watches: readonly SavedWatch[], asOfSeconds: number): Promise<void> {
  const nextOf = ({ subjects }: SavedWatch) => {
    const times = Object.values(subjects).flatMap(([, next]) => (next === null ? [] : [next]));
    return times.length === 0 ? null : Math.min(...times);
  };
  await sql.query(
    `update vigil.alert_watches w
     set subjects = given.subjects, next_at = to_timestamp(given.next_at), generation = given.generation, not_before = to_timestamp(given.not_before),
       evaluated_at = to_timestamp($7)
     from unnest($2::uuid[], $3::jsonb[], $4::float8[], $5::bigint[], $6::float8[]) as given (user_id, subjects, next_at, generation, not_before)
     where w.tenant_id = $1 and w.user_id = given.user_id`,
    [
      tenantId,
      watches.map(({ userId }) => userId),
      watches.map(({ subjects }) => JSON.stringify(subjects)),
      watches.map(nextOf),
      watches.map(({ generation }) => generation),
      watches.map(({ notBefore }) => notBefore),
      asOfSeconds,
    ],
  );
}
