import { createDatabase, type Database } from '#server/platform/postgres/database.ts';
import type { Stores } from '#server/platform/stores.ts';
import type { TicksEngine } from '#server/platform/ticks/engine.ts';
import { dayMs } from './vitals.ts';

/** What every member of a panel has a latest value of: metric, lowest, and how far above that the highest is. */
const latest: readonly (readonly [metric: string, low: number, span: number])[] = [
  ['heart_rate', 48, 60],
  ['rhr', 45, 40],
  ['rmssd', 10, 80],
  ['resp_rate', 10, 12],
  ['spo2', 90, 10],
  ['skin_temp', 31, 5],
  ['systolic', 100, 70],
  ['diastolic', 60, 35],
  ['battery', 5, 95],
  ['band_removed', 0, 1],
];

/** Gives all members of a tenant latest values and a last sync, spread over the last day. */
export async function giveLatest(stores: Stores, tenantId: string): Promise<void> {
  await stores.database.tenant(tenantId, async (sql) => {
    // In one statement, as all that a band hands on at once is stored in one.
    await sql.query(
      `insert into vigil.latest_ticks (tenant_id, user_id, metric, ts, value, source, received_at)
       select $1, id, metric, at, low + round((hashtextextended(id::text, length(metric)) & 65535) / 65535.0 * span), 'device', at
       from (select id, now() - make_interval(secs => hashtextextended(id::text, 0) & 65535) as at from vigil.users where roles @> '{patient}') members
       cross join unnest($2::text[], $3::float8[], $4::float8[]) as latest (metric, low, span)
       on conflict (tenant_id, user_id, metric) do nothing`,
      [tenantId, ...[0, 1, 2].map((column) => latest.map((row) => row[column]))],
    );
    await sql.query(
      `insert into vigil.band_syncs (tenant_id, user_id, first_tick_at, last_received_at)
       select tenant_id, user_id, ts - interval '90 days', ts from vigil.latest_ticks where metric = 'heart_rate'
       on conflict (tenant_id, user_id) do nothing`,
    );
  });
  await vacuum(stores, ['users', 'latest_ticks', 'latest_values', 'band_syncs']);
}

/** As autovacuum does within a minute. */
export async function vacuum(stores: Stores, tables: readonly string[]): Promise<void> {
  await asOwner(stores, (database) =>
    database.global(async (sql) => {
      // VACUUM may not stand in a transaction: it is ended first.
      await sql.query('commit');
      for (const table of tables) await sql.query(`vacuum (analyze) vigil.${table}`);
    }),
  );
}

/** Assigns each member of a tenant directly to one clinician. */
export async function assignAll(database: Database, tenantId: string): Promise<void> {
  await database.tenant(tenantId, (sql) =>
    sql.query(
      `with clinician as (
         insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{md}', 'Synthetic', 'Physician') returning id
       )
       insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       select $1, u.id, clinician.id, 'PRIMARY', 'DIRECT_ASSIGNMENT', now() from vigil.users u, clinician where u.roles @> '{patient}'`,
      [tenantId],
    ),
  );
}

/** Works as the owner of the relational store, whom row-level security does not bind. */
export async function asOwner<T>(stores: Stores, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase({
    url: stores.ownerUrl,
    size: 4,
    onError: (error) => {
      throw error;
    },
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The population's days: how many members had each metric, how many of them wore the band for ten hours, and their mean and
 * median. The reports to come are of this kind; until then nothing serves it over HTTP, so the bench asks the engine itself.
 */
export async function populationDays(engine: TicksEngine, tenantId: string, days: number, nowMs: number): Promise<number> {
  const rows = await engine.query<{ members: number }>(
    `select metric, day, toUInt32(count()) as members, toUInt32(countIf(t.device_n >= 600)) as worn, sum(t.total) / sum(t.n) as mean,
       quantile(0.5)(t.median) as typical, min(t.low) as low, max(t.high) as high
     from vigil.ticks_day as t final
     where tenant_id = {tenantId:UUID} and day >= {from:Date} and day < {to:Date} group by metric, day order by metric, day`,
    { tenantId, from: date(nowMs - days * dayMs), to: date(nowMs) },
    { lane: 'report' },
  );
  return rows.reduce((sum, { members }) => sum + members, 0);
}

const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
