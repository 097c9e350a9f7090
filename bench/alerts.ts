import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Modules } from '#server/app.ts';
import type { Stores } from '#server/platform/stores.ts';
import type { TickBatch } from '#server/services/ticks-store/index.ts';
import { defaultRules } from '../packages/domain/src/alerts/defaults.ts';
import type { MetricId } from '../packages/domain/src/metrics/catalogue.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, withRooms } from './home.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';
import { dayMs, minuteMs } from './vitals.ts';

/** Twelve of the defaults: what a band tells by the minute, what a person measures, and what is compared over weeks. */
const chosen = [
  ...['spo2-very-low', 'spo2-low', 'pulse-very-high', 'pulse-high', 'pulse-very-low', 'respiration-very-high', 'respiration-high'],
  ...['respiration-very-low', 'systolic-crisis', 'weight-gain', 'resting-pulse-up', 'skin-temperature-up'],
];
const syncMs = 15 * minuteMs;
const abreast = 64;
const pollMs = 10;
const told = 40;

/**
 * Twelve rules over members whose bands sync: how many members a second are taken in and judged, what ten times the members cost, how
 * long everybody takes after a rule has changed, and how long a cuff's reading takes from its acknowledgement to a stored alert.
 */
export async function benchAlerts(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    return await withRooms(server, async ({ stores, modules }) => {
      const most = Math.ceil(5_000 * scale);
      const few = await judgedBySync(stores, modules, Math.ceil(most / 10));
      const many = await judgedBySync(stores, modules, most);
      const passMs = await passAfterChange(modules, many);
      const latencies = await latenciesOf(stores, modules, many);
      return [
        figure(`alerts: ${most} members synced and judged by ${chosen.length} rules`, most / (many.syncMs / 1000), 'members/s', 500),
        figure('alerts: ten times the members cost', many.syncMs / few.syncMs, '×', 12),
        figure('alerts: everybody after a rule has changed, members a second', most / (passMs / 1000), 'members/s', 100_000 / 120),
        figure('alerts: acknowledged → alert stored, p50', percentile(latencies, 0.5), 'ms'),
        figure('alerts: acknowledged → alert stored, p95', percentile(latencies, 0.95), 'ms', 3_000),
      ];
    });
  } finally {
    await server.stop();
  }
}

interface Population {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly author: string;
  /** A whole quarter of an hour of everybody, until all are judged: the median of three. */
  readonly syncMs: number;
}

async function judgedBySync(stores: Stores, modules: Modules, count: number): Promise<Population> {
  const { id: tenantId } = await createTenant(stores.database);
  const userIds = await createMembers(stores.database, tenantId, count);
  const [author] = await stores.database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{md}', 'Synthetic', 'Author') returning id`,
      [tenantId],
    ),
  );
  if (!author) throw new Error('There is nobody to write rules');
  const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  await givePast(stores, tenantId, userIds, nowMs - 4 * syncMs);
  for (const wanted of chosen) {
    const rule = defaultRules.find(({ id }) => id === wanted);
    if (!rule) throw new Error(`There is no rule ${wanted}`);
    const made = await modules.alertRules.create(tenantId, author.id, { id: randomUUID(), title: rule.title, definition: rule.rule });
    await modules.alertRules.publish(tenantId, made.id, made.revision, 'live');
  }
  // The first look is of everything; it is not what a sync costs.
  await syncAll(modules, tenantId, userIds, nowMs - 4 * syncMs);
  const rounds: number[] = [];
  for (const back of [3, 2, 1]) rounds.push(await syncAll(modules, tenantId, userIds, nowMs - back * syncMs));
  progress(`alerts: ${count} members`);
  return { tenantId, userIds, author: author.id, syncMs: percentile(rounds, 0.5) };
}

/** Everybody's last quarter of an hour, as it is stored and judged. Milliseconds. */
async function syncAll(modules: Modules, tenantId: string, userIds: readonly string[], fromMs: number): Promise<number> {
  const begun = performance.now();
  const waiting = userIds.map((userId, index) => batchOf(tenantId, userId, index, fromMs));
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (let batch = waiting.pop(); batch; batch = waiting.pop()) await modules.ticksWriter.append(batch);
    }),
  );
  await modules.alertsSettled();
  return performance.now() - begun;
}

const metrics = ['heart_rate', 'spo2', 'resp_rate', 'skin_temp', 'steps'] as const satisfies readonly MetricId[];
const usual = { heart_rate: 70, spo2: 96, resp_rate: 15, skin_temp: 33, steps: 0 } as const;

function batchOf(tenantId: string, userId: string, index: number, fromMs: number): TickBatch {
  const minutes = syncMs / minuteMs;
  const timestampsMs = Float64Array.from({ length: minutes }, (_, n) => fromMs + n * minuteMs);
  const series = metrics.map((metric) => ({
    metric,
    timestampsMs,
    // Somebody in a hundred is ill.
    values: Float64Array.from(
      { length: minutes },
      (_, n) => usual[metric] + ((index + n) % 3) + (metric === 'heart_rate' && index % 100 === 0 ? 60 : 0),
    ),
  }));
  const band = { metric: 'band_removed' as const, timestampsMs: Float64Array.of(fromMs), values: Float64Array.of(0) };
  return { tenantId, userId, source: 'device', deviceId: null, receivedAtMs: Date.now(), series: [...series, band] };
}

/** A rule comes to run in the shadow: everybody is looked at. Milliseconds. */
async function passAfterChange(modules: Modules, { tenantId, author }: Population): Promise<number> {
  const rule = defaultRules.find(({ id }) => id === 'body-temperature-high');
  if (!rule) throw new Error('There is no rule to change');
  const made = await modules.alertRules.create(tenantId, author, { id: randomUUID(), title: rule.title, definition: rule.rule });
  const begun = performance.now();
  await modules.alertRules.publish(tenantId, made.id, made.revision, 'shadow');
  await modules.alertsSettled();
  return performance.now() - begun;
}

/** From the acknowledgement of a cuff's reading until its alert and its action are stored, one member after the other. Milliseconds. */
async function latenciesOf({ database }: Stores, modules: Modules, { tenantId, userIds }: Population): Promise<number[]> {
  const latencies: number[] = [];
  for (const userId of userIds.slice(-told)) {
    const atMs = Date.now();
    const series = [{ metric: 'systolic' as const, timestampsMs: Float64Array.of(atMs), values: Float64Array.of(190) }];
    await modules.ticksWriter.append({ tenantId, userId, source: 'manual', deviceId: null, receivedAtMs: atMs, series });
    const acknowledged = performance.now();
    const isStored = () =>
      database.tenant(tenantId, (sql) =>
        sql.query('select 1 from vigil.alert_firings where tenant_id = $1 and user_id = $2 and evidence @> $3', [
          ...[tenantId, userId, JSON.stringify({ measured: 190 })],
        ]),
      );
    while ((await isStored()).length === 0) await pause(pollMs);
    latencies.push(performance.now() - acknowledged);
  }
  return latencies;
}

/** Three hours by the minute and four weeks of what comes once a day, made where they are stored. */
async function givePast({ engine }: Stores, tenantId: string, userIds: readonly string[], untilMs: number): Promise<void> {
  const rows = (metric: string, value: string, everyMs: number, count: number) =>
    engine.command(
      `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
       select {tenantId:UUID}, user, '${metric}', at, 'device', ${value}, 'bench', at + toIntervalMinute(10)
       from (select arrayJoin({userIds:Array(UUID)}) as user) as users
       cross join (select fromUnixTimestamp64Milli(toInt64({until:Int64} - (number + 1) * {everyMs:Int64}), 'UTC') as at, number as n from numbers({count:UInt32})) as moments`,
      { tenantId, userIds: [...userIds], until: untilMs, everyMs, count },
      { lane: 'background', maxSeconds: 600 },
    );
  for (const metric of metrics) if (metric !== 'steps') await rows(metric, `${usual[metric]} + cityHash64(user, n) % 3`, minuteMs, 180);
  await rows('band_removed', '0', 60 * minuteMs, 3);
  await rows('weight', '80', dayMs, 28);
  await rows('rhr', '62', dayMs, 28);
}
