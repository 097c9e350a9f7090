import type { Database } from '#platform/postgres/database.ts';
import type { Reading } from '../facts-now/measure-values.ts';
import { sleepMeasures } from './measures-of-sleep.ts';

/** What of a member's sleep has arrived last. Unix seconds. */
export interface SleepArrived {
  readonly userId: string;
  /** The newest stage; null: the band tells none. */
  readonly stage: Reading | null;
  /** An efficiency that the band sent by itself. */
  readonly efficiency: Reading | null;
  /** Microseconds since 1970, as text: what was received until then is in it. */
  readonly followedTo: string;
  /** The same of what is kept so far, a mark (`outdate`) included; null: nothing is. */
  readonly keptTo: string | null;
}

export interface KeptSleepMeasure {
  readonly userId: string;
  readonly measure: string;
  /** Null: nothing is known of it. */
  readonly reading: Reading | null;
  readonly followedTo: string;
  readonly keptTo: string | null;
}

export interface SleepMeasuresStore {
  /** Members of whom something has arrived that is not followed yet, or whose kept figures are out of date; the longest ago first. */
  due(tenantId: string, limit: number): Promise<SleepArrived[]>;
  /** Keeps these in place of what was kept; not those that were kept or marked by somebody else since `due` answered them. */
  keep(tenantId: string, kept: readonly KeptSleepMeasure[]): Promise<void>;
  /**
   * Marks what is kept of these members as out of date, for every process: a change of their sleep need not show in what has
   * arrived last. Each mark is another one, so that whoever reads meanwhile does not keep what was true before it.
   */
  outdate(tenantId: string, userIds: readonly string[]): Promise<void>;
}

const asReading = "jsonb_build_object('value', l.value, 'timestamp', extract(epoch from l.ts)::float8, 'source', l.source)";
const fromMicros = (text: string) => `to_timestamp(${text}::numeric / 1000000)`;
const micros = (moment: string) => `(extract(epoch from ${moment}) * 1000000)::bigint::text`;
/** Nothing was received before: what is followed to an earlier moment is marked. */
const never = 'to_timestamp(0)';
const aMark = "interval '1 millisecond'";

export function createSleepMeasuresStore(database: Database): SleepMeasuresStore {
  return {
    due: (tenantId, limit) =>
      database.tenant(tenantId, (sql) =>
        sql.query<SleepArrived>(
          `select coalesce(arrived.user_id, kept.user_id) as user_id, arrived.stage, arrived.efficiency,
             ${micros(`coalesce(arrived.received_at, ${never})`)} as followed_to, ${micros('kept.followed_to')} as kept_to
           from (
             select l.user_id, max(l.ts) as newest, max(l.received_at) as received_at,
               (jsonb_agg(${asReading}) filter (where l.metric = 'sleep_depth'))->0 as stage,
               (jsonb_agg(${asReading}) filter (where l.metric = 'sleep_efficiency'))->0 as efficiency
             from vigil.latest_ticks l where l.tenant_id = $1 and l.metric in ('sleep_depth', 'sleep_efficiency') group by l.user_id
           ) arrived
           full join (select k.user_id, k.followed_to from vigil.sleep_measures k where k.tenant_id = $1 and k.measure = 'sleep_total') kept
             on kept.user_id = arrived.user_id
           where kept.followed_to is null or kept.followed_to < coalesce(arrived.received_at, ${never})
           order by arrived.newest limit $2`,
          [tenantId, limit],
        ),
      ),

    async keep(tenantId, kept) {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `with given as (
             select k."userId" as user_id, k.measure, to_timestamp(k.ts) as ts, k.value, k.source,
               ${fromMicros('k."followedTo"')} as followed_to, ${fromMicros('k."keptTo"')} as kept_to
             from jsonb_to_recordset($2::jsonb)
               as k ("userId" uuid, measure text, ts float8, value float8, source text, "followedTo" text, "keptTo" text)
           ), again as (
             update vigil.sleep_measures k set ts = g.ts, value = g.value, source = g.source, followed_to = g.followed_to
             from given g where k.tenant_id = $1 and k.user_id = g.user_id and k.measure = g.measure and k.followed_to = g.kept_to
           )
           insert into vigil.sleep_measures (tenant_id, user_id, measure, ts, value, source, followed_to)
           select $1, g.user_id, g.measure, g.ts, g.value, g.source, g.followed_to from given g
           where g.kept_to is null and ${isThere('g.user_id')}
           on conflict do nothing`,
          [tenantId, JSON.stringify(kept.map(({ reading, ...one }) => ({ ...one, ts: reading?.timestamp, ...reading })))],
        ),
      );
    },

    async outdate(tenantId, userIds) {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `insert into vigil.sleep_measures as known (tenant_id, user_id, measure, followed_to)
           select $1, given.user_id, given.measure, ${never} - ${aMark}
           from (select user_id, measure from unnest($2::uuid[]) user_id, unnest($3::text[]) measure) given
           where ${isThere('given.user_id')} order by given.user_id, given.measure
           on conflict (tenant_id, user_id, measure) do update set followed_to = least(known.followed_to, ${never}) - ${aMark}`,
          [tenantId, [...userIds], sleepMeasures.map(({ id }) => id)],
        ),
      );
    },
  };
}

/** Whoever has been erased meanwhile has nothing kept. */
const isThere = (userId: string) =>
  `exists (select from vigil.users u where u.tenant_id = $1 and u.id = ${userId} and u.erased_at is null)`;
