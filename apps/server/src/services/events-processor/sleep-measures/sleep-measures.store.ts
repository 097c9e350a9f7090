import type { Database } from '#platform/postgres/database.ts';
import type { Reading } from '../facts-now/measure-values.ts';

/** What of a member's sleep has arrived last. Unix seconds. */
export interface SleepArrived {
  readonly userId: string;
  /** The newest stage; null: the band tells none. */
  readonly stage: Reading | null;
  /** An efficiency that the band sent by itself. */
  readonly efficiency: Reading | null;
  /** Microseconds since 1970, as text: what was received until then is in it. */
  readonly followedTo: string;
}

export interface KeptSleepMeasure {
  readonly userId: string;
  readonly measure: string;
  /** Null: nothing is known of it. */
  readonly reading: Reading | null;
  readonly followedTo: string;
}

export interface SleepMeasuresStore {
  /** Members of whom something has arrived that is not followed yet, or those who are named; the longest ago first. */
  due(tenantId: string, which: { readonly limit: number } | { readonly userIds: readonly string[] }): Promise<SleepArrived[]>;
  /** Keeps these in place of what was kept. */
  keep(tenantId: string, kept: readonly KeptSleepMeasure[]): Promise<void>;
}

const asReading = "jsonb_build_object('value', l.value, 'timestamp', extract(epoch from l.ts)::float8, 'source', l.source)";

export function createSleepMeasuresStore(database: Database): SleepMeasuresStore {
  return {
    due: (tenantId, which) =>
      database.tenant(tenantId, (sql) =>
        sql.query<SleepArrived>(
          `select arrived.user_id, arrived.stage, arrived.efficiency, arrived.followed_to from (
             select l.user_id, max(l.ts) as newest, max(l.received_at) as received_at,
               (extract(epoch from max(l.received_at)) * 1000000)::bigint::text as followed_to,
               (jsonb_agg(${asReading}) filter (where l.metric = 'sleep_depth'))->0 as stage,
               (jsonb_agg(${asReading}) filter (where l.metric = 'sleep_efficiency'))->0 as efficiency
             from vigil.latest_ticks l where l.tenant_id = $1 and l.metric in ('sleep_depth', 'sleep_efficiency') group by l.user_id
           ) arrived
           left join vigil.sleep_measures k on k.tenant_id = $1 and k.user_id = arrived.user_id and k.measure = 'sleep_total'
           where case when $2::uuid[] is null then k.followed_to is null or k.followed_to < arrived.received_at else arrived.user_id = any($2) end
           order by arrived.newest limit $3`,
          'limit' in which ? [tenantId, null, which.limit] : [tenantId, [...which.userIds], which.userIds.length],
        ),
      ),

    async keep(tenantId, kept) {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `insert into vigil.sleep_measures (tenant_id, user_id, measure, ts, value, source, followed_to)
           select $1, k."userId", k.measure, to_timestamp(k.ts), k.value, k.source, to_timestamp(k."followedTo"::numeric / 1000000)
           from jsonb_to_recordset($2::jsonb) as k ("userId" uuid, measure text, ts float8, value float8, source text, "followedTo" text)
           -- Whoever has been erased meanwhile has nothing kept.
           where exists (select from vigil.users u where u.tenant_id = $1 and u.id = k."userId" and u.erased_at is null)
           on conflict (tenant_id, user_id, measure) do update
             set ts = excluded.ts, value = excluded.value, source = excluded.source, followed_to = excluded.followed_to
             where vigil.sleep_measures.followed_to <= excluded.followed_to`,
          [tenantId, JSON.stringify(kept.map(({ reading, ...one }) => ({ ...one, ts: reading?.timestamp, ...reading })))],
        ),
      );
    },
  };
}
