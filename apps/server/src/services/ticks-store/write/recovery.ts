import { confidences } from '@vigil/domain/metrics/counting';
import type { BusEvents } from '#platform/bus.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { countsByItself } from '../counting-sql.ts';
import type { TickSource } from '../tick-batch.ts';
import { addLatest, addRecheck, addSync, type LatestChanges, noLatestChanges } from './latest.ts';
import { noteMetric, type Touched, touch } from './touched.ts';
import { isDatedAsReceived, receivedAtSql } from './versions.ts';

/** Which stored ticks to look at again: all of some members, or those of them that were received since a moment. */
export interface Scope {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly receivedSinceMs?: number;
}

const since = 'received_at >= fromUnixTimestamp64Milli({receivedSinceMs:Int64})';
const condition = ({ receivedSinceMs }: Scope) =>
  `tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)}${receivedSinceMs === undefined ? '' : ` and ${since}`}`;

/** What is looked at together: their hours are held in memory meanwhile, and the engine groups their ticks. */
const together = { ticks: 5_000_000, members: 2_000 };

/** Everything received since a moment, in scopes of a bounded size. */
export async function scopesSince(engine: TicksEngine, receivedSinceMs: number): Promise<Scope[]> {
  const rows = await engine.query<{ tenant_id: string; user_id: string; n: number }>(
    `select tenant_id, user_id, toFloat64(count()) as n from vigil.ticks where ${since} group by tenant_id, user_id order by tenant_id, user_id`,
    { receivedSinceMs },
    { lane: 'background', maxSeconds: 300 },
  );
  const scopes: { tenantId: string; userIds: string[]; receivedSinceMs: number }[] = [];
  let ticks = 0;
  for (const { tenant_id: tenantId, user_id: userId, n } of rows) {
    const last = scopes.at(-1);
    ticks += n;
    if (last?.tenantId === tenantId && ticks <= together.ticks && last.userIds.length < together.members) last.userIds.push(userId);
    else {
      scopes.push({ tenantId, userIds: [userId], receivedSinceMs });
      ticks = n;
    }
  }
  return scopes;
}

/** What the rollups have to take over from the ticks in scope. */
export async function touchedIn(engine: TicksEngine, scope: Scope): Promise<Touched> {
  const rows = await engine.query<{ tenant_id: string; user_id: string; metrics: string[]; hours: number[] }>(
    `select tenant_id, user_id, groupUniqArray(metric) as metrics, groupUniqArray(intDiv(toUnixTimestamp64Milli(ts), 3600000)) as hours
     from vigil.ticks where ${condition(scope)} group by tenant_id, user_id`,
    { ...scope },
    { lane: 'background', maxSeconds: 300 },
  );
  const touched: Touched = new Map();
  for (const row of rows) {
    const member = touch(touched, row.tenant_id, row.user_id);
    for (const metric of row.metrics) noteMetric(member, metric);
    for (const hour of row.hours) member.hours.add(hour);
  }
  return touched;
}

/** What the tables at hand have to take over from the ticks in scope. */
export async function latestChangesIn(engine: TicksEngine, scope: Scope): Promise<LatestChanges> {
  const changes = noLatestChanges();
  const lane = { lane: 'background', maxSeconds: 300 } as const;
  const latest = await engine.query<{ tenant_id: string; user_id: string; metric: string; newest: [number, number, TickSource, number] }>(
    `select tenant_id, user_id, metric,
       argMax((toUnixTimestamp64Milli(ts), value, source, toUnixTimestamp64Milli(received_at)), (ts, -toInt8(source), received_at)) as newest
     from vigil.ticks where ${condition(scope)} and ${countsByItself} group by tenant_id, user_id, metric`,
    { ...scope },
    lane,
  );
  for (const row of latest) {
    const [timestampMs, value, source, receivedAtMs] = row.newest;
    for (const { metric, of } of confidences)
      if (metric === row.metric) addRecheck(changes, { tenantId: row.tenant_id, userId: row.user_id, metric: of });
    addLatest(changes, { tenantId: row.tenant_id, userId: row.user_id, metric: row.metric, timestampMs, value, source, receivedAtMs });
  }
  const unsure = await engine.query<{ tenant_id: string; user_id: string; metric: string }>(
    `select distinct tenant_id, user_id, metric from vigil.ticks where ${condition(scope)} and not ${countsByItself}`,
    { ...scope },
    lane,
  );
  for (const row of unsure) addRecheck(changes, { tenantId: row.tenant_id, userId: row.user_id, metric: row.metric });
  const syncs = await engine.query<{
    tenant_id: string;
    user_id: string;
    first_ms: number;
    first_received_ms: number;
    last_received_ms: number;
  }>(
    `select tenant_id, user_id, toUnixTimestamp64Milli(min(ts)) as first_ms,
       toUnixTimestamp64Milli(min(received_at)) as first_received_ms, toUnixTimestamp64Milli(max(received_at)) as last_received_ms
     from vigil.ticks where ${condition(scope)} and source = 'device' and ${isDatedAsReceived} group by tenant_id, user_id`,
    { ...scope },
    lane,
  );
  for (const row of syncs) {
    addSync(changes, {
      tenantId: row.tenant_id,
      userId: row.user_id,
      firstTickMs: row.first_ms,
      firstReceivedMs: row.first_received_ms,
      lastReceivedMs: row.last_received_ms,
    });
  }
  return changes;
}

/** What the bus was told of the ticks in scope, or would have been: whoever had still to do something about them may have died. */
export async function committedIn(engine: TicksEngine, scope: Scope): Promise<BusEvents['ticks.committed'][]> {
  const rows = await engine.query<{ tenant_id: string; user_id: string; metrics: [string, number, number][]; received_ms: number }>(
    `select tenant_id, user_id, groupArray((metric, first_ms, last_ms)) as metrics, min(received_ms) as received_ms from (
       select tenant_id, user_id, metric, toUnixTimestamp64Milli(min(ts)) as first_ms, toUnixTimestamp64Milli(max(ts)) as last_ms,
         toUnixTimestamp64Milli(min(${receivedAtSql})) as received_ms
       from vigil.ticks where ${condition(scope)} group by tenant_id, user_id, metric
     ) group by tenant_id, user_id`,
    { ...scope },
    { lane: 'background', maxSeconds: 300 },
  );
  return rows.map(({ tenant_id: tenantId, user_id: userId, metrics, received_ms: receivedAtMs }) => ({
    ...{ tenantId, userId, receivedAtMs, metrics: metrics.map(([metric]) => metric) },
    earliestMs: Object.fromEntries(metrics.map(([metric, firstMs]) => [metric, firstMs])),
    fromMs: Math.min(...metrics.map(([, firstMs]) => firstMs)),
    toMs: Math.max(...metrics.map(([, , lastMs]) => lastMs)),
  }));
}
