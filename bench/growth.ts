import type { Workplace } from '#server/operator/workplace.ts';
import { hourlyMonth, panelPage } from './chart-questions.ts';
import { inPairs } from './copies.ts';
import { bound, type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, type Tenant, withRooms } from './home.ts';
import { giveLatest, populationDays } from './population.ts';
import { ask } from './questions.ts';
import { progress } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { mergesSettled } from './stored.ts';
import { dayMs, vitalMetrics } from './vitals.ts';

const stages = [100, 1_000, 10_000] as const;
const days = 28;
/** Ten times the members must not cost more than this many times as much. */
const mostPerTenfold = 12;
const membersAtOnce = 500;

/**
 * The same questions as the members grow tenfold and tenfold again. Each member has 28 days of hours and days of six metrics as a
 * minute's readings make them, and ticks for the last two days, every ten minutes: what the questions read, without all that they do not.
 */
export async function benchGrowth(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    return await withRooms(server, async (place) => {
      const tenant = await createTenant(place.stores.database);
      const token = await signInNurse(place, tenant);
      const measured: Measured[] = [];
      let known = 0;
      for (const stage of stages) {
        const members = Math.ceil(stage * scale);
        progress(`growth: ${members} members`);
        await addMembers(place, tenant, members - known);
        known = members;
        measured.push(await measure(server, place, tenant, token, members));
      }
      return figuresOf(measured);
    });
  } finally {
    await server.stop();
  }
}

interface Measured {
  readonly members: number;
  /** Medians, milliseconds, by the question's name. */
  readonly medians: Readonly<Record<'chart' | 'panel' | 'population', number>>;
}

async function measure(server: ServerProcess, { stores }: Workplace, tenant: Tenant, token: string, members: number): Promise<Measured> {
  const nowMs = endOfData();
  const some = await stores.database.tenant(tenant.id, (sql) =>
    sql.query<{ id: string }>(`select id from vigil.users where roles @> '{patient}' order by md5(id::text) limit 60`),
  );
  const userIds = some.map(({ id }) => id);
  const chart = await ask(server.url, token, hourlyMonth(userIds, nowMs), 60);
  const panel = await ask(server.url, token, panelPage(members), 60);
  const population: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const from = performance.now();
    await populationDays(stores.engine, tenant.id, days, nowMs);
    population.push(performance.now() - from);
  }
  const [median, later] = [(samples: readonly number[]) => percentile(samples, 0.5), population.slice(2)];
  return { members, medians: { chart: median(chart), panel: median(panel), population: median(later) } };
}

function figuresOf(measured: readonly Measured[]): Figure[] {
  return (['chart', 'panel', 'population'] as const).flatMap((name) => [
    ...measured.map(({ members, medians }) => figure(`growth.${name}_${members}_p50`, medians[name], 'ms')),
    ...measured.slice(1).map(({ members, medians }, index) => {
      const before = measured[index];
      return bound(
        `growth.${name}_${before?.members}_to_${members}`,
        medians[name] / (before?.medians[name] ?? 0),
        'times',
        mostPerTenfold,
      );
    }),
  ]);
}

async function addMembers({ stores }: Workplace, tenant: Tenant, count: number): Promise<void> {
  const { engine, database } = stores;
  const userIds = await createMembers(database, tenant.id, count);
  const chunks = Array.from({ length: Math.ceil(userIds.length / membersAtOnce) }, (_, index) =>
    userIds.slice(index * membersAtOnce, (index + 1) * membersAtOnce),
  );
  const toMs = endOfData();
  const parameters = { tenantId: tenant.id, toMs, metrics: vitalMetrics };
  await inPairs(
    chunks.map((users) => async () => {
      for (const statement of [recentTicks, hours, daysOf]) await engine.command(statement, { ...parameters, users }, { maxSeconds: 120 });
    }),
  );
  await giveLatest(stores, tenant.id);
  await mergesSettled(engine);
}

/** The end of today (UTC), so that the question's last day is read from the ticks as it is in life. */
function endOfData(): number {
  return Math.ceil(Date.now() / dayMs) * dayMs;
}

/** Every user, metric and step before the end of data: `back` counts steps backwards from 0. */
const everyStep = (steps: number) => `
  select user, metric, back, 60 + 12 * sin(back * pi() / 12) + cityHash64(user, metric, back) % 12 as level
  from (select arrayJoin(arraySort({users:Array(UUID)})) as user) as users
  cross join (select arrayJoin(arraySort({metrics:Array(String)})) as metric) as metrics
  cross join (select ${steps} - 1 - number as back from numbers(${steps})) as steps`;
const end = "fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')";
const cheaply = 'settings max_threads = 1, optimize_on_insert = 0, min_insert_block_size_rows = 4000000';

const recentTicks = `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
  select {tenantId:UUID}, user, metric, ${end} - toIntervalMinute(10 * (back + 1)) as moment, 'device', round(level, 1), toString(user), moment
  from (${everyStep(2 * 144)}) ${cheaply}`;
const hours = `insert into vigil.ticks_hour (tenant_id, user_id, metric, hour, n, total, low, high, computed_at)
  select {tenantId:UUID}, user, metric, ${end} - toIntervalHour(back + 1), 60, 60 * level, level - 9, level + 14, now64(6, 'UTC')
  from (${everyStep(days * 24)}) ${cheaply}`;
const daysOf = `insert into vigil.ticks_day (tenant_id, user_id, metric, day, tz, n, device_n, total, low, high, median, computed_at)
  select {tenantId:UUID}, user, metric, toDate(${end}) - toIntervalDay(back + 1), 'UTC', 1440, 1440, 1440 * level, level - 20, level + 40, level, now64(6, 'UTC')
  from (${everyStep(days)}) ${cheaply}`;
