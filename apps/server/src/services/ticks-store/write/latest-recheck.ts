import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { counts } from '../counting-sql.ts';
import type { TickSource } from '../tick-batch.ts';
import { storeDayTotals } from './day-totals.ts';
import { isCount, type LatestChanges, type LatestTick, type Recheck, type Uncounted } from './latest.ts';
import { storeLatest } from './latest-rows.ts';

export interface LatestStoreDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly people: Pick<People, 'noteFirstBandSyncs' | 'timeZonesOf'>;
}

/** Members looked up by one statement. */
const chunk = 200;

interface Seen {
  readonly userId: string;
  readonly metric: string;
  readonly ts: number;
  readonly source: TickSource;
  readonly value: number;
  readonly receivedAt: number;
}

/**
 * Looks up again what the latest tick is where a change may have made the known one count no more: a doubtful weight, a
 * correction to zero, a reading that was taken back. The one before it takes its place, or none.
 */
export async function recheckLatest(deps: LatestStoreDeps, tenantId: string, changes: LatestChanges): Promise<void> {
  const asked = [...changes.rechecks.values()].filter((one) => one.tenantId === tenantId);
  const uncounted = changes.uncounted.filter((one) => one.tenantId === tenantId);
  if (uncounted.length > 0)
    asked.push(
      ...(await deps.database.tenant(tenantId, (sql) => correctedAway(sql, tenantId, uncounted))).map((row) => ({ tenantId, ...row })),
    );
  const members = [...Map.groupBy(asked, (one) => one.userId.toLowerCase())];
  for (let start = 0; start < members.length; start += chunk) {
    const some = members.slice(start, start + chunk);
    const wanted = new Set(some.flatMap(([userId, ones]) => ones.map(({ metric }) => `${userId}/${metric}`)));
    await recheck(
      deps,
      tenantId,
      some.map(([userId]) => userId),
      wanted,
    );
  }
}

async function recheck(deps: LatestStoreDeps, tenantId: string, userIds: readonly string[], wanted: ReadonlySet<string>): Promise<void> {
  const { database } = deps;
  const isWanted = ({ userId, metric }: Omit<Recheck, 'tenantId'>) => wanted.has(`${userId}/${metric}`);
  const metrics = [...new Set([...wanted].map((key) => key.slice(key.indexOf('/') + 1)))];
  // Seen before the look into the ticks: what another process stores in between differs from it, and stays.
  const seen = (await database.tenant(tenantId, (sql) => readSeen(sql, tenantId, userIds, metrics))).filter(isWanted);
  const found = (await newestCounting(deps, tenantId, userIds, metrics)).filter(isWanted);
  const now = new Map(found.map((tick) => [`${tick.userId}/${tick.metric}`, tick]));
  const gone = seen.filter((row) => {
    const tick = now.get(`${row.userId}/${row.metric}`);
    const same = tick && tick.timestampMs === row.ts && tick.source === row.source;
    // The value of what is counted is the day's.
    return !(same && (isCount(row.metric) || (tick.value === row.value && tick.receivedAtMs === row.receivedAt)));
  });
  await database.tenant(tenantId, async (sql) => {
    if (gone.length > 0) await forget(sql, tenantId, gone);
    await storeLatest(
      sql,
      tenantId,
      found.filter((tick) => !isCount(tick.metric)),
    );
  });
  await storeDayTotals(
    deps,
    found.filter((tick) => isCount(tick.metric)),
  );
}

/** Which latest ticks lie among values that do not count and that came after them? */
function correctedAway(sql: Sql, tenantId: string, uncounted: readonly Uncounted[]): Promise<Omit<Recheck, 'tenantId'>[]> {
  return sql.query(
    `select distinct l.user_id, l.metric
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[]) as u (user_id, metric, from_at, to_at, received_at)
     join vigil.latest_ticks l on l.tenant_id = $1 and l.user_id = u.user_id and l.metric = u.metric
     where l.ts between u.from_at and u.to_at and l.received_at < u.received_at`,
    [
      tenantId,
      uncounted.map((one) => one.userId),
      uncounted.map((one) => one.metric),
      uncounted.map((one) => new Date(one.fromMs)),
      uncounted.map((one) => new Date(one.toMs)),
      uncounted.map((one) => new Date(one.receivedAtMs)),
    ],
  );
}

function readSeen(sql: Sql, tenantId: string, userIds: readonly string[], metrics: readonly string[]): Promise<Seen[]> {
  return sql.query<Seen>(
    `select user_id, metric, ts, source, value, received_at from vigil.latest_ticks
     where tenant_id = $1 and user_id = any($2::uuid[]) and metric = any($3::text[])`,
    [tenantId, userIds, metrics],
  );
}

function forget(sql: Sql, tenantId: string, rows: readonly Seen[]): Promise<unknown> {
  return sql.query(
    `delete from vigil.latest_ticks l using unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::timestamptz[]) as g (user_id, metric, ts, source, received_at)
     where l.tenant_id = $1 and l.user_id = g.user_id and l.metric = g.metric and l.ts = g.ts and l.source = g.source and l.received_at = g.received_at`,
    [
      tenantId,
      rows.map((row) => row.userId),
      rows.map((row) => row.metric),
      rows.map((row) => new Date(row.ts)),
      rows.map((row) => row.source),
      rows.map((row) => new Date(row.receivedAt)),
    ],
  );
}

async function newestCounting(
  { engine }: LatestStoreDeps,
  tenantId: string,
  userIds: readonly string[],
  metrics: readonly string[],
): Promise<LatestTick[]> {
  const ofMembers = 'tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)}';
  const rows = await engine.query<{ user_id: string; metric: string; newest: [number, number, TickSource, number] }>(
    `select user_id, metric,
       argMax((toUnixTimestamp64Milli(ts), value, source, toUnixTimestamp64Milli(received_at)), (ts, -toInt8(source))) as newest
     from vigil.ticks final where ${ofMembers} and metric in {metrics:Array(String)} and ${counts(metrics, ofMembers)}
     group by user_id, metric`,
    { tenantId, userIds, metrics },
    { lane: 'background' },
  );
  return rows.map(({ user_id: userId, metric, newest: [timestampMs, value, source, receivedAtMs] }) => ({
    ...{ tenantId, userId, metric, timestampMs, value, source, receivedAtMs },
  }));
}
