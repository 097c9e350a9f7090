import { type Figure, figure, percentile } from './figure.ts';
import { type BandMember, createBandMembers, withStores } from './home.ts';
import { fire, type LoadResult, type Shot } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Vitals by the minute, as a band measures them: where a value lies and how far it wanders from minute to minute. */
const vitals = [
  { metric: 'heart_rate', middle: 72, step: 3, low: 45, high: 160, decimals: 0 },
  { metric: 'rmssd', middle: 42, step: 3, low: 8, high: 110, decimals: 0 },
  { metric: 'resp_rate', middle: 15, step: 0.5, low: 9, high: 26, decimals: 1 },
  { metric: 'spo2', middle: 96, step: 0.5, low: 88, high: 100, decimals: 0 },
  { metric: 'skin_temp', middle: 33.5, step: 0.1, low: 30, high: 38, decimals: 1 },
  { metric: 'steps', middle: 10, step: 15, low: 0, high: 140, decimals: 0 },
] as const;
const ticksPerRequest = 10_000;
const members = 60;
const connections = 16;
const minuteSeconds = 60;
/** What a FHIR server of the field took on a machine like this, in batches of 100 (measured once, not in this run). */
const fieldObservationsPerSecond = 323;

export interface IngestOptions {
  /** Requests of 10,000 ticks; 400 take some seconds. */
  readonly requests: number;
  /** FHIR Bundles of 100 Observations. */
  readonly bundles: number;
}

/** Ticks over HTTP with devices' own credentials, into one server process started for it, acknowledged when durable. */
export async function benchIngest(options: IngestOptions = { requests: 400, bundles: 150 }): Promise<Figure[]> {
  const server = await startServer();
  try {
    const bands = await createBandMembers(server, members);
    const warmUp = tickShots(bands, 24, 0);
    const shots = tickShots(bands, options.requests, 24);
    requireTaken(await fire(server.url, warmUp, connections));
    await eventLoopDelay(server);
    const ticks = requireTaken(await fire(server.url, shots, connections));
    const delay = await eventLoopDelay(server);
    const bundles = requireTaken(await fire(server.url, bundleShots(bands, options.bundles), connections));
    const size = await bytesPerTick(server);
    const observationsPerSecond = (options.bundles * 100) / bundles.seconds;
    return [
      figure('ingest.ticks_per_second', (options.requests * ticksPerRequest) / ticks.seconds, 'ticks/s', 500_000),
      figure('ingest.request_p50', percentile(ticks.latenciesMs, 0.5), 'ms'),
      figure('ingest.request_p99', percentile(ticks.latenciesMs, 0.99), 'ms'),
      figure('ingest.event_loop_delay_p99', delay, 'ms', 50),
      figure('ingest.stored_bytes_per_tick', size, 'bytes', 3),
      {
        ...figure('ingest.fhir_observations_per_second', observationsPerSecond, 'Observations/s', fieldObservationsPerSecond),
        peer: fieldObservationsPerSecond,
        ratio: Number((observationsPerSecond / fieldObservationsPerSecond).toPrecision(3)),
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Requests made beforehand, so that making them takes nothing from the server: each a day and more of one member's minutes. */
function tickShots(bands: readonly BandMember[], count: number, skipped: number): Shot[] {
  const now = Math.floor(Date.now() / 60_000) * minuteSeconds;
  const minutes = Math.ceil(ticksPerRequest / vitals.length);
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor((index + skipped) / bands.length) + 1;
    const { userId, token } = bands[(index + skipped) % bands.length] as BandMember;
    const random = seeded(index + skipped + 1);
    const start = now - round * minutes * minuteSeconds;
    let left = ticksPerRequest;
    const series = vitals.map((vital) => {
      const length = Math.min(minutes, left);
      left -= length;
      let value: number = vital.middle;
      const timestamps = Array.from({ length }, (_unused, minute) => start + minute * minuteSeconds);
      const values = timestamps.map(() => {
        value = Math.min(vital.high, Math.max(vital.low, value + (random() - 0.5) * 2 * vital.step + (vital.middle - value) * 0.05));
        return Number(value.toFixed(vital.decimals));
      });
      return [vital.metric, { timestamps, values }] as const;
    });
    const body = Buffer.from(JSON.stringify({ source: 'device', series: Object.fromEntries(series) }));
    return { path: `/ticks-store/api/v1/users/${userId}/ticks`, token, contentType: 'application/json', body };
  });
}

function bundleShots(bands: readonly BandMember[], count: number): Shot[] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const { userId, token } = bands[index % bands.length] as BandMember;
    const entry = Array.from({ length: 100 }, (_unused, position) => ({
      request: { method: 'POST', url: 'Observation' },
      resource: {
        resourceType: 'Observation',
        status: 'final',
        category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }],
        code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
        subject: { reference: `Patient/${userId}` },
        effectiveDateTime: new Date((now - 400 * 86_400 - index * 100 - position) * 1000).toISOString(),
        valueQuantity: { value: 60 + (position % 40), unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
      },
    }));
    const body = Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry }));
    return { path: '/fhir/R4', token, contentType: 'application/fhir+json', body };
  });
}

function requireTaken(result: LoadResult): LoadResult {
  const refused = [...result.statuses].filter(([status]) => status !== 200);
  if (refused.length > 0) throw new Error(`Requests were refused: ${JSON.stringify(refused)} ${result.failures[0] ?? ''}`);
  return result;
}

/** Milliseconds, 99th percentile since it was last asked for. */
async function eventLoopDelay(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

/** On disk, once the engine has merged what came in pieces. */
async function bytesPerTick(server: ServerProcess): Promise<number> {
  return withStores(server, async ({ engine }) => {
    await engine.command('optimize table vigil.ticks final', {}, { lane: 'report', maxSeconds: 120 });
    const [row] = await engine.query<{ bytes: number }>(
      `select toFloat64(sum(bytes_on_disk)) / sum(rows) as bytes from system.parts where active and database = 'vigil' and table = 'ticks'`,
      {},
      { lane: 'report' },
    );
    return Number(row?.bytes);
  });
}

/** Uniform numbers in [0, 1), the same for the same seed: xorshift32. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
