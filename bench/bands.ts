import { type Figure, figure, percentile } from './figure.ts';
import { type BandMember, createBandMembers } from './home.ts';
import { firePaced, requireTaken, type Shot } from './load.ts';
import { cpuSeconds } from './processor-time.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';
import { dayMs, minuteMs, minuteVitals, vitalMetrics, wearers } from './vitals.ts';

/** 100,000 bands, each of which hands on its last quarter of an hour every quarter of an hour. */
const batchesPerSecond = 111;
const minutesPerBatch = 15;
const readingsPerBatch = minutesPerBatch * vitalMetrics.length;
/** Bands that take turns: more than rollups of one moment put together, so that each batch costs what another member's would. */
const members = 200;
const warmUpSeconds = 5;

/** Many small batches at a steady pace, each of another band, as it is when a large population syncs: cores used, and how long a band waits. */
export async function benchBands({ seconds }: { readonly seconds: number }): Promise<Figure[]> {
  const server = await startServer();
  try {
    const bands = await createBandMembers(server, members);
    const shots = shotsOf(bands, (warmUpSeconds + seconds) * batchesPerSecond);
    progress('bands: sending');
    requireTaken(await firePaced(server.url, shots.splice(0, warmUpSeconds * batchesPerSecond), batchesPerSecond));
    const from = { cpu: cpuSeconds(server.pid), ms: performance.now() };
    const taken = requireTaken(await firePaced(server.url, shots, batchesPerSecond));
    const cores = ((cpuSeconds(server.pid) - from.cpu) / (performance.now() - from.ms)) * 1000;
    return [
      figure('bands.batches_per_second', shots.length / taken.seconds, 'batches/s', batchesPerSecond * 0.98),
      figure('bands.cores', cores, 'cores', 1),
      figure('bands.request_p50', percentile(taken.latenciesMs, 0.5), 'ms'),
      figure('bands.request_p95', percentile(taken.latenciesMs, 0.95), 'ms', 100),
    ];
  } finally {
    await server.stop();
  }
}

/** The quarters of an hour before now, the oldest first; no band sends twice before every other has sent once. */
function shotsOf(bands: readonly BandMember[], count: number): Shot[] {
  const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  const rounds = Math.ceil(count / bands.length);
  // A band lies on its charger for some of the time, and sends nothing then.
  const fromMs = nowMs - 2 * dayMs;
  const people = wearers(20, 2, nowMs);
  const bodies = people
    .map((person) => {
      const series = minuteVitals(person, fromMs, nowMs);
      return Array.from({ length: (2 * dayMs) / minuteMs / minutesPerBatch }, (_, n) =>
        bodyOf(series, fromMs + n * minutesPerBatch * minuteMs),
      ).filter((body) => body !== null);
    })
    // Whoever has just had it off for long would make the figures depend on the hour of the run.
    .filter((own) => own.length >= rounds);
  return Array.from({ length: rounds }, (_, round) =>
    bands.map(({ userId, token }, index): Shot => {
      const own = bodies[index % bodies.length] ?? [];
      const body = own[own.length - rounds + round];
      if (!body) throw new Error('The simulator gave too few quarters of an hour');
      return { path: `/ticks-store/api/v1/users/${userId}/ticks`, token, contentType: 'application/json', body };
    }),
  )
    .flat()
    .slice(0, count);
}

/** Null where the band did not measure all six metrics throughout. */
function bodyOf(series: ReturnType<typeof minuteVitals>, fromMs: number): Buffer | null {
  const toMs = fromMs + minutesPerBatch * minuteMs;
  const columns = series.map(({ metric, timestampsMs, values }) => {
    const within = Array.from(timestampsMs, (ms, at) => [ms / 1000, values[at] ?? 0] as const).filter(
      ([seconds]) => seconds * 1000 >= fromMs && seconds * 1000 < toMs,
    );
    return [metric, { timestamps: within.map(([at]) => at), values: within.map(([, value]) => value) }] as const;
  });
  const readings = columns.reduce((sum, [, { values }]) => sum + values.length, 0);
  return readings < readingsPerBatch ? null : Buffer.from(JSON.stringify({ source: 'device', series: Object.fromEntries(columns) }));
}
