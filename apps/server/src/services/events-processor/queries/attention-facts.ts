import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { AccountStatus } from '@vigil/domain/status/account-status';
import { type BandState, bandState } from '@vigil/domain/status/band-state';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';
import { byName } from './member-order.ts';
import { memberStatusSql, membersWhere, roomForHashes, type WhichMembers } from './which-members.ts';

/** What PostgreSQL knows of a member that can be a reason to look at them. Unix seconds. */
export interface MemberFacts {
  readonly userId: string;
  readonly timeZone: string;
  readonly createdAt: number;
  readonly status: AccountStatus | null;
  /** A public data set was brought in as it is: nobody wears a band who could forget to. */
  readonly mayWearBand: boolean;
  readonly latest: Readonly<Record<string, { readonly value: number; readonly timestamp: number }>>;
  readonly band: { readonly status: BandState; readonly since: number | null; readonly lastSync: number | null };
}

interface MemberRow {
  readonly userId: string;
  readonly timeZone: string | null;
  readonly createdAt: number;
  readonly status: AccountStatus | null;
  readonly mayWearBand: boolean;
  readonly lastSync: number | null;
}

interface LatestRow {
  readonly userId: string;
  readonly latest: MemberFacts['latest'] | null;
  readonly bandCode: number | null;
  readonly bandSince: number | null;
}

/**
 * Those facts of every member that a question is about, with these metrics and the steps, by name. Two statements that are put together here: joined in one,
 * tables without statistics were gone through once for each member.
 */
export async function readAttentionFacts(
  database: Database,
  question: WhichMembers & { readonly tenantId: string },
  metrics: readonly MetricId[],
  nowSeconds: number,
): Promise<MemberFacts[]> {
  const { tenantId, scope } = question;
  const values: unknown[] = [tenantId];
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`);
  const [members, latest] = await database.tenant(tenantId, async (sql) => [
    await roomForHashes(sql).then(() =>
      sql.query<MemberRow>(
        `select u.id as user_id, u.time_zone, extract(epoch from u.created_at)::float8 as created_at, ${memberStatusSql} as status,
         u.data_origin <> 'public-dataset' as may_wear_band,
         (select extract(epoch from s.last_received_at)::float8 from vigil.band_syncs s where s.tenant_id = u.tenant_id and s.user_id = u.id) as last_sync
       from vigil.users u where ${where} order by ${byName}`,
        values,
      ),
    ),
    await sql.query<LatestRow>(
      `select l.user_id, max(l.value) filter (where l.metric = 'band_removed') as band_code,
         extract(epoch from max(l.ts) filter (where l.metric = 'band_removed'))::float8 as band_since,
         jsonb_object_agg(l.metric, jsonb_build_object('value', l.value, 'timestamp', extract(epoch from l.ts)::float8))
           filter (where l.metric <> 'band_removed') as latest
       from vigil.latest_ticks l where l.tenant_id = $1 and l.metric = any($2::text[])${scope === 'tenant' ? '' : ' and l.user_id = any($3::uuid[])'}
       group by l.user_id`,
      [tenantId, [...metrics, 'steps', 'band_removed'], ...(scope === 'tenant' ? [] : [[...scope]])],
    ),
  ]);
  const byId = new Map(latest.map((row) => [row.userId, row]));
  return members.map(({ userId, timeZone, createdAt, status, mayWearBand, lastSync }) => {
    const known = byId.get(userId);
    return {
      userId,
      timeZone: memberTimeZone(timeZone),
      createdAt,
      status,
      mayWearBand,
      latest: known?.latest ?? {},
      band: { status: bandState(known?.bandCode), since: known?.bandSince ?? null, lastSync },
    };
  });
}

/** Every member of a tenant with the zone that they live in. */
export async function readMemberZones(database: Database, tenantId: string): Promise<{ userId: string; timeZone: string }[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ userId: string; timeZone: string | null }>(
      "select u.id as user_id, u.time_zone from vigil.users u where u.tenant_id = $1 and u.roles @> '{patient}'",
      [tenantId],
    ),
  );
  return rows.map(({ userId, timeZone }) => ({ userId, timeZone: memberTimeZone(timeZone) }));
}
