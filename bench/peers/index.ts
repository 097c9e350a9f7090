import type { TickBatch } from '#server/services/ticks-store/index.ts';
import { beside, type Figure, figure, percentile } from '../figure.ts';
import { createMembers, createTenant, withRooms } from '../home.ts';
import { progress } from '../report.ts';
import { startServer } from '../server-process.ts';
import { batches, dayMs, minuteVitals, type VitalMetric, vitalMetrics, wearers } from '../vitals.ts';
import { duckdb } from './duckdb.ts';
import { type Mean, type Peer, requireSame } from './peer.ts';
import { postgresRows } from './postgres.ts';
import { vigilStore } from './vigil.ts';

const members = 23;
const days = 28;
/** One further member, who sends one metric by the minute for so long. */
const longDays = 365;
const ticksPerBatch = 10_000;

/** What Vigil must be good for against a row per tick, on any machine. DuckDB is told, and nothing is asserted. */
const leastRatios = { store: 1, bytes: 10, hourlyMeans: 2, dailyMeans: 5 } as const;

interface Measured {
  readonly storeSeconds: number;
  /** Until rollups and statistics had followed. */
  readonly readySeconds: number;
  readonly bytes: number;
  readonly hourlyMs: number;
  /** Of one metric over a year. */
  readonly yearMs: number;
  readonly dailyMs: number;
  readonly hourly: readonly Mean[];
  readonly year: readonly Mean[];
  readonly daily: readonly Mean[];
}

/** The same ticks, stored and asked the same, in Vigil and in what one would otherwise take. `scale` 1 is about five million ticks. */
export async function benchPeers(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    // Alone in this process, as DuckDB is: beside another process Vigil reads the last day from the ticks, not from rollups.
    await server.halt();
    return await withRooms(server, async (place) => {
      const { database, ownerUrl } = place.stores;
      const tenant = await createTenant(database);
      const userIds = await createMembers(database, tenant.id, Math.ceil(members * scale) + 1);
      const toMs = Math.floor(Date.now() / dayMs) * dayMs;
      const [longUserId = '', ...others] = userIds;
      const sent = [
        ...batchesOf(tenant.id, others, vitalMetrics, days, toMs),
        ...batchesOf(tenant.id, [longUserId], ['heart_rate'], longDays, toMs),
      ];
      const asked = { sent, userIds: others, longUserId, toMs };
      const ticks = sent.length * ticksPerBatch;
      progress(`peers: ${ticks} ticks in vigil`);
      const vigil = await measure(vigilStore(place, tenant.id), asked);
      progress(`peers: ${ticks} ticks in postgres`);
      const postgres = await measure(await postgresRows(ownerUrl, server.dataDir), asked);
      progress(`peers: ${ticks} ticks in duckdb`);
      const duckdbFile = await measure(await duckdb(server.dataDir, 'file'), asked);
      progress(`peers: ${ticks} ticks in duckdb and parquet`);
      const duckdbParquet = await measure(await duckdb(server.dataDir, 'parquet'), asked);
      for (const [name, other] of Object.entries({ postgres, duckdbFile, duckdbParquet })) {
        requireSame(`hourly means of ${name}`, vigil.hourly, other.hourly);
        requireSame(`a year's hourly means of ${name}`, vigil.year, other.year);
        requireSame(`daily means of ${name}`, vigil.daily, other.daily);
      }
      return [
        figure('peers.ticks', ticks, 'ticks'),
        ...figuresBeside('postgres', ticks, vigil, postgres, leastRatios),
        ...figuresBeside('duckdb_file', ticks, vigil, duckdbFile, {}),
        ...figuresBeside('duckdb_parquet', ticks, vigil, duckdbParquet, {}),
      ];
    });
  } finally {
    await server.stop();
  }
}

function figuresBeside(
  name: string,
  ticks: number,
  own: Measured,
  peer: Measured,
  least: Partial<Record<keyof typeof leastRatios, number>>,
): Figure[] {
  const against = (what: string, unit: string, of: (measured: Measured) => number, leastRatio?: number) =>
    beside(figure(`peers.${name}.${what}`, of(own), unit), of(peer), leastRatio ?? null);
  return [
    against('stored', 'ticks/s', ({ storeSeconds }) => ticks / storeSeconds, least.store),
    against('stored_and_ready', 'ticks/s', ({ readySeconds }) => ticks / readySeconds),
    against('bytes_per_tick', 'bytes', ({ bytes }) => bytes / ticks, least.bytes),
    against('hourly_means_28_days_p50', 'ms', ({ hourlyMs }) => hourlyMs, least.hourlyMeans),
    against('hourly_means_of_a_year_p50', 'ms', ({ yearMs }) => yearMs, least.hourlyMeans),
    against('population_daily_means_p50', 'ms', ({ dailyMs }) => dailyMs, least.dailyMeans),
  ];
}

/** What is stored, and who is asked about: four weeks of `userIds`, a year of `longUserId`. */
interface Asked {
  readonly sent: readonly TickBatch[];
  readonly userIds: readonly string[];
  readonly longUserId: string;
  readonly toMs: number;
}

async function measure(peer: Peer, { sent, userIds, longUserId, toMs }: Asked): Promise<Measured> {
  try {
    const from = performance.now();
    await peer.store(sent);
    const storeSeconds = (performance.now() - from) / 1000;
    await peer.settle();
    const readySeconds = (performance.now() - from) / 1000;
    const bytes = await peer.bytes();
    const hourly: Mean[][] = [];
    const hourlyMs = await median(20, async (n) => {
      hourly.push(await peer.hourlyMeans(userIds[n % userIds.length] ?? '', vitalMetrics, toMs - days * dayMs, toMs));
    });
    let year: readonly Mean[] = [];
    const yearMs = await median(20, async () => {
      year = await peer.hourlyMeans(longUserId, ['heart_rate'], toMs - longDays * dayMs, toMs);
    });
    let daily: readonly Mean[] = [];
    const dailyMs = await median(5, async () => {
      daily = await peer.dailyMeans();
    });
    return { storeSeconds, readySeconds, bytes, hourlyMs, yearMs, dailyMs, hourly: hourly.at(-1) ?? [], year, daily };
  } finally {
    await peer.close();
  }
}

/** Milliseconds in the middle of so many times; the first does not count. */
async function median(times: number, work: (n: number) => Promise<void>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n <= times; n += 1) {
    const from = performance.now();
    await work(n);
    if (n > 0) samples.push(performance.now() - from);
  }
  return percentile(samples, 0.5);
}

/** Batches as bands send them, each of one member and a day and more; the members take turns. */
function batchesOf(
  tenantId: string,
  userIds: readonly string[],
  metrics: readonly VitalMetric[],
  lastDays: number,
  toMs: number,
): TickBatch[] {
  const people = wearers(userIds.length, lastDays, toMs);
  const columns = userIds.map((userId, index) => {
    const person = people[index];
    if (!person) throw new Error('The simulator made too few people');
    const worn = minuteVitals(person, toMs - lastDays * dayMs, toMs).filter(({ metric }) => metrics.some((wanted) => wanted === metric));
    return batches(worn, ticksPerBatch).map(
      (series): TickBatch => ({ tenantId, userId, source: 'device', deviceId: userId, receivedAtMs: Date.now(), series }),
    );
  });
  const rounds = Math.max(...columns.map((own) => own.length));
  return Array.from({ length: rounds }, (_, round) => columns.flatMap((own) => own[round] ?? [])).flat();
}
