import type { Workplace } from '#server/operator/workplace.ts';
import { historyDays, loadChartData } from './chart-data.ts';
import {
  cohortPreview,
  dailyYear,
  factsNow,
  heartRateHistogram,
  hourlyMonth,
  hourlyYear,
  minuteDay,
  monthlyMedians,
  panelByMeasure,
  panelOfAssigned,
  panelPage,
} from './chart-questions.ts';
import { beside, type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, withRooms } from './home.ts';
import { assignAll, giveLatest, populationDays } from './population.ts';
import { ask, type Question } from './questions.ts';
import { progress } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { stored } from './stored.ts';
import { dayMs, minuteMs, vitalMetrics } from './vitals.ts';

/** Milliseconds that a FHIR server of the field took for one series of 950 points on such a machine (measured once, not in this run). */
const fieldSeriesMs = 33;
const panelSizes = [1_000, 100_000] as const;
const populationMembers = 10_000;
const populationReportDays = 30;

/** What a clinician waits for: charts, ticks, histogram and panel over HTTP, and a report on a population. `scale` 1 is 1,000 members. */
export async function benchCharts(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    return [
      ...(await memberFigures(server, Math.ceil(1_000 * scale))),
      ...(await withRooms(server, async (place) => [
        ...(await panelFigures(server, place, scale)),
        await populationFigure(place, Math.ceil(populationMembers * scale)),
      ])),
    ];
  } finally {
    await server.stop();
  }
}

/** Charts are asked for when the data is there and the bench has left the stores: beside another process a server trusts rollups less. */
async function memberFigures(server: ServerProcess, members: number): Promise<Figure[]> {
  const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  const { wholeUserIds, token, loadSeconds, rows, bytes } = await withRooms(server, async (place) => {
    const tenant = await createTenant(place.stores.database);
    const from = performance.now();
    const data = await loadChartData(place, tenant, members, nowMs);
    const loadSeconds = (performance.now() - from) / 1000;
    return { ...data, loadSeconds, token: await signInNurse(place, tenant), ...(await stored(place.stores.engine, 'ticks')) };
  });
  progress(`charts: asking`);
  const times = async (question: Question, count: number) => ask(server.url, token, question, count);
  const month = await times(hourlyMonth(wholeUserIds, nowMs), 150);
  const year = await times(dailyYear(wholeUserIds, nowMs), 100);
  const { firstMedians, medians } = await medianTimes(server.url, token, wholeUserIds, nowMs);
  const hours = await times(hourlyYear(wholeUserIds, nowMs), 50);
  const day = await times(minuteDay(wholeUserIds, nowMs), 100);
  const now = await times(factsNow(wholeUserIds), 100);
  const histogram = await times(heartRateHistogram(wholeUserIds, nowMs), 50);
  return [
    figure('charts.members', members, 'members'),
    figure('charts.days', historyDays, 'days'),
    figure('charts.ticks', rows, 'ticks'),
    figure('charts.load_time', loadSeconds, 's'),
    figure('charts.stored_bytes_per_tick', bytes / rows, 'bytes', 3),
    beside(figure('charts.month_hourly_p50', percentile(month, 0.5), 'ms'), fieldSeriesMs),
    figure('charts.month_hourly_p95', percentile(month, 0.95), 'ms', 50),
    figure('charts.year_daily_p95', percentile(year, 0.95), 'ms', 30),
    figure('charts.year_monthly_medians_first_p95', percentile(firstMedians, 0.95), 'ms'),
    figure('charts.year_monthly_medians_p95', percentile(medians, 0.95), 'ms', 100),
    figure('charts.year_hourly_p95', percentile(hours, 0.95), 'ms'),
    figure('charts.day_minutes_p95', percentile(day, 0.95), 'ms'),
    figure('charts.facts_now_p95', percentile(now, 0.95), 'ms', 50),
    figure('charts.histogram_p95', percentile(histogram, 0.95), 'ms'),
  ];
}

/** Medians of months that are over are kept once somebody has asked: each member is asked about for the first time, and again. */
async function medianTimes(url: string, token: string, userIds: readonly string[], nowMs: number) {
  const question = monthlyMedians(userIds, nowMs);
  const firstMedians = await ask(url, token, question, userIds.length, 0);
  // Keeping them is not waited for: a round that does not count finds what the last one has not kept yet.
  await ask(url, token, question, userIds.length);
  return { firstMedians, medians: await ask(url, token, question, userIds.length) };
}

async function panelFigures(server: ServerProcess, place: Workplace, scale: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of panelSizes) {
    const members = Math.ceil(size * scale);
    progress(`charts: a panel of ${members} members`);
    const tenant = await createTenant(place.stores.database);
    await createMembers(place.stores.database, tenant.id, members);
    await giveLatest(place.stores, tenant.id);
    await assignAll(place.stores.database, tenant.id);
    const token = await signInNurse(place, tenant);
    for (const [name, question] of [
      ['panel', panelPage(members)],
      ['panel_measures', panelByMeasure()],
      ['panel_assigned', panelOfAssigned()],
      ['cohort_preview', cohortPreview(members)],
    ] as const) {
      const times = await ask(server.url, token, question, 80);
      figures.push(figure(`charts.${name}_${members}_p95`, percentile(times, 0.95), 'ms', 300));
    }
  }
  return figures;
}

/** Days of a population as the rollups hold them, made by the engine: no ticks stand behind these. */
async function populationFigure({ stores: { engine, database } }: Workplace, members: number): Promise<Figure> {
  const tenant = await createTenant(database);
  const nowMs = Math.floor(Date.now() / dayMs) * dayMs;
  await engine.command(
    `insert into vigil.ticks_day (tenant_id, user_id, metric, day, tz, n, device_n, total, low, high, median, computed_at)
     select {tenantId:UUID}, reinterpretAsUUID(MD5(toString(member))) as user_id, metric,
       toDate({to:Date}) - 1 - back as day, 'UTC', 1440 - seed % 400 as n, n, n * mean as total, mean - 20, mean + 40, mean + 1, now64(6, 'UTC')
     from (
       select number as member, arrayJoin({metrics:Array(String)}) as metric, arrayJoin(range({days:UInt32})) as back,
         cityHash64(number, metric, back) as seed, 60 + seed % 30 + seed % 1000 / 1000 as mean
       from numbers({members:UInt32})
     )`,
    {
      tenantId: tenant.id,
      to: new Date(nowMs).toISOString().slice(0, 10),
      metrics: vitalMetrics,
      days: populationReportDays,
      members,
    },
    { lane: 'report', maxSeconds: 120 },
  );
  const seconds: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const from = performance.now();
    const memberDays = await populationDays(engine, tenant.id, populationReportDays, nowMs);
    if (n > 0) seconds.push((performance.now() - from) / 1000);
    const due = members * populationReportDays * vitalMetrics.length;
    if (memberDays !== due) throw new Error(`The population has ${memberDays} member-days of metrics instead of ${due}`);
  }
  return figure(`charts.population_${members}x${populationReportDays}_p50`, percentile(seconds, 0.5), 's', 1);
}
