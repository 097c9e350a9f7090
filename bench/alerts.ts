import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Modules } from '#server/modules.ts';
import type { Stores } from '#server/platform/stores.ts';
import type { TickBatch } from '#server/services/ticks-store/index.ts';
import { defaultRules } from '../packages/domain/src/alerts/defaults.ts';
import type { MetricId } from '../packages/domain/src/metrics/catalogue.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, withRooms } from './home.ts';
import { cpuSeconds } from './processor-time.ts';
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
const chartsMs = 3_000;
const intakePerSecond = 50_000;
const intakeMembers = 500;
const intakeSettlesMs = 2_000;
const told = 40;

/**
 * Twelve rules over members whose bands sync: how many members a second are taken in and judged, what ten times the members cost, how
 * long everybody takes after a rule has changed, and how long a cuff's reading takes from its acknowledgement to a stored alert.
 */
export async function benchAlerts(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    return await withRooms(server, async (place) => {
      const { stores, modules } = place;
      const most = Math.ceil(5_000 * scale);
      const few = await judgedBySync(stores, modules, Math.ceil(most / 10));
      const many = await judgedBySync(stores, modules, most);
      const token = await signInNurse(place, { id: many.tenantId, code: many.code });
      const chart = (n: number) => readChart(server.url, token, many.userIds[n % many.userIds.length] ?? '');
      const alone = await chartsWhile(chart, () => pause(chartsMs));
      const cost = await costOf(server.pid, () => passAfterChange(modules, many));
      const pass = await chartsWhile(chart, () => passAfterChange(modules, many));
      const sync = await costOf(server.pid, () => syncAll(modules, many.tenantId, many.userIds, many.untilMs));
      const under = await underIntake(stores, modules, () => syncAll(modules, many.tenantId, many.userIds, many.untilMs + syncMs));
      const latencies = await latenciesOf(stores, modules, many);
      return [
        figure(`alerts: ${most} members synced and judged by ${chosen.length} rules`, most / (many.syncMs / 1000), 'members/s', 500),
        figure('alerts: ten times the members cost', many.syncMs / few.syncMs, '×', 12),
        figure(
          `alerts: the same while ${Math.round(under.ticksPerSecond)} ticks/s come in`,
          most / (under.result / 1000),
          'members/s',
          500,
        ),
        figure('alerts: everybody after a rule has changed, members a second', most / (cost.result / 1000), 'members/s', 100_000 / 120),
        figure('alerts: the same while charts are read one after the other', most / (pass.result / 1000), 'members/s'),
        figure('alerts: a chart meanwhile, p95', pass.p95Ms / alone.p95Ms, '× alone', 2),
        figure('alerts: processor time a member, synced and judged', (sync.seconds * 1000) / most, 'ms'),
        figure('alerts: processor time a member, after a rule has changed', (cost.seconds * 1000) / most, 'ms'),
        figure('alerts: acknowledged → alert stored, p50', percentile(latencies, 0.5), 'ms'),
        figure('alerts: acknowledged → alert stored, p95', percentile(latencies, 0.95), 'ms', 3_000),
        figure('alerts: acknowledged → alert stored, p99', percentile(latencies, 0.99), 'ms', 6_000),
      ];
    });
  } finally {
    await server.stop();
  }
}

interface Population {
  readonly tenantId: string;
  readonly code: string;
  readonly userIds: readonly string[];
  readonly author: string;
  /** Up to here everybody's band has synced. Milliseconds since 1970. */
  readonly untilMs: number;
  /** A whole quarter of an hour of everybody, until all are judged: the median of three. */
  readonly syncMs: number;
}

async function judgedBySync(stores: Stores, modules: Modules, count: number): Promise<Population> {
  const { id: tenantId, code } = await createTenant(stores.database);
  const userIds = await createMembers(stores.database, tenantId, count);
  const [author] = await stores.database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{md}', 'Synthetic', 'Author') returning id`,
      [tenantId],
    ),
  );
  if (!author) throw new Error('There is nobody to write rules');
  // As long ago as two more quarters of an hour, which are synced later.
  const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs - 2 * syncMs;
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
  return { tenantId, code, userIds, author: author.id, untilMs: nowMs, syncMs: percentile(rounds, 0.5) };
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
const ticksABatch = metrics.length * (syncMs / minuteMs) + 1;
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

/** Work, while as many ticks a second as can be, up to `intakePerSecond`, come in for members of another tenant that has no rules. */
async function underIntake(stores: Stores, modules: Modules, work: () => Promise<number>) {
  const { id: tenantId } = await createTenant(stores.database);
  const userIds = await createMembers(stores.database, tenantId, intakeMembers);
  let [isOver, stored, sent] = [false, 0, 0];
  const begun = performance.now();
  const sender = async () => {
    while (!isOver) {
      const due = begun + (sent / intakePerSecond) * 1000 - performance.now();
      if (due > 0) await pause(due);
      const index = sent;
      sent += ticksABatch;
      const batch = batchOf(tenantId, userIds[(index / ticksABatch) % intakeMembers] ?? '', index, Date.now() - syncMs);
      await modules.ticksWriter.append(batch);
      stored += ticksABatch;
    }
  };
  const senders = Promise.all(Array.from({ length: abreast }, sender));
  await pause(intakeSettlesMs);
  const result = await work();
  const ticksPerSecond = stored / ((performance.now() - begun) / 1000);
  isOver = true;
  await senders;
  return { result, ticksPerSecond };
}

/** Seconds of processor time of the server, its stores and this process. */
async function costOf<Result>(pid: number, work: () => Promise<Result>) {
  const used = () => cpuSeconds(pid) + (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const before = used();
  const result = await work();
  return { result, seconds: used() - before };
}

/** Work, while somebody looks at charts of its members, one after the other. */
async function chartsWhile<Result>(chart: (n: number) => Promise<void>, work: () => Promise<Result>) {
  const times: number[] = [];
  let isOver = false;
  const under = work().finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n += 1) {
    const begun = performance.now();
    await chart(n);
    times.push(performance.now() - begun);
  }
  return { result: await under, p95Ms: percentile(times, 0.95) };
}

async function readChart(url: string, token: string, userId: string): Promise<void> {
  const to = Math.floor(Date.now() / 1000);
  const search = `facts=heart_rate_mean,spo2_mean,resp_rate_mean&granularity=HOURLY&tz=UTC&from_ts=${to - 7 * 86_400}&to_ts=${to}`;
  const answer = await fetch(`${url}/events-processor/api/v1/users/${userId}/facts-over-time?${search}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`A chart was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

/** A rule comes to run in the shadow, about what the most has to be read for: everybody is looked at. Milliseconds. */
async function passAfterChange(modules: Modules, { tenantId, author }: Population): Promise<number> {
  const rule = defaultRules.find(({ id }) => id === 'pulse-high');
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
