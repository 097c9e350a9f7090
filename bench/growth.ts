import type { Workplace } from '#server/operator/workplace.ts';
import { hourlyMonth, panelPage } from './chart-questions.ts';
import { inPairs } from './copies.ts';
import { bound, type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, type Tenant, withRooms } from './home.ts';
import { giveLatest, populationDays } from './population.ts';
import { ask } from './questions.ts';
import { rollUp } from './rollups.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { mergesSettled } from './stored.ts';
import { dayMs, vitalMetrics } from './vitals.ts';

const stages = [100, 1_000, 10_000] as const;
const days = 28;
/** Ten times the members must not cost more than this many times as much. */
const mostPerTenfold = 12;
const membersAtOnce = 250;

/** The same questions as the members grow tenfold and tenfold again; each member has a reading an hour of six metrics. */
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
  const fromMs = toMs - days * dayMs;
  await inPairs(
    chunks.map(
      (users) => () =>
        engine.command(
          `insert into vigil.ticks (tenant_id, user_id, metric, ts, source, value, device_id, received_at)
           select {tenantId:UUID}, user, metric, fromUnixTimestamp64Milli({fromMs:Int64} + hour * 3600000, 'UTC') as moment, 'device',
             round(60 + 12 * sin(hour * pi() / 12) + cityHash64(user, metric, hour) % 12, 1), toString(user), moment + interval 1 minute
           from (
             select arrayJoin({users:Array(UUID)}) as user, arrayJoin({metrics:Array(String)}) as metric, arrayJoin(range({hours:UInt32})) as hour
           )`,
          { tenantId: tenant.id, fromMs, hours: days * 24, users, metrics: vitalMetrics },
          { maxSeconds: 120 },
        ),
    ),
  );
  await rollUp(engine, { tenantId: tenant.id, userIds, metrics: vitalMetrics, fromMs, toMs, membersAtOnce, daysAtOnce: days });
  await giveLatest(stores, tenant.id);
  await mergesSettled(engine);
}

/** The end of today (UTC), so that the question's last day is read from the ticks as it is in life. */
function endOfData(): number {
  return Math.ceil(Date.now() / dayMs) * dayMs;
}
