import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import { gapKindsByMending, recentGapDays } from '@vigil/domain/today/gap-order';
import type { Database } from '#platform/postgres/database.ts';

/** Whose places are asked for. */
export interface PlacesAsked {
  readonly scope: 'tenant' | readonly string[];
  /** Members whose rows are put aside: they stand in neither list. */
  readonly aside: readonly string[];
  /** Of the page: how many rows are before it, and how many it has. */
  readonly from: number;
  readonly size: number;
  /** What is due by then is overdue. Milliseconds. */
  readonly nowMs: number;
}

/** Rows of the two lists. */
export interface Counts {
  readonly open: number;
  readonly gaps: number;
}

/** By what a member who may stand on the page is placed, but for NEWS2. Times in milliseconds unless their names say otherwise. */
export interface OpenPlace {
  readonly userId: string;
  readonly severity: AlertSeverity;
  readonly level: number | null;
  readonly isOverdue: boolean;
  /** Of the worst action: what its rule saw, and when it fired; null where no rule opened it. */
  readonly triggeredValue: number | null;
  readonly baseline: number | null;
  readonly triggeredAtSeconds: number | null;
  /** When that action was opened; null where there is an alarm alone. */
  readonly createdAt: number | null;
  /** When the alarm of that action, or the worst alarm, was raised. */
  readonly raisedAt: number | null;
}

export interface PlacesStore {
  /**
   * Members of the open list who may stand on the page: those who share severity, level and lateness with somebody on it, and
   * how many come before all of them. What else they are placed by is for the caller to compare.
   */
  open(tenantId: string, asked: PlacesAsked): Promise<{ readonly places: readonly OpenPlace[]; readonly before: number } & Counts>;
  /** Members with nothing but gaps, as `gapOrder` has them: the page. */
  gaps(tenantId: string, asked: PlacesAsked): Promise<{ readonly userIds: readonly string[] } & Counts>;
  counts(tenantId: string, asked: Pick<PlacesAsked, 'scope' | 'aside'>): Promise<Counts>;
}

/** More live actions than anybody looks through. */
const mostLiveActions = 50_000;

const array = (words: readonly string[]) => `array['${words.join("', '")}']`;
const urgencyOf = (column: string) => `array_position(${array(severities)}, ${column}) - 1`;

/**
 * In these statements no two lists of members are joined in a way that PostgreSQL can carry out by comparing each of one with each
 * of the other: it expects a row or two of a tenant filled since the last ANALYZE, and 20,000 times 5,000 took it seven seconds.
 * `in` within `is true` is looked up in a hash table, and so is `not in`; a full join never goes through one side again and again.
 */
const isIn = (members: 'near' | 'gap_members') => `(user_id in (select user_id from ${members})) is true`;

/**
 * What is open, by the actions, alarms and gaps of a tenant ($1) or of these members of it ($2), without those who are put aside
 * ($3). `open_members` is everybody with an action about themselves or an alarm; `gap_members` whoever else lacks data.
 */
const standing = `live as materialized (
    select a.id, a.user_id, a.category = 'DATA_GAP' as about_data, a.urgency, date_trunc('milliseconds', a.created_at) as created_at,
      date_trunc('milliseconds', a.due_at) as due_at
    from vigil.actions a
    where a.tenant_id = $1 and a.is_live and a.version > 0 and a.expires_at > now() and ($2::uuid[] is null or a.user_id = any($2))
      and not exists (
        select from vigil.users u where u.tenant_id = $1 and u.id = a.user_id
          and (u.is_in_the_tenant is not distinct from false or u.removed_at is not null or u.deactivated_at is not null))
    order by a.is_live desc, a.urgency desc, a.created_at desc, a.id limit ${mostLiveActions}
  ), ringing as materialized (
    select a.id, a.user_id, a.state = 'raised' as asks, a.level, a.raised_at, ${urgencyOf('a.severity')} as urgency
    from vigil.alarms a
    where a.tenant_id = $1 and a.is_live and a.state in ('raised', 'acknowledged', 'snoozed') and ($2::uuid[] is null or a.user_id = any($2))
  ), open_members as materialized (
    select user_id, max(urgency) as urgency, coalesce(max(level), -1) as level, min(due_at) as due_at
    from (
      select user_id, case when not about_data then urgency end as urgency, null as level, due_at, about_data from live
      union all
      select user_id, urgency, case when asks then level end, null, false from ringing
    ) one
    where user_id <> all($3::uuid[])
    group by user_id having not bool_and(about_data)
  ), gap_members as materialized (
    select user_id from (
      select g.user_id from vigil.gaps g where g.tenant_id = $1 and g.ended_at is null and ($2::uuid[] is null or g.user_id = any($2))
      union
      select user_id from live where about_data
    ) one
    where user_id <> all($3::uuid[]) and user_id not in (select user_id from open_members)
  ), counted as (
    select (select count(*)::int from open_members) as open, (select count(*)::int from gap_members) as gaps
  )`;

/**
 * Members of the open list who share severity, level and lateness with somebody between the rows $5 and $5 + $6, each with the
 * worst action (as `worstAction` has it) and the alarm that is told with it. One row without a member where there is nobody.
 */
const openPlaces = `with ${standing}, alike as (
    select *, due_at < to_timestamp($4 / 1000.0) is true as is_overdue from open_members
  ), placed as (
    select user_id, urgency, level, is_overdue, rank() over places - 1 as before,
      count(*) over (partition by urgency, level, is_overdue) as of_these
    from alike window places as (order by urgency desc, level desc, is_overdue desc)
  ), near as materialized (
    select * from placed where before < $5::int + $6::int and before + of_these > $5::int
  ), worst as (
    select distinct on (user_id) user_id, id, created_at from live where ${isIn('near')}
    order by user_id, about_data, urgency desc, created_at, id
  ), told as materialized (
    select distinct on (user_id) user_id, w.id, w.created_at, case when its.alarm then r.raised_at end as raised_at
    from worst w full join (select * from ringing where ${isIn('near')}) r using (user_id)
    cross join lateral (
      select w.id is null or exists (
        select from vigil.alarm_parts p where p.tenant_id = $1 and p.alarm_id = r.id and p.action_id = w.id
          and (not p.ended or not exists (select from vigil.alarm_parts q where q.tenant_id = $1 and q.alarm_id = r.id and not q.ended))
      ) as alarm
    ) its
    order by user_id, its.alarm desc, r.urgency desc, r.asks desc, r.raised_at
  )
  select counted.*, n.user_id, (${array(severities)})[n.urgency + 1] as severity, nullif(n.level, -1) as level, n.is_overdue, n.before::int,
    t.created_at, t.raised_at, coalesce((seen.alert ->> 'triggered_at')::float8, extract(epoch from a.caused_at)::float8) as triggered_at_seconds,
    (seen.alert #>> '{triggered_values,0,value}')::float8 as triggered_value,
    (seen.alert #>> '{evidence,0,timeframe_baseline}')::float8 as baseline
  from counted
  left join (near n full join told t using (user_id)) on true
  left join vigil.actions a on a.tenant_id = $1 and a.id = t.id
  left join lateral (select coalesce(a.told_by, a.alert) as alert) seen on true`;

/**
 * A page of members with nothing but gaps, in the order of `gapOrder`: $5 rows are before it, $6 on it. Of several gaps the one that
 * comes first in that order counts. Whether it is a recent one, its kind and its time are one number, in microseconds, since
 * thousands of numbers are compared faster than as many rows.
 */
const gapPlaces = `with ${standing}
  select counted.*, array(
    select user_id from (
      select g.user_id, null::timestamptz as due_at, false as has_action,
        case when g.since > to_timestamp($4 / 1000.0) - interval '${recentGapDays} days' then 0 else 100 end * 10000000000000000
          + array_position(${array(gapKindsByMending)}, g.kind) * 10000000000000000 - (extract(epoch from g.since) * 1000000)::bigint as gap
      from vigil.gaps g
      where g.tenant_id = $1 and g.ended_at is null and ($2::uuid[] is null or g.user_id = any($2))
      union all
      select user_id, due_at, true, null from live where about_data
    ) one
    where ${isIn('gap_members')}
    group by user_id
    order by min(due_at) < to_timestamp($4 / 1000.0) is true desc, bool_or(has_action) desc, min(gap) nulls last, user_id
    limit $6::int offset $5::int
  ) as user_ids
  from counted`;

interface OpenRow extends OpenPlace {
  readonly before: number;
}

export function createPlacesStore(database: Database): PlacesStore {
  const read = <Row extends object>(
    text: string,
    tenantId: string,
    { scope, aside }: Pick<PlacesAsked, 'scope' | 'aside'>,
    more: number[] = [],
  ) => database.tenant(tenantId, (sql) => sql.query<Row & Counts>(text, [tenantId, scope === 'tenant' ? null : scope, aside, ...more]));
  const page = ({ nowMs, from, size }: PlacesAsked) => [nowMs, from, size];
  const countsOf = ([first]: readonly Counts[]): Counts => ({ open: first?.open ?? 0, gaps: first?.gaps ?? 0 });
  return {
    async open(tenantId, asked) {
      const rows = await read<OpenRow | { userId: null }>(openPlaces, tenantId, asked, page(asked));
      const found = rows.flatMap((row) => (row.userId === null ? [] : [row]));
      const places = found.map(({ before: _before, open: _open, gaps: _gaps, ...place }) => place);
      return { places, before: Math.min(...found.map(({ before }) => before)), ...countsOf(rows) };
    },
    async gaps(tenantId, asked) {
      const rows = await read<{ userIds: readonly string[] }>(gapPlaces, tenantId, asked, page(asked));
      return { userIds: rows[0]?.userIds ?? [], ...countsOf(rows) };
    },
    counts: async (tenantId, asked) => countsOf(await read(`with ${standing} select * from counted`, tenantId, asked)),
  };
}
