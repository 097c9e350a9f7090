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

/** How often each question is asked. */
const rounds = { hourly: 40, year: 40, daily: 5 } as const;

/** What Vigil must be good for against a row per tick, on any machine. DuckDB is told, and nothing is asserted. */
const leastRatios = { store: 1, bytes: 10, hourlyMeans: 2, dailyMeans: 5 } as const;

interface Measured {
  readonly name: string;
  readonly stored: Stored;
  readonly hourlyMs: number;
  /** Of one metric over a year. */
  readonly yearMs: number;
  readonly dailyMs: number;
}

interface Stored {
  readonly seconds: number;
  /** Until rollups and statistics had followed. */
  readonly readySeconds: number;
  readonly bytes: number;
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
      const ticks = sent.length * ticksPerBatch;
      const measured = await measure(sent, { userIds: others, longUserId, toMs }, [
        ['vigil', async () => vigilStore(place, tenant.id)],
        ['postgres', () => postgresRows(ownerUrl, server.dataDir)],
        ['duckdb_file', () => duckdb(server.dataDir, 'file')],
        ['duckdb_parquet', () => duckdb(server.dataDir, 'parquet')],
      ]);
      const [vigil, ...peers] = measured;
      if (!vigil) throw new Error('Nothing was measured');
      return [
        figure('peers.ticks', ticks, 'ticks'),
        ...peers.flatMap((peer) => figuresBeside(ticks, vigil, peer, peer.name === 'postgres' ? leastRatios : {})),
      ];
    });
  } finally {
    await server.stop();
  }
}

function figuresBeside(ticks: number, own: Measured, peer: Measured, least: Partial<Record<keyof typeof leastRatios, number>>): Figure[] {
  const against = (what: string, unit: string, of: (measured: Measured) => number, leastRatio?: number) =>
    beside(figure(`peers.${peer.name}.${what}`, of(own), unit), of(peer), leastRatio ?? null);
  return [
    against('stored', 'ticks/s', ({ stored }) => ticks / stored.seconds, least.store),
    against('stored_and_ready', 'ticks/s', ({ stored }) => ticks / stored.readySeconds),
    against('bytes_per_tick', 'bytes', ({ stored }) => stored.bytes / ticks, least.bytes),
    against('hourly_means_28_days_p50', 'ms', ({ hourlyMs }) => hourlyMs, least.hourlyMeans),
    against('hourly_means_of_a_year_p50', 'ms', ({ yearMs }) => yearMs, least.hourlyMeans),
    against('population_daily_means_p50', 'ms', ({ dailyMs }) => dailyMs, least.dailyMeans),
  ];
}

/** Who is asked about: four weeks of `userIds`, a year of `longUserId`. */
interface Asked {
  readonly userIds: readonly string[];
  readonly longUserId: string;
  readonly toMs: number;
}

interface Filled {
  readonly name: string;
  readonly peer: Peer;
  readonly stored: Stored;
}

/** The same ticks stored in one after the other, and then the same questions asked of all in turn, so that a slow minute is everybody's. */
async function measure(
  sent: readonly TickBatch[],
  { userIds, longUserId, toMs }: Asked,
  opened: readonly (readonly [name: string, open: () => Promise<Peer>])[],
): Promise<Measured[]> {
  await using stack = new AsyncDisposableStack();
  const peers: Filled[] = [];
  for (const [name, open] of opened) {
    progress(`peers: ${sent.length * ticksPerBatch} ticks in ${name}`);
    const peer = await open();
    stack.defer(() => peer.close());
    peers.push({ name, peer, stored: await store(peer, sent) });
  }
  const hourly = await medians(peers, rounds.hourly, (peer, n) =>
    peer.hourlyMeans(userIds[n % userIds.length] ?? '', vitalMetrics, toMs - days * dayMs, toMs),
  );
  const year = await medians(peers, rounds.year, (peer) => peer.hourlyMeans(longUserId, ['heart_rate'], toMs - longDays * dayMs, toMs));
  const daily = await medians(peers, rounds.daily, (peer) => peer.dailyMeans());
  return peers.map(({ name, stored }) => ({ name, stored, hourlyMs: hourly(name), yearMs: year(name), dailyMs: daily(name) }));
}

async function store(peer: Peer, sent: readonly TickBatch[]): Promise<Stored> {
  const from = performance.now();
  await peer.store(sent);
  const seconds = (performance.now() - from) / 1000;
  await peer.settle();
  const readySeconds = (performance.now() - from) / 1000;
  return { seconds, readySeconds, bytes: await peer.bytes() };
}

/** Milliseconds in the middle of so many rounds, by name; the first round does not count. Throws where a peer says other than the first. */
async function medians(peers: readonly Filled[], times: number, ask: (peer: Peer, n: number) => Promise<Mean[]>) {
  const samples = new Map(peers.map(({ name }) => [name, [] as number[]]));
  for (let n = 0; n <= times; n += 1) {
    let first: Mean[] | undefined;
    for (const { name, peer } of peers) {
      const from = performance.now();
      const means = await ask(peer, n);
      if (n > 0) samples.get(name)?.push(performance.now() - from);
      first ??= means;
      if (n === 0 || n === times) requireSame(name, first, means);
    }
  }
  return (name: string) => percentile(samples.get(name) ?? [], 0.5);
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
